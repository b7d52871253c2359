"""What a channel is told beside the panel of its table, in messages of their own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, assert_never

from bot.notice import NewNotice, Told
from bot.render.names import chips_text, name_text, person_text
from bot.words import _

if TYPE_CHECKING:
    from bot.following import Changes

_MOST_CHANGES: Final = 12
"""How many changed options are told one by one."""


def notice_text(new: NewNotice) -> str:
    """Return a notice in words; only who is called to a seat is mentioned."""
    name = "?" if new.person is None else person_text(new.person)
    match new.kind:
        case Told.SEAT_FREE:
            return _(
                "{mention}, a seat is free: `/sit` takes it. It is kept for you until {time}."
            ).format(
                mention=f"<@{0 if new.person is None else new.person.id}>",
                time=f"<t:{int(new.until or 0)}:T>",
            )
        case Told.RULES:
            return _("The rules of this table change from the next hand on:\n{changes}").format(
                changes=_changes_text(new.changes)
            )
        case Told.KEPT:
            return _(
                "This table keeps its games and their amounts: what the house has changed does not"
                " fit what they are multiplied by.\n{changes}"
            ).format(changes="\n".join(_kept_text(*one) for one in new.changes[:_MOST_CHANGES]))
        case Told.HOST_LEFT:
            return _("{name}, who opened this table, has left it; that does not close it.").format(
                name=name
            )
        case Told.REMOVED:
            return _("{name} was removed from the table; his chips are returned to him.").format(
                name=name
            )
        case Told.DISMISSED:
            return _("{name} was removed from who wait for a seat.").format(name=name)
        case Told.LAPSED:
            return _(
                "{name} has not taken the seat that was kept for him and waits no more."
            ).format(name=name)
        case Told.IDLE:
            return _(
                "Nobody has done anything here for an hour: the table is closed and everyone has"
                " his chips back."
            )
        case Told.IDLE_HAND:
            return _(
                "Nobody has done anything here for an hour: the hand is void, the table is closed"
                " and everyone has the chips of its start back."
            )
        case _:
            assert_never(new.kind)


def _changes_text(changes: Changes) -> str:
    lines = [_change_text(*change) for change in changes[:_MOST_CHANGES]]
    more = len(changes) - len(lines)
    if more > 0:
        lines.append(_("- and {count} more; `/rules` tells all of them").format(count=more))
    return "\n".join(lines)


def _change_text(option: str, old: str, new: str) -> str:
    name = name_text(_setting(option), 80)
    if not old and new == "+":
        return _("- {name} is new in the list").format(name=name)
    if not old and new == "-":
        return _("- {name} is no more in the list").format(name=name)
    return _("- {name}: {old} → {new}").format(
        name=name, old=_value_text(old), new=_value_text(new)
    )


def _kept_text(option: str, reason: str, numbers: str) -> str:
    told = {
        name: chips_text(one) if isinstance(one, int) else name_text(one, 60)
        for name, one in json.loads(numbers).items()
    }
    return _("- {name}: {why}").format(name=name_text(option, 80), why=_(reason).format(**told))


def _value_text(value: str) -> str:
    """Return what an option is set to; nothing of its own is the usual."""
    if value.isdecimal():
        return chips_text(int(value))
    return name_text(value or _("the usual"), 60)


def _setting(option: str) -> str:
    return {
        "min_buy_in": _("the least buy-in"),
        "max_buy_in": _("the most buy-in"),
        "clock": _("seconds a turn (0: no clock)"),
        "seats": _("seats"),
        "pause": _("seconds between hands"),
        "misses": _("missed turns until one sits out (0: never)"),
        "ping": _("slow players are called"),
    }.get(option, option)

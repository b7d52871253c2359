"""The table's message: one picture in, one layout out, new at each edit and of buttons that last.

A layout holds dynamic items only and has no timeout: the library then keeps nothing of it, and an
edit never takes the next player's click away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, assert_never

import discord

from bot.picture import Phase, Standstill
from bot.render.acts import act_text
from bot.render.buttons import act_buttons, back_button, rebuy_button, wait_button
from bot.render.choice import choice_text, choose_button, list_text
from bot.render.lull import lull_lines
from bot.render.names import WIDTH, chips_text, game_text, listed, person_text
from bot.render.pots import pot_lines
from bot.render.result import result_lines
from bot.render.seats import seat_lines, shown_hand
from bot.render.stakes import stakes_text
from bot.words import _
from engine.course import Phase as HandPhase

if TYPE_CHECKING:
    from bot.picture import Picture
    from bot.render.controls import ControlButton
    from engine.view import HandView

MOST_SIGNS: Final = 3_800
MOST_BYTES: Final = 8_000
"""Discord takes 4,000 characters, and failed on messages over 10,000 bytes, markup included."""

MOST_ACTS: Final = 4
"""How many of the last acts a panel tells."""

_MOST_WAITING: Final = 8
"""How many of those who wait for a seat a panel names."""

_WIDTHS: Final = (WIDTH, 20, 12, 6)
_COLOURS: Final = {
    Phase.WAITING: 0x95A5A6,
    Phase.CHOOSING: 0x9B59B6,
    Phase.PLAYING: 0x2ECC71,
    Phase.BETWEEN: 0xF1C40F,
    Phase.PAUSED: 0xE74C3C,
    Phase.CLOSED: 0x607D8B,
}
Layout = discord.ui.LayoutView


def panel_view(
    picture: Picture,
    *,
    blind: Collection[int] = (),
    live: bool = True,
    standstill: Standstill | None = None,
) -> Layout:
    """Return the panel of a picture.

    `blind` are the ids of players whose cards could not be pushed to them; an old panel is drawn
    with `live` off: every control disabled, and no word that time makes untrue. At a `standstill`
    it is drawn so too, and says why.
    """
    live = live and standstill is None
    container: discord.ui.Container[Layout] = discord.ui.Container(
        accent_colour=_COLOURS[picture.phase]
    )
    texts = _fitting(picture, blind, live=live)
    if standstill is not None and picture.phase is not Phase.CLOSED:
        texts.append(_standstill_text(picture, standstill))
    for number, text in enumerate(texts):
        if number:
            container.add_item(discord.ui.Separator())
        container.add_item(discord.ui.TextDisplay(text))
    for row in _rows(_buttons(picture, live=live)):
        container.add_item(discord.ui.ActionRow(*row))
    layout = Layout(timeout=None)
    layout.add_item(container)
    return layout


def has_controls(picture: Picture) -> bool:
    """Tell whether a panel of this picture has buttons to press."""
    return bool(picture.deciders) or picture.lacks_somebody or picture.has_busted or picture.is_full


def _is_played(picture: Picture) -> bool:
    return picture.phase is Phase.PLAYING and picture.view is not None


def _buttons(picture: Picture, *, live: bool) -> list[ControlButton]:
    buttons = []
    if _is_played(picture) and picture.view is not None:
        buttons += act_buttons(picture.moment, picture.view, live=live)
    if picture.chooser is not None and live:
        buttons.append(choose_button(picture.moment))
    if picture.lacks_somebody and live:
        buttons.append(back_button(picture.moment))
    if picture.has_busted and live:
        buttons.append(rebuy_button(picture.moment))
    if picture.is_full and live:
        buttons.append(wait_button(picture.moment))
    return buttons


def _rows(buttons: Sequence[ControlButton]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(buttons), 5):
        yield buttons[start : start + 5]


def _fitting(picture: Picture, blind: Collection[int], *, live: bool) -> list[str]:
    """Return the texts of a panel, names shortened where they would go over Discord's limits."""
    texts: list[str] = []
    for width in _WIDTHS:
        texts = list(_texts(picture, blind, width, live=live))
        whole = "".join(texts)
        if len(whole) <= MOST_SIGNS and len(whole.encode()) <= MOST_BYTES:
            break
    return texts


def _texts(picture: Picture, blind: Collection[int], width: int, *, live: bool) -> Iterator[str]:
    yield "\n".join(_heading(picture))
    seats = "\n".join(seat_lines(picture, width))
    yield seats or _("Nobody is seated.")
    foot = "\n".join(_foot(picture, blind, width, live=live))
    if foot:
        yield foot


def _heading(picture: Picture) -> Iterator[str]:
    title = game_text(picture.title)
    if picture.hand:
        yield _("### Hand {number} · {title}").format(number=picture.hand, title=title)
    else:
        yield f"### {title}"
    choice = picture.choice
    if choice is not None and shown_hand(picture) is None:
        yield f"-# {list_text(choice)}"
    else:
        yield f"-# {stakes_text(picture.rules, len(picture.players) or None)}"
    if choice is not None:
        yield f"-# {game_text(choice.title)}: {choice_text(choice)}"
    yield "-# " + " · ".join(_house(picture))


def _house(picture: Picture) -> Iterator[str]:
    least, most = chips_text(picture.least), chips_text(picture.most)
    yield _("buy-in {least} to {most}").format(least=least, most=most)
    if picture.clock_seconds:
        yield _("{seconds} s a turn").format(seconds=picture.clock_seconds)
    else:
        yield _("no clock")
    if picture.phase is Phase.PLAYING and picture.view is not None:
        yield _stage_text(picture.view)


def _stage_text(view: HandView) -> str:
    """Return which betting round, buy or declaration a hand has come to."""
    match view.phase:
        case HandPhase.BUYING if view.rules.buy > 1:
            return _("buy {number} of {count}").format(
                number=view.chapters[-1].number, count=view.rules.buy
            )
        case HandPhase.BUYING:
            return _("the buy")
        case HandPhase.DECLARING:
            return _("the declaration")
        case _:
            return _("round {round} of {count}").format(round=view.round, count=view.rounds_in_all)


def _foot(picture: Picture, blind: Collection[int], width: int, *, live: bool) -> Iterator[str]:
    view = shown_hand(picture)
    if view is not None and view.over:
        yield _("**Hand {number} is over**").format(number=picture.hand)
        yield from result_lines(view, picture.players, width)
    if picture.phase is Phase.PLAYING and view is not None:
        yield from pot_lines(view, picture, width)
        yield from _act_lines(view, picture, width)
        if live:
            yield from _turn_lines(picture)
            yield from _nudge(picture, blind, width)
    else:
        yield from lull_lines(picture, live=live)
    if live and picture.waiting:
        yield _queue_line(picture, width)


def _queue_line(picture: Picture, width: int) -> str:
    """Tell who waits for a seat, and for whom one is kept."""
    shown = picture.waiting[:_MOST_WAITING]
    names = [
        _("{name} (a seat is kept)").format(name=person_text(one, width))
        if one in picture.called
        else person_text(one, width)
        for one in shown
    ]
    more = len(picture.waiting) - len(shown)
    if more:
        names.append(_("{count} more").format(count=more))
    return _("-# Waiting for a seat: {names}").format(names=listed(names))


def _act_lines(view: HandView, picture: Picture, width: int) -> Iterator[str]:
    """Tell the last acts: those of this round, or how the one before it ended."""
    yield from _unsupplied_lines(view, picture, width)
    *before, now = [chapter.acts for chapter in view.chapters]
    acts = now or (before[-1] if before else ())
    if acts:
        told = " · ".join(act_text(act, picture.players, width) for act in acts[-MOST_ACTS:])
        yield told if now else _("Before: {acts}").format(acts=told)


def _unsupplied_lines(view: HandView, picture: Picture, width: int) -> Iterator[str]:
    """Tell for whom no card is left, in the stage that runs or the one before it (R-DECK-11)."""
    seats = [seat for chapter in view.chapters[-2:] for seat in chapter.unsupplied]
    names = [person_text(picture.players[seat], width) for seat in seats]
    if names:
        yield _("-# No card is left to buy for {names}.").format(names=listed(names))


def _turn_lines(picture: Picture) -> Iterator[str]:
    if not picture.owing:
        return
    actors = listed([f"<@{picture.players[seat].id}>" for seat in picture.owing])
    line = (
        _("**{actors} still to declare**") if picture.is_secret else _("**{actors} to act**")
    ).format(actors=actors)
    yield f"{line} · <t:{int(picture.due_at)}:R>" if picture.due_at is not None else line


def _nudge(picture: Picture, blind: Collection[int], width: int) -> Iterator[str]:
    names = [person_text(one, width) for one in picture.players if one.id in blind]
    if names:
        yield _("-# {names}: press Peek to see your cards.").format(names=listed(names))


def _standstill_text(picture: Picture, standstill: Standstill) -> str:
    safe = (
        _("The hand goes on where it stands, and all chips are safe.")
        if picture.phase is Phase.PLAYING
        else _("All chips are safe.")
    )
    match standstill:
        case Standstill.STOPPING:
            why = _("The bot stops for now, and buttons work again when it is back.")
        case Standstill.UNSEEN:
            why = _("The table stands still: the bot may not write in this channel.")
        case _:
            assert_never(standstill)
    return f"**{why}** {safe}"

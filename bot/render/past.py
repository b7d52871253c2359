"""What is said beside the file of a hand, and where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.past import Gap
from bot.words import _

if TYPE_CHECKING:
    from bot.past import NoPast, Tale


def tale_text(tale: Tale) -> str:
    """Return the line beside a hand's file."""
    words = _tale_words(tale).format(number=tale.number)
    return (
        _("{words} It is of an earlier table here.").format(words=words) if tale.earlier else words
    )


def _tale_words(tale: Tale) -> str:
    if tale.void and tale.own:
        return _("Hand {number}, which was called off, as you have seen it.")
    if tale.void:
        return _("Hand {number}, which was called off, as everybody has seen it.")
    if tale.own:
        return _("Hand {number} as you have seen it.")
    return _("Hand {number} as everybody has seen it.")


def void_text() -> str:
    """Return the reason that the file of a hand gives which was called off."""
    return _("the hand was called off, and everybody was given back the chips he began it with")


def gap_text(missing: NoPast) -> str:
    """Return why there is no such hand, as one line."""
    match missing.gap:
        case Gap.NO_TABLE:
            words = _("There has been no table in this channel.")
        case Gap.NO_HAND:
            words = _("No hand has been played to its end in this channel.")
        case Gap.RUNNING:
            words = _("Hand {first} is still running; it can be read when it is over.")
        case Gap.UNKNOWN if missing.numbers[1] == missing.numbers[2]:
            words = _("There is no hand {first} in this channel; there is hand {second} alone.")
        case Gap.UNKNOWN:
            words = _(
                "There is no hand {first} in this channel; there are hands {second} to {third}."
            )
        case Gap.KEPT_NO_LONGER:
            words = _(
                "Hand {first} is too old: its cards and acts are kept no longer, only what it came"
                " to."
            )
        case Gap.UNREADABLE:
            words = _("Hand {first} is kept, but cannot be played again: it cannot be read.")
        case _:
            assert_never(missing.gap)
    names = ("first", "second", "third")
    numbers = [str(number) for number in missing.numbers]
    return words.format(**dict(zip(names, numbers, strict=False)))

"""A member's numbers in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.render.chips import change_text
from bot.render.names import chips_text, name_text, person_text
from bot.words import _

if TYPE_CHECKING:
    from bot.person import Person
    from bot.stats import GameTotal, Record

_MOST_GAMES: Final = 12
"""How many games are told, those played most."""


def record_text(person: Person, record: Record | None) -> str:
    """Return a member's numbers."""
    name = person_text(person)
    if record is None:
        return _("{name} has not played here yet.").format(name=name)
    return "\n".join([f"**{name}**", *_lines(record)])


def picture_text(person: Person) -> str:
    """Return what the picture shows, for who cannot see it."""
    return _("The chips of {name} over time").format(name=person.name)


def _lines(record: Record) -> Iterator[str]:
    counts = record.counts
    yield _(
        "Hands {hands} · won {won} · showdowns {showdowns} · biggest pot won {biggest} · net {net}"
    ).format(
        hands=chips_text(counts.hands),
        won=chips_text(counts.won),
        showdowns=chips_text(counts.showdowns),
        biggest=chips_text(counts.biggest),
        net=change_text(record.net),
    )
    left = counts.hands - counts.counted
    if left:
        yield "-# " + _(
            "{left} older hands are not in the hands won, the showdowns and the pots yet."
        ).format(left=chips_text(left))
    yield from (_game_text(game) for game in record.games[:_MOST_GAMES])
    others = record.games[_MOST_GAMES:]
    if others:
        yield _("… and {more} other games.").format(more=len(others))


def _game_text(game: GameTotal) -> str:
    return _("{title}: hands {hands}, net {net}").format(
        title=name_text(_(game.title), 100),
        hands=chips_text(game.hands),
        net=change_text(game.net),
    )

"""A member's own affair: all that is stored of him as a file, and being forgotten."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.broken import BrokenHand
from bot.refusal import No, Refusal
from bot.replaying import played_again
from bot.scribe import take_request
from bot.store import forgotten
from bot.store.hands import HandRow, HandRows, HandState
from engine.cards import cards_text
from engine.history import export
from engine.view import view

if TYPE_CHECKING:
    import sqlite3

    from bot.board import Board
    from bot.person import Person
    from bot.store import Store
    from bot.tables import Tables

_log = logging.getLogger(__name__)

_AT_ONCE: Final = 50
"""How many hands are read in one piece: the tables' steps pass between two pieces."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """A file with all that is stored of a member."""

    filename: str
    content: bytes


class Privacy:
    """Tells a member what is stored of him, and forgets him."""

    def __init__(self, store: Store, tables: Tables, board: Board) -> None:
        """Look into a store; tables and board are told whom they must forget too."""
        self._store = store
        self._tables = tables
        self._board = board

    async def export(self, person: Person, void: str, most: int) -> Dossier:
        """Write down all that is stored of somebody, in all guilds, in at most `most` bytes.

        Of others nothing is told but the cards they have shown. `void` is the reason that a hand
        which was called off is given. Where the file is too large it is packed, and where that
        does not help the hands are told without their records.
        """
        user, read = person.id, self._store.report
        told: dict[str, Any] = {"user": user}
        told |= await read(lambda connection: forgotten.read_member(connection, user))
        hands = await read(lambda connection: forgotten.read_hands(connection, user))
        told["hands"] = hands
        for start in range(0, len(hands), _AT_ONCE):
            some = hands[start : start + _AT_ONCE]
            rows = await read(partial(_read_some, user, some))
            await asyncio.to_thread(_tell_some, some, rows, person.name, void)
        return await asyncio.to_thread(_packed, told, most)

    async def refuse_seated(self, person: Person) -> None:
        """Raise Refusal (STILL_SEATED with the number of tables) for who has a seat somewhere."""
        user = person.id
        seats = await self._store.read(lambda connection: forgotten.tables_sat_at(connection, user))
        if seats:
            raise Refusal(No.STILL_SEATED, seats)

    async def forget(self, person: Person, key: str) -> None:
        """Forget somebody in all guilds: his accounts are nobody's then, and keep their chips.

        Raises Refusal: STILL_SEATED with the number of tables, DOUBLED.
        """
        user, at = person.id, self._tables.now()

        def unit(connection: sqlite3.Connection) -> None:
            take_request(connection, key, at)
            seats = forgotten.tables_sat_at(connection, user)
            if seats:
                raise Refusal(No.STILL_SEATED, seats)
            forgotten.forget(connection, user, at)

        await self.refuse_seated(person)
        # The tables forget him first: a step of one of them would write down again who waits.
        await self._tables.forget(user)
        await self._store.write(unit)
        self._board.forget(user)
        await self._tables.forget(user)
        _log.info("somebody was forgotten")


_Read = list[tuple[HandRow | None, list[dict[str, Any]]]]


def _read_some(user: int, some: list[dict[str, Any]], connection: sqlite3.Connection) -> _Read:
    hands = HandRows(connection)
    return [
        (
            hands.numbered(told["table"], told["number"]),
            forgotten.read_acts(connection, user, told["hand"]),
        )
        for told in some
    ]


def _tell_some(some: list[dict[str, Any]], rows: _Read, name: str, void: str) -> None:
    """Add to hands what their player did and saw in them."""
    for told, (row, acts) in zip(some, rows, strict=True):
        told["acts"] = acts
        if row is not None:
            told.update(_seen(row, told["p"], name, void))
        told["p"] += 1  # as the notation counts players


def _seen(row: HandRow, seat: int, name: str, void: str) -> dict[str, Any]:
    """Return a player's cards of a hand, and its record as he saw it once it runs no more."""
    try:
        hand = played_again(row)
    except BrokenHand as broken:
        _log.info("a hand is told without its cards: %s", broken)
        return {"cards": None}
    own = view(hand, seat).seats[seat].cards
    cards = cards_text(seen.card for seen in own if seen.card is not None)
    if row.state is HandState.RUNNING:
        return {"cards": cards}
    names = [name if at == seat else f"p{at + 1}" for at in range(len(row.start.seats))]
    off = void if row.state is HandState.VOID else None
    return {"cards": cards, "record": export(hand, names, seat, void=off)}


def _packed(told: dict[str, Any], most: int) -> Dossier:
    plain = _written(told)
    if len(plain) <= most:
        return Dossier("doorcard.json", plain)
    packed = gzip.compress(plain)
    if len(packed) > most:
        for hand in told["hands"]:
            hand.pop("record", None)
        packed = gzip.compress(_written(told))
    return Dossier("doorcard.json.gz", packed)


def _written(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, indent=1).encode()

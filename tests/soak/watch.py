"""The watch over secrets: whatever anybody is shown, and each line of the log, is read for cards.

A payload is read as it comes, while the store says how far its hand has got. What a hand's public
and private messages may name is in `sight.py`; the log, a modal and a list of choices may name no
card at all. What they say of somebody's hand in words (`claims.py`) must be true of the cards that
their reader sees. No digest may go out either: one of a state with a deck in it tells of the deck.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.parcel import Upload
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import MessageFlag
from bot.rehearsal.world import Deed, Happening
from bot.store.hands import HandRows
from engine.cards import Card, cards_text
from tests.soak.cards_in import cards_in
from tests.soak.claims import claims_in
from tests.soak.sight import Known, Sight, sight_of

_CONTROL: Final = re.compile(r"dc:(?:\d+:)?(\d+):\d+:\d+:[a-z]")
_HAND: Final = re.compile(r"\bhands? (\d+)", re.IGNORECASE)
_DIGEST: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
_FILE: Final = re.compile(r"doorcard-(\d+)-(\d+)\.phh")
_EXPLAINING: Final = ("/rules", "/house")
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT")
_NEWEST: Final = "SELECT table_id FROM tables WHERE channel = ? ORDER BY table_id DESC LIMIT 1"
_ACT: Final = "SELECT 1 FROM act WHERE digest = ?"
_NUMBER: Final = "SELECT max(number) FROM hand WHERE table_id = ?"


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that went out and must not: where it was seen, by whom (None: by everybody)."""

    where: str
    reader: int | None
    what: str
    text: str

    def __str__(self) -> str:
        who = "everybody" if self.reader is None else f"user {self.reader}"
        return f"{self.what} in {self.where}, shown to {who}: {self.text[:600]}"


class _Lines(deque[str]):
    """Lines of output that are read as they come."""

    def __init__(self, watch: Watch, most: int | None) -> None:
        super().__init__(maxlen=most)
        self._watch = watch

    def append(self, line: str, /) -> None:
        super().append(line)
        self._watch.logged(line)


class Watch:
    """Reads everything that the bot lets out on a stage, from before the bot is started."""

    def __init__(self, stage: Rehearsal) -> None:
        self.leaks: list[Leak] = []
        self.read = 0
        self.named = 0
        self.claimed = 0
        self.lines = 0
        self._stage = stage
        self._tables: dict[int, int] = {}
        self._sights: dict[tuple[int, int], Sight] = {}
        self._hexes: dict[str, Leak] = {}
        self._asked: deque[Interaction] = deque()
        self._connection: sqlite3.Connection | None = None
        stage._output = _Lines(self, stage._output.maxlen)
        stage.world.on_message.append(self._happened)
        stage.world.on_interaction.append(self._asked.append)

    def close(self) -> None:
        """Read the store no more."""
        if self._connection is not None:
            self._connection.close()

    def settle(self) -> None:
        """Read the modals and choices that have come since, which name no card, and digests."""
        while self._asked:
            asked = self._asked.popleft()
            for what in (asked.modal, asked.choices):
                if what:
                    self._refuse_cards(f"the answer to {asked.words}", asked.user.id, _text(what))
        for found in [one for one in self._hexes if self._one(_ACT, one)]:
            self.leaks.append(self._hexes.pop(found))

    def logged(self, line: str) -> None:
        """Read a line of the log, in which no card is named at all."""
        self.lines += 1
        self._refuse_cards("the log", None, line)

    # Messages

    def _happened(self, happening: Happening) -> None:
        message = happening.message
        ours = message.author.id == self._stage.world.bot.id
        if happening.deed is Deed.DELETE or not ours or not self._stage.database.exists():
            return
        self.read += 1
        where = f"message {message.id} in channel {message.channel_id}"
        text = _text({k: v for k, v in message.payload.items() if k not in ("id", "author")})
        self._refuse_digests(where, message.private_to, text)
        for upload in self._uploads(message):
            self._read_file(where, message.private_to, upload)
        known = self._known(message, text)
        self._compare_cards(where, message.private_to, text, known)
        if not self._explains(message):
            self._compare_claims(where, message.private_to, text, known)

    def _explains(self, message: Message) -> bool:
        """Tell whether a private message is of the rules: what hands there are, not who has one."""
        asked = message.payload.get("interaction_metadata")
        interaction = (
            None if asked is None else self._stage.world.interactions.get(int(asked["id"]))
        )
        while interaction is not None and interaction.opener is not None:
            interaction = interaction.opener
        return (
            message.ephemeral
            and interaction is not None
            and interaction.words.startswith(_EXPLAINING)
        )

    def _known(self, message: Message, text: str) -> Known:
        """Return what a message's readers may know of the hand it speaks of."""
        table = self._table_of(message, text)
        if table is None:
            return Known()
        numbers = [int(found) for found in _HAND.findall(message.text)]
        if MessageFlag.IS_COMPONENTS_V2 not in message.flags:
            numbers.append(self._newest(table))
        known = Known()
        for number in numbers:
            sight = self._sight(table, number)
            known |= Known() if sight is None else sight.known_to(message.private_to)
        return known

    def _table_of(self, message: Message, text: str) -> int | None:
        """Return the table that a message is of: it stays that of the channel when it came."""
        found = _CONTROL.search(text)
        if found is not None:
            self._tables[message.id] = int(found[1])
        if message.id not in self._tables:
            row = self._one(_NEWEST, message.channel_id)
            if row is None:
                return None
            self._tables[message.id] = int(row[0])
        return self._tables[message.id]

    def _newest(self, table: int) -> int:
        row = self._one(_NUMBER, table)
        return 0 if row is None else int(row[0] or 0)

    def _sight(self, table: int, number: int) -> Sight | None:
        connection = self._store()
        sight = self._sights.get((table, number))
        if sight is None:
            sight = sight_of(connection, table, number)
            if sight is None:
                return None
            self._sights[table, number] = sight
        row = HandRows(connection).numbered(table, number)
        if row is not None and row.kept:
            sight.follow(row)
        return sight

    # Files

    def _uploads(self, message: Message) -> Iterable[Upload]:
        for attachment in message.payload["attachments"]:
            upload = self._stage.rest.scribe.cdn.file(int(attachment["id"]))
            if upload is not None:
                yield upload

    def _read_file(self, where: str, reader: int | None, upload: Upload) -> None:
        found = _FILE.fullmatch(upload.name)
        if found is not None:
            self._read_hand(where, reader, int(found[1]), int(found[2]), upload.text)
        elif upload.name.startswith("doorcard.json"):
            packed = upload.name.endswith(".gz")
            told = json.loads(gzip.decompress(upload.content) if packed else upload.content)
            for hand in told["hands"]:
                record = f"{hand.get('cards') or ''} {hand.get('record', '')}"
                self._read_hand(where, reader, hand["table"], hand["number"], record)
        else:
            self._compare(f"{where}, {upload.name}", reader, _decoded(upload), Known())

    def _read_hand(
        self, where: str, reader: int | None, table: int, number: int, text: str
    ) -> None:
        sight = self._sight(table, number)
        known = Known() if sight is None else sight.known_to(reader)
        self._refuse_digests(where, reader, text)
        self._compare(f"{where}, hand {number} of table {table}", reader, text, known)

    # What is wrong

    def _compare(self, where: str, reader: int | None, text: str, known: Known) -> None:
        self._compare_cards(where, reader, text, known)
        self._compare_claims(where, reader, text, known)

    def _compare_cards(self, where: str, reader: int | None, text: str, known: Known) -> None:
        named = cards_in(text)
        self.named += len(named)
        secret = named - known.cards
        if secret:
            self.leaks.append(
                Leak(where, reader, f"secret {cards_text(sorted_cards(secret))}", text)
            )

    def _compare_claims(self, where: str, reader: int | None, text: str, known: Known) -> None:
        for claim in claims_in(text):
            self.claimed += 1
            if not known.makes(claim):
                self.leaks.append(Leak(where, reader, f"claim “{claim.words}”", text))

    def _refuse_cards(self, where: str, reader: int | None, text: str) -> None:
        self._compare(where, reader, text, Known())
        self._refuse_digests(where, reader, text)

    def _refuse_digests(self, where: str, reader: int | None, text: str) -> None:
        """Keep what looks like a digest until the store says whether it is one."""
        for found in _DIGEST.findall(text):
            self._hexes.setdefault(found, Leak(where, reader, f"digest {found}", text))

    # The store, read only

    def _store(self) -> sqlite3.Connection:
        if self._connection is None:
            address = f"file:{self._stage.database}?mode=ro"
            self._connection = sqlite3.connect(address, uri=True)
        return self._connection

    def _one(self, statement: str, *values: int | str) -> Any:
        with suppress(sqlite3.OperationalError):  # the store is being made
            return self._store().execute(statement, values).fetchone()
        return None


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Return cards in the order of their ranks and suits."""
    return sorted(cards, key=lambda card: (card.rank, card.suit))


def _text(payload: object) -> str:
    return json.dumps(payload, ensure_ascii=False)


def _decoded(upload: Upload) -> str:
    """Return what is written in a file, its name too; of a picture all but its colours."""
    content = upload.content
    if content.startswith(_PNG):
        content = b" ".join(body for kind, body in _chunks(content) if kind not in _COLOURS)
    return f"{upload.name} " + content.decode("utf-8", errors="replace")


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the parts of a PNG, and what hangs behind its end."""
    at = len(_PNG)
    while at < len(picture):
        length = int.from_bytes(picture[at : at + 4], "big")
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        at += 12 + length

"""What each table's panel should say: the store's hand, played again and drawn anew."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from bot.picture import Picture
from bot.portrait import picture_of
from bot.rehearsal.messages import Message
from bot.rehearsal.plain import plain
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import Json, MessageFlag
from bot.render.panel import panel_view
from bot.restoring import pending_of, read_rows, read_table, replay, state_of
from bot.store.line import line_of
from bot.stored_terms import terms_of

_TIMES: Final = re.compile(r"<t:\d+")
_NUDGE: Final = re.compile(r"\n-# [^\n]*: press Peek to see your cards\.")
"""Whose cards could not be pushed is known to the process alone."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One open table: what is shown there in public, and how a reader sees it."""

    picture: Picture
    text: str
    panel: int | None


@contextmanager
def reading(stage: Rehearsal) -> Iterator[sqlite3.Connection]:
    """Open the bot's store for reading alone."""
    with closing(sqlite3.connect(f"file:{stage.database}?mode=ro", uri=True)) as connection:
        yield connection


def expected(stage: Rehearsal) -> dict[int, Expected]:
    """Return what every open table should show, by channel."""
    with reading(stage) as connection:
        connection.execute("BEGIN")  # one instant for all that is read
        return {row.opened.channel: _expected(row, connection) for row in read_rows(connection)}


def _expected(row: Any, connection: sqlite3.Connection) -> Expected:
    stored = read_table(row, connection)
    play = replay(stored)
    state = state_of(stored)
    state = replace(state, play=play, pending=pending_of(stored, play))
    picture = picture_of(terms_of(row, line_of(connection) or 0), state)
    return Expected(picture, seen_text(drawn(picture)), row.panel)


def drawn(picture: Picture) -> Json:
    """Return the panel of a picture as a message's payload."""
    components = cast(Any, panel_view(picture)).to_components()
    return {"flags": 0, "content": "", "embeds": [], "attachments": [], "components": components}


def seen_text(payload: Json) -> str:
    """Return what is read in a panel, without instants and without who is nudged to peek."""
    return _NUDGE.sub("", _TIMES.sub("<t:", plain(payload)))


def all_panels(stage: Rehearsal) -> dict[int, list[Message]]:
    """Return the bot's public messages with a layout by their channels, oldest first."""
    found: dict[int, list[Message]] = {}
    for message in stage.world.messages.values():
        ours = message.author.id == stage.world.bot.id and not message.ephemeral
        if ours and MessageFlag.IS_COMPONENTS_V2 in message.flags:
            found.setdefault(message.channel_id, []).append(message)
    return found


def panels(stage: Rehearsal, channel: int) -> list[Message]:
    """Return the panels of one channel, oldest first."""
    return all_panels(stage).get(channel, [])


def differences(stage: Rehearsal) -> list[str]:
    """Return where a channel does not show what it should: panels, and buttons of old ones."""
    wanted = expected(stage)
    found = []
    there = all_panels(stage)
    for channel in sorted(there.keys() | wanted.keys()):
        shown = there.get(channel, [])
        newest = shown[-1] if shown else None
        want = wanted.get(channel)
        if want is not None and (newest is None or seen_text(newest.payload) != want.text):
            said = "nothing" if newest is None else seen_text(newest.payload)
            found.append(f"channel {channel} shows\n{said}\nand should show\n{want.text}")
        old = shown if want is None else shown[:-1]
        found += [
            f"an old panel {message.id} of channel {channel} has live buttons:\n{message.text}"
            for message in old
            if message.controls
        ]
    return found

"""What the board knows of one table's message: what is shown there, and what should be."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.render.panel import has_controls

if TYPE_CHECKING:
    from bot.picture import Picture
    from bot.table import Table


@dataclass(slots=True)
class Stroke:
    """One send of an edition that is under way; `alone` until another is under way beside it.

    `message` is what it edits, None where it posts.
    """

    edition: int
    message: int | None
    alone: bool = True


class Sheet:
    """One table's message and the newest picture of the table.

    An edition is whatever should be shown: it grows with each picture, and when the same picture
    must look different. Sends may overlap (a click's answer never waits for an edit), and the one
    that ends last need not be the one Discord took last. So whatever overlapped with a send of
    another edition leaves the message unsure, and it is painted again.

    `past` are older messages that may still have buttons, each with the picture it showed last;
    None where an earlier process has left it.
    """

    def __init__(self, table: Table, picture: Picture) -> None:
        """Begin with a picture that is not shown yet; the table may have a message already."""
        self.table = table
        self.picture = picture
        self.message: int | None = table.panel
        self.message_hand: int | None = None
        self.blind: set[int] = set()
        self.past: deque[tuple[int, Picture | None]] = deque()
        self.task: asyncio.Task[None] | None = None
        self.nudged = asyncio.Event()
        self.claims = 0
        self.lost = 0
        self.inherited = picture.version > 1
        """An earlier process has shown the table, or was about to."""
        self._tried = self.inherited
        self.complained = False
        self.hidden = False
        """Its channel shows nothing of the bot's: the table stands still."""
        self.homeless = False
        """Its channel is gone."""
        self.astray = False
        """A panel of an earlier hand may have been posted without anybody knowing its id."""
        self._left: Picture | None = None
        self._edition = 0
        self._first = 0
        self._shown = -1
        self._unsure = False
        self._strokes: list[Stroke] = []

    def take(self, picture: Picture) -> None:
        """Take note of a newer picture; a new hand leaves the old message to be closed."""
        if picture.version <= self.picture.version:
            return
        if picture.hand != self.picture.hand:
            if self.message is not None and self._stands_open():
                self.past.append((self.message, self.picture))
            self.astray = self.astray or (self.needs_post and self._tried)
            self._left = self.picture
            self._tried = False
            self._first = self._edition + 1
        self.picture = picture
        self._edition += 1

    @property
    def is_unread(self) -> bool:
        """Tell whether it is not known yet for which hand the table's message was posted."""
        return self.message is not None and self.message_hand is None

    @property
    def needs_post(self) -> bool:
        """Tell whether the newest picture has no message of its own yet."""
        return self.message is None or self.message_hand != self.picture.hand

    @property
    def settled(self) -> bool:
        """Tell whether the message surely shows the newest picture."""
        return not self.needs_post and not self._unsure and self._shown == self._edition

    def begin(self, message: int | None) -> Stroke:
        """Note that a send of the newest edition begins, to a message or as a new one (None)."""
        stroke = Stroke(self._edition, message)
        for other in self._strokes:
            if other.edition != stroke.edition:
                other.alone = stroke.alone = False
        self._strokes.append(stroke)
        return stroke

    def end(self, stroke: Stroke, *, sent: bool) -> None:
        """Note that a send has ended; one that failed may have been taken all the same."""
        self._strokes.remove(stroke)
        if stroke.message is not None and stroke.message != self.message:
            return  # another message has taken its place
        if sent:
            self._shown = stroke.edition
            self._unsure = not stroke.alone
        else:
            self._unsure = True
            self._tried = True
            if stroke.message is None and stroke.edition < self._first:
                self.astray = True

    def posted(self, message: int, hand: int, *, as_sent: bool) -> None:
        """Note the id of the message that now stands for a hand.

        Where a post of it was tried before, also by an earlier process, Discord may have answered
        with the message of then (the nonce is the same): it is painted once more, as it is where
        what came back was not `as_sent`.
        """
        self.message = message
        self.message_hand = hand
        self._unsure = self._unsure or self._tried or not as_sent
        self._tried = False
        if hand != self.picture.hand and self._left is not None and self._left.hand == hand:
            self.past.append((message, self._left))  # its hand ended while it was being posted

    def adopt(self, message: int, hand: int) -> None:
        """Note that a message with buttons of a hand was clicked: for that hand it is the panel.

        A process that was killed may have posted it without having noted it. Of two messages the
        newer one is the panel, and the other is to lose its buttons.
        """
        if hand != self.picture.hand or (message, hand) == (self.message, self.message_hand):
            return
        if self.message is not None and self.message_hand == hand and message < self.message:
            if all(message != past for past, _ in self.past):
                self.past.append((message, self.picture))
            return
        if self.message is not None and self.message != message and self.message_hand == hand:
            self.past.append((self.message, self.picture))
        self.message = message
        self.message_hand = hand
        self._unsure = True

    def mislaid(self) -> None:
        """Note that the message is gone: the next send is a new one."""
        if self.message is not None:
            self.lost = self.message
            self._tried = False
        self.message = None

    def outdo(self, message: int) -> None:
        """Note that a message can be edited only after another one: that takes its place."""
        if self.message == message:
            self.past.append((message, self.picture))
            self.mislaid()

    def spoil(self) -> None:
        """Note that the message must look different although the picture is the same."""
        self._edition += 1

    def _stands_open(self) -> bool:
        """Tell whether the message of the picture's hand may still show buttons, or be behind."""
        if self.message_hand != self.picture.hand:
            return False
        return not self.settled or has_controls(self.picture)

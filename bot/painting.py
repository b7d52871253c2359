"""Painting: the newest picture of each table brought to its message through the channel.

One send of a table is under way at a time, and of what came meanwhile only the newest picture is
sent. What is refused or lost is tried again for as long as the table is open.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers import DROPPED
from bot.brush import Brush
from bot.clock import AGAIN_AFTER
from bot.picture import Phase, Standstill
from bot.reach import BARRED, Reach, Reaches
from bot.refusal import Refusal
from bot.render.panel import panel_view

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.leftovers import Leftovers
    from bot.sheet import Sheet
    from bot.table import Table

_log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
_PATIENT_TRIES: Final = 7
LONGEST_WAIT: Final = 30.0
"""Seconds after which a refused send is tried again at the latest."""
Spawn = Callable[["Coroutine[Any, Any, None]"], "asyncio.Task[None]"]


class Painting:
    """Posts and edits the messages of tables until they show what they should."""

    def __init__(
        self,
        client: discord.Client,
        leftovers: Leftovers,
        spawn: Spawn,
        first_delay: float,
        *,
        over: Callable[[Sheet], object],
        astray: Callable[[Sheet], object],
    ) -> None:
        """Paint nothing yet; `first_delay` is the wait in seconds before a failed send's retry.

        `over` is told of a closed table that is shown so, or never will be, `astray` of one that
        may have a panel whose id nobody knows.
        """
        self._client = client
        self._leftovers = leftovers
        self._spawn = spawn
        self._first_delay = first_delay
        self._over = over
        self._brush = Brush(client, leftovers, self.view, astray)
        self.reaches = Reaches(client)
        self.stopping = False
        """The process ends: every panel says so, and none has a live button."""
        self.shut = False
        """Nothing is begun any more."""

    def view(self, sheet: Sheet) -> discord.ui.LayoutView:
        """Return the panel as it is to be shown now."""
        standstill = None
        if self.stopping:
            standstill = Standstill.STOPPING
        elif sheet.hidden and self.reach(sheet) is not Reach.WHOLE:
            standstill = Standstill.UNSEEN
        return panel_view(sheet.picture, blind=sheet.blind, standstill=standstill)

    def wake(self, sheet: Sheet) -> None:
        """Begin to paint, where something is left to be shown and nothing is under way."""
        if self.shut or sheet.task is not None or self._waits(sheet) or self._done(sheet):
            return
        sheet.task = self._spawn(self._paint(sheet))

    def _waits(self, sheet: Sheet) -> bool:
        """Tell whether the answer to a click is to paint the panel; at the end none is sure to."""
        return sheet.claims > 0 and not self.stopping

    def _done(self, sheet: Sheet) -> bool:
        return sheet.settled and not sheet.past

    def reach(self, sheet: Sheet) -> Reach:
        """Return what the bot may do in a table's channel, as far as is known."""
        return self.reaches.of(sheet.table.guild, sheet.table.channel)

    def look_again(self, sheet: Sheet) -> None:
        """Look anew at whether a table may be shown, and try at once what could not be."""
        if self.reach(sheet).lacks:
            self._hide(sheet)
        elif sheet.hidden:
            sheet.spoil()  # it is let be seen again, if that can be done
        sheet.nudged.set()
        self.wake(sheet)

    async def _paint(self, sheet: Sheet) -> None:
        try:
            await self._paint_until_done(sheet)
        except Exception:  # noqa: BLE001 -- a fault of ours is reported; the act stands
            _log.exception("the panel of %s could not be painted", _place(sheet))
        finally:
            sheet.task = None
        if sheet.picture.phase is Phase.CLOSED:
            if self._done(sheet) or sheet.homeless:
                await self._leftovers.settle(sheet.table)
            elif not sheet.homeless and self._client.get_guild(sheet.table.guild) is not None:
                return  # the staff may let it be shown yet
            self._over(sheet)

    async def _paint_until_done(self, sheet: Sheet) -> None:
        tries = 0
        while not self._done(sheet) and not self._waits(sheet):
            sheet.nudged.clear()
            sent = passes = False
            try:
                sent = await self._send(sheet)
            except discord.HTTPException as error:
                if error.code == UNKNOWN_CHANNEL:
                    sheet.homeless = True
                    self._spawn(self._give_up(sheet.table))
                    return
                passes = self._passes(sheet, error)
            except DROPPED as error:
                _log.info("%s: the connection dropped: %s", _place(sheet), type(error).__name__)
                passes = True
            if sent:
                tries = 0
                sheet.complained = False
                continue
            if not passes and (sheet.picture.phase is Phase.CLOSED or self.stopping):
                return  # nobody waits for it, and Discord counts refused requests
            wait = self._first_delay * 2**tries if passes else LONGEST_WAIT
            tries = min(tries + 1, _PATIENT_TRIES)
            # A table whose panel is not shown has no buttons: nothing but this can show it again.
            await _nap(sheet.nudged, min(wait, LONGEST_WAIT))

    def _hide(self, sheet: Sheet) -> None:
        """Let a table stand still that cannot be shown as it should be."""
        if not sheet.hidden and not self.stopping and sheet.picture.phase is not Phase.CLOSED:
            sheet.hidden = True
            sheet.spoil()
            self._spawn(self.agree(sheet))

    def _let_be_seen(self, sheet: Sheet) -> None:
        """Let a table go on that has just been shown where it may be."""
        if sheet.hidden and not self.reach(sheet).lacks:
            sheet.hidden = False
            self._spawn(self.agree(sheet))

    async def agree(self, sheet: Sheet, again_after: float = AGAIN_AFTER) -> None:
        """Let a table stand still, or go on, as its sheet has it; what fails is tried again.

        One that is closed, or takes no more steps, does not change any more.
        """
        agreed = None
        while agreed is not sheet.hidden and not self.shut:
            wanted, table = sheet.hidden, sheet.table
            try:
                await (table.hide() if wanted else table.unhide())
                agreed = wanted
            except Refusal:
                return
            except Exception:  # noqa: BLE001 -- a full disk; reported, and tried again
                _log.exception("%s: how it stands cannot be written", _place(sheet))
                await asyncio.sleep(again_after)

    def _passes(self, sheet: Sheet, error: discord.HTTPException) -> bool:
        """Tell whether a refusal passes by itself soon; one that does not is logged once."""
        if error.status >= 500 or error.status in (408, 429):
            _log.info("%s: Discord answers %d", _place(sheet), error.status)
            return True
        if error.code in BARRED and not sheet.settled:
            self._hide(sheet)
        if not sheet.complained:
            sheet.complained = True
            _log.error("%s: Discord refuses the panel: %s", _place(sheet), error)
        return False

    async def _give_up(self, table: Table) -> None:
        """Close a table whose channel is gone; everyone gets his chips back."""
        _log.info("table %d closes: its channel %d is gone", table.id, table.channel)
        try:
            await table.close(None)
        except Refusal as refusal:
            _log.info("table %d: %s", table.id, refusal.code)

    async def _send(self, sheet: Sheet) -> bool:
        """Do the most urgent of what is left: the newest picture, then old panels.

        Return whether it was done; what is surely refused is not sent.
        """
        reach = self.reach(sheet)
        if sheet.is_unread:
            await self._read_hand(sheet)
            return True
        if reach.lacks:
            self._hide(sheet)
        if reach is Reach.NOTHING or (reach is Reach.EDITS and sheet.needs_post):
            return False
        if sheet.settled:
            await self._brush.close_past(sheet)
            return True
        posts = sheet.needs_post
        await (self._brush.post(sheet) if posts else self._brush.edit(sheet))
        # That an edit is taken proves little: it needs no more than to see the channel.
        if not sheet.needs_post and (posts or reach is Reach.WHOLE):
            self._let_be_seen(sheet)
        return True

    async def _read_hand(self, sheet: Sheet) -> None:
        """Find out for which hand the message was posted that an earlier process has left."""
        noted = await self._leftovers.noted(sheet.table)
        if not sheet.is_unread or sheet.message is None:
            return
        if noted is not None and noted.message > sheet.message:
            sheet.message = noted.message  # the process ended before the table was told of it
        known = noted is not None and noted.message == sheet.message
        sheet.message_hand = noted.hand if noted is not None and known else -1
        if sheet.needs_post:  # its hand was over when the process died, and may not look so
            sheet.past.append((sheet.message, None))


async def _nap(nudged: asyncio.Event, seconds: float) -> None:
    """Sleep until nudged, or so many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await nudged.wait()


def _place(sheet: Sheet) -> str:
    """Name a table's place for the log, as an admin finds it."""
    table = sheet.table
    return f"table {table.id} in guild {table.guild} channel {table.channel}"

"""The messages: posted, edited, posted again; the only place that edits one.

A click on a panel is answered by editing it, one request that waits for nothing. Everything else
edits it through the channel, one edit of a table at a time, and of what came meanwhile only the
newest picture is sent. No failure here undoes an act.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

import discord

from bot.answers import DROPPED, answer
from bot.followups import Followups
from bot.leftovers import Leftovers, Show
from bot.menus import Menus
from bot.notices import Notices
from bot.picture import Phase, Standstill
from bot.pings import Pings
from bot.reach import BARRED, THREAD_ARCHIVED, Reach, Reaches
from bot.refusal import Refusal
from bot.render.panel import has_controls, panel_view
from bot.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.person import Person
    from bot.picture import Moment, Picture
    from bot.store import Store
    from bot.table import Table
    from bot.watcher import Change

T = TypeVar("T")

_log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
_PATIENT_TRIES: Final = 7
_LONGEST_WAIT: Final = 30.0
_PATIENCE: Final = 10.0
"""Seconds after which a send is tried again: nothing else of its table is shown meanwhile."""


class Click:
    """One press of a button while it is being taken; `answer` paints what came of it."""

    def __init__(self, board: Board, interaction: discord.Interaction[Any], sheet: Sheet) -> None:
        self._board = board
        self._interaction = interaction
        self._sheet = sheet

    async def answer(self) -> None:
        """Answer the click by painting the newest picture into the clicked panel."""
        await self._board.paint_by_click(self._interaction, self._sheet)


class Board:
    """Shows every table in its channel, and each player his own cards."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        *,
        first_delay: float = 1.0,
        now: Callable[[], float] = time.monotonic,
        at: Callable[[], float] = time.time,
    ) -> None:
        """Show nothing yet; `first_delay` is the wait in seconds before a failed edit's retry.

        `at` returns seconds since 1970 by the clock of the tables.
        """
        self._client = client
        self._leftovers = Leftovers(client, store)
        self._reaches = Reaches(client)
        self._first_delay = first_delay
        self._followups = Followups(now)
        self._pings = Pings(client, store, self._spawn, first_delay)
        self._notices = Notices(client, store, self._spawn, first_delay, at)
        self.menus = Menus(self._spawn, self.peeked, now)
        self._sheets: dict[int, Sheet] = {}
        self._claims: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._searched = False
        self._stopping = False
        self._shut = False

    # What the room tells

    def changed(self, table: Table, change: Change) -> None:
        """Take note of a change and see to it that it is shown; plain, fast, under the lock."""
        sheet = self._sheets.get(table.id)
        if sheet is None:
            sheet = self._sheets[table.id] = Sheet(table, change.picture)
            sheet.hidden = table.unseen_until is not None
        else:
            sheet.take(change.picture)
            sheet.nudged.set()
        if not self._shut:
            self._pings.changed(table, change)
            if change.picture.phase is Phase.CLOSED:
                self._notices.closed(table.id)
            self._notices.told(change.notices)
            self.menus.changed(table, change.picture)
            if change.dealt:
                self._deal_out(sheet, change.dealt)
        if change.key is None or change.key not in self._claims:
            self._wake(sheet)

    # What the door tells

    def answered(self, interaction: discord.Interaction[Any]) -> None:
        """Remember an answered interaction: its player can be sent his cards through it."""
        self._followups.answered(interaction)

    @contextmanager
    def click(
        self, interaction: discord.Interaction[Any], table: Table, hand: int
    ) -> Iterator[Click | None]:
        """Take a click on a button of a hand, whose answer will paint the panel.

        None where it came from elsewhere: an ephemeral message, an older panel.
        """
        sheet = self._sheets.get(table.id)
        message = interaction.message
        here = interaction.channel_id == table.channel
        if sheet is not None and message is not None and here and not message.flags.ephemeral:
            sheet.adopt(message.id, hand)
        if sheet is None or message is None or message.id != sheet.message:
            yield None
            return
        key = str(interaction.id)
        self._claims.add(key)
        sheet.claims += 1
        try:
            yield Click(self, interaction, sheet)
        finally:
            self._claims.discard(key)
            sheet.claims -= 1
            self._wake(sheet)

    async def paint_by_click(self, interaction: discord.Interaction[Any], sheet: Sheet) -> None:
        """Answer a click by editing the panel; where that fails the channel edit comes after it."""
        if sheet.needs_post:  # the next hand has begun: the clicked panel is an old one now
            await answer(interaction.response.defer)
            return
        stroke = sheet.begin(sheet.message)
        sent = False
        try:
            sent = await answer(lambda: interaction.response.edit_message(view=self._view(sheet)))
        except discord.HTTPException as error:
            _log.info("a click of table %d could not be answered: %s", sheet.table.id, error)
        finally:
            sheet.end(stroke, sent=sent)

    def nudge(self) -> None:
        """Try again at once what could not be shown: Discord is there again, or lets us."""
        for sheet in self._sheets.values():
            if self._reach(sheet) is not Reach.WHOLE:
                self._hide(sheet)
            elif sheet.hidden:
                sheet.spoil()  # it is let be seen again, if that can be done
            sheet.nudged.set()
            self._wake(sheet)
        if not self._shut:
            self._pings.nudge()
            self._notices.nudge()

    def thread_changed(self, thread: int, *, locked: bool) -> None:
        """Take note of a thread that may have been archived, locked or taken up again."""
        self._reaches.thread_changed(thread, locked=locked)
        if any(sheet.table.channel == thread for sheet in self._sheets.values()):
            self.nudge()

    def forget(self, user: int) -> None:
        """Keep nothing of somebody who has been forgotten."""
        self._notices.forget(user)
        self._followups.forget_all(user)

    def deleted(self, message: int) -> None:
        """Post a panel again that somebody has deleted."""
        for sheet in self._sheets.values():
            if sheet.message == message and sheet.picture.phase is not Phase.CLOSED:
                sheet.mislaid()
                self._wake(sheet)

    def take_leave(self) -> None:
        """Show from now on that the bot stops: no button can be pressed any more."""
        self._stopping = True
        sheets = [s for s in self._sheets.values() if s.picture.phase is not Phase.CLOSED]
        for sheet in sorted(sheets, key=lambda sheet: not has_controls(sheet.picture)):
            sheet.spoil()
            sheet.nudged.set()
            self._wake(sheet)

    async def shut(self, limit: float) -> None:
        """Stop painting; after `limit` seconds what is under way is given up.

        The store knows all of it, and the next process shows every table again.
        """
        painting = {sheet.task for sheet in self._sheets.values() if sheet.task is not None}
        if painting:
            await asyncio.wait(painting, timeout=max(limit, 0.0))
        self._shut = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Painting through the channel

    def _view(self, sheet: Sheet) -> discord.ui.LayoutView:
        standstill = None
        if self._stopping:
            standstill = Standstill.STOPPING
        elif sheet.hidden and self._reach(sheet) is not Reach.WHOLE:
            standstill = Standstill.UNSEEN
        return panel_view(sheet.picture, blind=sheet.blind, standstill=standstill)

    def _wake(self, sheet: Sheet) -> None:
        if self._shut or sheet.task is not None or self._waits(sheet) or self._done(sheet):
            return
        sheet.task = self._spawn(self._paint(sheet))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _waits(self, sheet: Sheet) -> bool:
        """Tell whether the answer to a click is to paint the panel; at the end none is sure to."""
        return sheet.claims > 0 and not self._stopping

    def _done(self, sheet: Sheet) -> bool:
        return sheet.settled and not sheet.past

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
            self._sheets.pop(sheet.table.id, None)

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
            if not passes and (sheet.picture.phase is Phase.CLOSED or self._stopping):
                return  # nobody waits for it, and Discord counts refused requests
            wait = self._first_delay * 2**tries if passes else _LONGEST_WAIT
            tries = min(tries + 1, _PATIENT_TRIES)
            # A table whose panel is not shown has no buttons: nothing but this can show it again.
            await _nap(sheet.nudged, min(wait, _LONGEST_WAIT))

    def _reach(self, sheet: Sheet) -> Reach:
        return self._reaches.of(sheet.table.guild, sheet.table.channel)

    def _hide(self, sheet: Sheet) -> None:
        """Let a table stand still that cannot be shown as it should be."""
        if not sheet.hidden and not self._stopping and sheet.picture.phase is not Phase.CLOSED:
            sheet.hidden = True
            sheet.spoil()
            self._spawn(_unless_refused(sheet.table.hide()))

    def _let_be_seen(self, sheet: Sheet) -> None:
        """Let a table go on that has just been shown where it may be."""
        if sheet.hidden and self._reach(sheet) is Reach.WHOLE:
            sheet.hidden = False
            self._spawn(_unless_refused(sheet.table.unhide()))

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
        reach = self._reach(sheet)
        if sheet.is_unread:
            await self._read_hand(sheet)
            return True
        if reach is not Reach.WHOLE:
            self._hide(sheet)
        if reach is Reach.NOTHING or (reach is Reach.EDITS and sheet.needs_post):
            return False
        if sheet.settled:
            await self._close_past(sheet)
            return True
        await (self._post(sheet) if sheet.needs_post else self._edit(sheet))
        if not sheet.needs_post:
            self._let_be_seen(sheet)
        return True

    async def _post(self, sheet: Sheet) -> None:
        """Post a panel; the nonce makes a repeated post of one hand the same message."""
        picture = sheet.picture
        stroke = sheet.begin(None)
        sent = False
        try:
            nonce = f"{picture.table}.{picture.hand}.{sheet.lost % 10**8}"[-25:]
            view = self._view(sheet)
            message = await _within(self._channel(sheet).send(view=view, nonce=nonce))
            sent = True
        finally:
            sheet.end(stroke, sent=sent)
        sheet.posted(message.id, picture.hand)
        old = [one for one, _ in sheet.past]
        await self._leftovers.note(sheet.table, message.id, picture.hand, old)
        with suppress(Refusal):  # the table takes no more steps; what was just noted suffices
            await sheet.table.remember_panel(message.id)
        if sheet.astray and not sheet.needs_post:
            sheet.astray = False
            self._spawn(self._search([sheet]))

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

    async def _disable_shown(self, message: discord.Message) -> None:
        await self._leftovers.disable_shown(message)

    def close_leftovers(
        self, open_tables: Collection[int], show: Show, guild: int | None = None
    ) -> None:
        """See to what is left of tables that are closed, in all guilds or one: panels, pings.

        An earlier process has left it, or Discord did not let us show the end. `show` shows a
        closed table by its number, and tells whether it can. At the first time also panels that
        such a process posted, and did not live to note.
        """
        if self._shut:
            return
        self._spawn(self._leftovers.close_all({*open_tables, *self._sheets}, show, guild))
        if guild is not None:
            return
        self._spawn(self._pings.close_all(open_tables))
        if not self._searched:
            self._searched = True
            inherited = [sheet for sheet in self._sheets.values() if sheet.inherited]
            self._spawn(self._search(inherited))

    async def _search(self, sheets: Collection[Sheet]) -> None:
        """Look for unnoted panels in the channels of tables, each once its own panel is known."""
        for sheet in sheets:
            if sheet.task is not None:
                await asyncio.wait({sheet.task}, timeout=_LONGEST_WAIT)
            table = sheet.table
            if not sheet.needs_post and self._reaches.reads(table.guild, table.channel):
                await self._leftovers.search(table.guild, table.channel, self._is_left)

    def _is_left(self, message: int, moment: Moment) -> bool:
        """Tell whether a message with buttons of a moment is nobody's panel any more."""
        sheet = self._sheets.get(moment.table)
        if sheet is None:
            return True
        about = message == sheet.message or any(message == past for past, _view in sheet.past)
        return not about and not sheet.needs_post

    def pressed(self, interaction: discord.Interaction[Any], moment: Moment) -> None:
        """Take note of a press: a panel that nobody looks after has its buttons disabled.

        An earlier process posted it and did not live to note it. A press of the running hand's
        buttons makes it the panel instead (`Sheet.adopt`).
        """
        message = interaction.message
        if message is None or message.flags.ephemeral or self._stopping or self._shut:
            return
        sheet = self._sheets.get(moment.table)
        runs = sheet is not None and moment.hand == sheet.picture.hand
        if not runs and self._is_left(message.id, moment):
            self._spawn(self._disable_shown(message))

    async def _edit(self, sheet: Sheet) -> None:
        message = sheet.message
        assert message is not None  # noqa: S101 -- needs_post was asked just before
        stroke = sheet.begin(message)
        sent = False
        try:
            old = self._channel(sheet).get_partial_message(message)
            await _within(old.edit(view=self._view(sheet)))
            sent = True
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            if sheet.message == message:
                sheet.mislaid()
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            sheet.outdo(message)  # a new message takes the thread up again, where it is not locked
        finally:
            sheet.end(stroke, sent=sent)

    async def _close_past(self, sheet: Sheet) -> None:
        message, picture = sheet.past[0]
        if picture is None:
            table = sheet.table
            closed = await self._leftovers.disable(table.guild, table.channel, message)
        else:
            await self._disable(sheet, message, picture)
            closed = True
        sheet.past.popleft()
        if closed:  # else the next connection tries again
            await self._leftovers.closed(message)

    async def _disable(self, sheet: Sheet, message: int, picture: Picture) -> None:
        view = panel_view(picture, live=False)
        try:
            await _within(self._channel(sheet).get_partial_message(message).edit(view=view))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    def _channel(self, sheet: Sheet) -> discord.PartialMessageable:
        table = sheet.table
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)

    # Cards for one pair of eyes

    def _deal_out(self, sheet: Sheet, dealt: tuple[Person, ...]) -> None:
        """Push each player's cards; who cannot be reached is nudged in the panel."""
        sheet.blind = set()
        for person in dealt:
            if self._followups.of(sheet.table.channel, person.id) is None:
                sheet.blind.add(person.id)
            else:
                self._spawn(self._push(sheet, person))

    async def _push(self, sheet: Sheet, person: Person) -> None:
        if not await self._followups.push(sheet.table, person):
            sheet.blind.add(person.id)
            sheet.spoil()
            self._wake(sheet)

    def peeked(self, table: Table, person: Person) -> None:
        """Take note that a player has seen his cards: the panel need not nudge him any more."""
        sheet = self._sheets.get(table.id)
        if sheet is not None:
            sheet.blind.discard(person.id)


async def _unless_refused(change: Awaitable[None]) -> None:
    """Let a table change how it stands; one that is closed, or takes no more steps, does not."""
    with suppress(Refusal):
        await change


async def _within(send: Awaitable[T]) -> T:
    """Send something within our patience; the limit is on Discord alone, never on the store."""
    async with asyncio.timeout(_PATIENCE):
        return await send


async def _nap(nudged: asyncio.Event, seconds: float) -> None:
    """Sleep until nudged, or so many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await nudged.wait()


def _place(sheet: Sheet) -> str:
    """Name a table's place for the log, as an admin finds it."""
    table = sheet.table
    return f"table {table.id} in guild {table.guild} channel {table.channel}"

"""The messages: shown by whoever changes something; only `brush` and `leftovers` edit one too.

A click on a panel is answered by editing it, one request that waits for nothing. Everything else
edits it through the channel (`painting`). No failure here undoes an act.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import discord

from bot.answers import answer
from bot.directory import Directory
from bot.followups import Followups
from bot.leftovers import Leftovers, Show
from bot.menus import Menus
from bot.notices import Notices
from bot.painting import LONGEST_WAIT, Painting
from bot.picture import Phase
from bot.pings import Pings
from bot.render.panel import has_controls
from bot.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.person import Person
    from bot.picture import Moment
    from bot.store import Store
    from bot.table import Table
    from bot.watcher import Change

_log = logging.getLogger(__name__)


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
        self._leftovers = Leftovers(client, store)
        self._painting = Painting(
            client,
            self._leftovers,
            self._spawn,
            first_delay,
            over=self._over,
            astray=lambda sheet: self._spawn(self._search([sheet])),
        )
        self._followups = Followups(now)
        self._pings = Pings(client, store, self._spawn, first_delay)
        self._notices = Notices(client, store, self._spawn, first_delay, at)
        self.menus = Menus(self._spawn, self.peeked, now)
        self._sheets: Directory[int, Sheet] = Directory()
        self._claims: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._searched = False

    # What the room tells

    def changed(self, table: Table, change: Change) -> None:
        """Take note of a change and see to it that it is shown; plain, fast, under the lock."""
        sheet = self._sheets.get(table.id)
        if sheet is None:
            sheet = self._sheets.add(table.id, table.guild, Sheet(table, change.picture))
            sheet.hidden = table.unseen_until is not None
        else:
            sheet.take(change.picture)
            sheet.nudged.set()
        if not self._painting.shut:
            self._pings.changed(table, change)
            if change.picture.phase is Phase.CLOSED:
                self._notices.closed(table.id)
            self._notices.told(change.notices)
            self.menus.changed(table, change.picture)
            if change.dealt:
                self._deal_out(sheet, change.dealt)
        if change.key is None or change.key not in self._claims:
            self._painting.wake(sheet)

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
            self._painting.wake(sheet)

    async def paint_by_click(self, interaction: discord.Interaction[Any], sheet: Sheet) -> None:
        """Answer a click by editing the panel; where that fails the channel edit comes after it."""
        if sheet.needs_post:  # the next hand has begun: the clicked panel is an old one now
            await answer(interaction.response.defer)
            return
        stroke = sheet.begin(sheet.message)
        sent = False
        try:
            view = self._painting.view
            sent = await answer(lambda: interaction.response.edit_message(view=view(sheet)))
        except discord.HTTPException as error:
            _log.info("a click of table %d could not be answered: %s", sheet.table.id, error)
        finally:
            sheet.end(stroke, sent=sent)

    def nudge(self, guild: int | None = None) -> None:
        """Try again at once what could not be shown, in all guilds or one.

        Discord is there again, or lets us.
        """
        for sheet in self._sheets.of(guild):
            self._painting.look_again(sheet)
        if not self._painting.shut:
            self._pings.nudge(guild)
            self._notices.nudge(guild)

    def thread_changed(self, guild: int, thread: int, *, locked: bool) -> None:
        """Take note of a thread that may have been archived, locked or taken up again."""
        self._painting.reaches.thread_changed(thread, locked=locked)
        if any(sheet.table.channel == thread for sheet in self._sheets.of(guild)):
            self.nudge(guild)

    def forget(self, user: int) -> None:
        """Keep nothing of somebody who has been forgotten."""
        self._notices.forget(user)
        self._followups.forget_all(user)

    def deleted(self, guild: int | None, message: int) -> None:
        """Post a panel again that somebody has deleted in a guild."""
        for sheet in self._sheets.of(guild):
            if sheet.message == message and sheet.picture.phase is not Phase.CLOSED:
                sheet.mislaid()
                self._painting.wake(sheet)

    def take_leave(self) -> None:
        """Show from now on that the bot stops: no button can be pressed any more."""
        self._painting.stopping = True
        sheets = [s for s in self._sheets.all() if s.picture.phase is not Phase.CLOSED]
        for sheet in sorted(sheets, key=lambda sheet: not has_controls(sheet.picture)):
            sheet.spoil()
            sheet.nudged.set()
            self._painting.wake(sheet)

    async def shut(self, limit: float) -> None:
        """Stop painting; after `limit` seconds what is under way is given up.

        The store knows all of it, and the next process shows every table again.
        """
        painting = {sheet.task for sheet in self._sheets.all() if sheet.task is not None}
        if painting:
            await asyncio.wait(painting, timeout=max(limit, 0.0))
        self._painting.shut = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _over(self, sheet: Sheet) -> None:
        self._sheets.pop(sheet.table.id)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _disable_shown(self, message: discord.Message) -> None:
        await self._leftovers.disable_shown(message)

    async def recall(self) -> None:
        """Read, once and before anything is shown, what earlier processes have left of panels."""
        await self._leftovers.recall()

    def close_leftovers(
        self, is_open: Callable[[int], bool], show: Show, guild: int | None = None
    ) -> None:
        """See to what is left of tables that are closed, in all guilds or one: panels, pings.

        An earlier process has left it, or Discord did not let us show the end. `is_open` tells of
        a table by its number, `show` shows a closed one, and tells whether it can. At the first
        time also panels that such a process posted, and did not live to note.
        """
        if self._painting.shut:
            return
        self._spawn(
            self._leftovers.close_all(lambda one: is_open(one) or one in self._sheets, show, guild)
        )
        if guild is not None:
            return
        self._spawn(self._pings.close_all(is_open))
        if not self._searched:
            self._searched = True
            inherited = [sheet for sheet in self._sheets.all() if sheet.inherited]
            self._spawn(self._search(inherited))

    async def _search(self, sheets: Collection[Sheet]) -> None:
        """Look for unnoted panels in the channels of tables, each once its own panel is known."""
        for sheet in sheets:
            if sheet.task is not None:
                await asyncio.wait({sheet.task}, timeout=LONGEST_WAIT)
            table = sheet.table
            if not sheet.needs_post and self._painting.reaches.reads(table.guild, table.channel):
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
        if message is None or message.flags.ephemeral or self._painting.stopping:
            return
        sheet = self._sheets.get(moment.table)
        closed = sheet is None or sheet.picture.phase is Phase.CLOSED
        now = None if sheet is None or closed else sheet.picture.moment
        runs = now is not None and (moment.line, moment.hand) == (now.line, now.hand)
        if not runs and self._is_left(message.id, moment):
            self._spawn(self._disable_shown(message))

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
            self._painting.wake(sheet)

    def peeked(self, table: Table, person: Person) -> None:
        """Take note that a player has seen his cards: the panel need not nudge him any more."""
        sheet = self._sheets.get(table.id)
        if sheet is not None:
            sheet.blind.discard(person.id)

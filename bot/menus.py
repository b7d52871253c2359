"""Private menus of a buy or a declaration: sent, pressed, and closed once they decide nothing."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.acting import private_after, private_for
from bot.answers import DROPPED, answer
from bot.asked import person_of
from bot.followups import LIFE
from bot.picture import Phase
from bot.render import buy, declare
from bot.render.outcome import outcome_text, outcome_view, over_text
from engine.actions import Verb

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.person import Person
    from bot.picture import Moment, Picture, Private
    from bot.table import Table
    from bot.wish import Wish

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Spawn = Callable[["Coroutine[Any, Any, None]"], object]
Peeked = Callable[["Table", "Person"], None]

_MOST_OPEN: Final = 3
"""How many menus of one player are closed for him; an older one is closed by its next press."""


@dataclass(frozen=True, slots=True)
class _Menu:
    """A menu as it stands: whose decision it is for, and the interaction by which it is edited."""

    person: Person
    moment: Moment
    interaction: Interaction
    at: float


class Menus:
    """Shows each player his own menus, and leaves none standing whose decision is over.

    Which menus stand is kept in memory alone: after a restart one is closed by its next press.
    """

    def __init__(
        self, spawn: Spawn, peeked: Peeked, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Have shown nothing yet; `peeked` is told who has seen his cards, `now` counts seconds."""
        self._spawn = spawn
        self._peeked = peeked
        self._now = now
        self._menus: dict[int, dict[int, _Menu]] = {}

    async def show(
        self, interaction: Interaction, table: Table, verb: Verb, moment: Moment | None
    ) -> None:
        """Answer with the menu of a buy (DISCARD) or a declaration (DECLARE).

        `moment` is the one somebody has seen, None for the turn it is. Raises Refusal and
        IllegalAction as `private_for`.
        """
        person = person_of(interaction)
        private = private_for(table, person, verb, moment)
        words, view = _menu_of(private, verb)
        await self._send(interaction, table, private.moment, words, view)
        self._peeked(table, person)

    async def tell(
        self, interaction: Interaction, table: Table, wish: Wish, moment: Moment
    ) -> None:
        """Answer with what came of a wish that was taken: in the menu pressed, or in a new message.

        `moment` is the decision; a choice that waits for others' can be changed from the answer.
        """
        person = person_of(interaction)
        private = private_after(table, person, moment)
        words, view = outcome_text(private, wish), outcome_view(private)
        await self._send(interaction, table, moment, words, view)
        if view is not None:
            self._peeked(table, person)

    async def tell_late(self, interaction: Interaction, table: Table, moment: Moment) -> None:
        """Answer the press of a menu whose decision is over: it becomes what came of it."""
        words = over_text(private_after(table, person_of(interaction), moment), moment.turn)
        await answer(lambda: interaction.response.edit_message(content=words, view=None))

    @contextmanager
    def pressed(self, interaction: Interaction, table: Table) -> Iterator[None]:
        """Leave a menu to the answer of its press; where there is none it stands as before."""
        menus, message = self._menus.get(table.id, {}), interaction.message
        menu = None if message is None else menus.pop(message.id, None)
        try:
            yield
        except BaseException:
            if menu is not None and message is not None:
                self._stand(table, message.id, menu)
            raise

    def changed(self, table: Table, picture: Picture) -> None:
        """Close the menus of a table whose decision is over; plain and fast, under the lock."""
        menus = self._menus.get(table.id)
        if not menus:
            return
        now = picture.moment if picture.phase is Phase.PLAYING else None
        for message, menu in list(menus.items()):
            if menu.moment != now:
                del menus[message]
                if self._now() - menu.at < LIFE:
                    self._spawn(self._close(table, menu))
        if picture.phase is Phase.CLOSED:
            del self._menus[table.id]

    async def _send(
        self,
        interaction: Interaction,
        table: Table,
        moment: Moment,
        words: str,
        view: discord.ui.View | None,
    ) -> None:
        response, pressed = interaction.response, is_private(interaction)
        message = None if interaction.message is None else interaction.message.id

        async def send() -> None:
            nonlocal message
            if pressed:
                await response.edit_message(content=words, view=view)
            elif view is None:
                await response.send_message(words, ephemeral=True)
            else:
                sent = await response.send_message(words, view=view, ephemeral=True)
                message = sent.message_id

        if await answer(send) and view is not None and message is not None:
            menu = _Menu(person_of(interaction), moment, interaction, self._now())
            self._stand(table, message, menu)

    def _stand(self, table: Table, message: int, menu: _Menu) -> None:
        """Take note of a menu; what has changed since it was drawn closes it at once."""
        menus = self._menus.setdefault(table.id, {})
        menus[message] = menu
        own = [one for one, kept in menus.items() if kept.person.id == menu.person.id]
        for old in own[:-_MOST_OPEN]:
            del menus[old]
        self.changed(table, table.picture())

    async def _close(self, table: Table, menu: _Menu) -> None:
        words = over_text(private_after(table, menu.person, menu.moment), menu.moment.turn)
        try:
            await menu.interaction.edit_original_response(content=words, view=None)
        except discord.HTTPException as error:  # dismissed, or its token has run out
            _log.info("table %d: a menu stands: %d %d", table.id, error.status, error.code)
        except DROPPED as error:
            _log.info("table %d: a menu stands: %s", table.id, type(error).__name__)


def is_private(interaction: Interaction) -> bool:
    """Tell whether a control stands in a message that one member alone sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def _menu_of(private: Private, verb: Verb) -> tuple[str, discord.ui.View]:
    if verb is Verb.DISCARD:
        return buy.menu_text(private), buy.menu_view(private)
    return declare.menu_text(private), declare.menu_view(private)

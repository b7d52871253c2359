"""The commands as Discord knows them: told to it where they differ from those told last."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers import DROPPED

if TYPE_CHECKING:
    from discord import app_commands

    from bot.store import Store

_log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a start waits for Discord to take changed commands."""

AGAIN_AFTER: Final = 300.0
"""Seconds after which commands that Discord did not take are told to it once more."""

_MEMO: Final = "commands synced"
_LOST: Final = (discord.HTTPException, *DROPPED)


class Syncing:
    """Tells Discord the commands of a tree; a start waits for it only where it knows none yet."""

    def __init__(self, tree: app_commands.CommandTree[Any], store: Store) -> None:
        self._tree = tree
        self._store = store
        self._task: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()

    async def begin(self) -> None:
        """Sync the commands where they changed (Discord takes 200 new ones a day).

        Where none were ever synced this raises what Discord answers. Otherwise those of then do
        until Discord takes these: that is only logged, and tried again, now and at the next start.
        """
        application = self._tree.client.application_id
        payload = [command.to_dict(self._tree) for command in self._tree.get_commands()]
        written = json.dumps(payload, sort_keys=True, default=str)
        wanted = f"{application}:{hashlib.sha256(written.encode()).hexdigest()}"
        known = await self._store.recall(_MEMO) or ""
        if known == wanted:
            return
        if not known.startswith(f"{application}:"):
            await self._sync(wanted)
            return
        self._task = asyncio.create_task(self._sync_in_the_end(wanted))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._tried.wait()

    async def stop(self) -> None:
        """Give up what is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _sync(self, wanted: str) -> None:
        synced = await self._tree.sync()
        await self._store.remember(_MEMO, wanted)
        _log.info("%d commands synced", len(synced))

    async def _sync_in_the_end(self, wanted: str) -> None:
        when = f"in {AGAIN_AFTER:.0f} s"
        for again in (True, False):
            try:
                await self._sync(wanted)
            except _LOST as error:
                if not again:
                    when = "at the next start"
                _log.warning("the commands are not synced (%s): again %s", _named(error), when)
            except Exception:  # noqa: BLE001 - reported; the commands of before do
                _log.exception("the commands are not synced: again at the next start")
                return
            else:
                return
            finally:
                self._tried.set()
            if again:
                await asyncio.sleep(AGAIN_AFTER)


def _named(error: Exception) -> str:
    """Name an answer of Discord's, or the way a connection was lost, without its address."""
    if isinstance(error, discord.HTTPException):
        return f"Discord answers {error.status}"
    return type(error).__name__

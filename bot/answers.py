"""First answers to interactions: within three seconds, and once more over a dropped connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.render.private import fold_question
from bot.render.welcome import fold_question_text

if TYPE_CHECKING:
    from bot.picture import Moment

_log = logging.getLogger(__name__)

DROPPED: Final = (aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""How a lost connection shows, beside what Discord itself answers."""

UNKNOWN_INTERACTION: Final = 10062
INTERACTION_ANSWERED: Final = 40060
LIFE: Final = 3.0
"""Seconds after which Discord takes no first answer (10062)."""

_TRIES: Final = 2


async def answer(send: Callable[[], Awaitable[object]]) -> bool:
    """Send a first answer by `send`; return whether Discord has surely taken it.

    Where the connection is lost nobody knows whether the answer has arrived, so it is sent again:
    then 40060 says that it had. Where Discord has a fault (5xx) the library sends it again itself,
    a second later and, after another fault, three more: too late. An answer that takes longer than
    Discord waits is given up, since nothing may hang on it. Raises discord.HTTPException for any
    other refusal.
    """
    try:
        async with asyncio.timeout(LIFE):
            return await _try(send)
    except TimeoutError:
        _log.info("an answer was given up after %.0f s", LIFE)
        return False


async def whisper(interaction: discord.Interaction[Any], words: str) -> None:
    """Answer in private, in words."""
    await answer(lambda: interaction.response.send_message(words, ephemeral=True))


async def ask_to_fold(interaction: discord.Interaction[Any], moment: Moment) -> None:
    """Answer a fold where a check is free with the question whether it is meant (R-BET-1)."""
    words, view = fold_question_text(), fold_question(moment)
    await answer(lambda: interaction.response.send_message(words, view=view, ephemeral=True))


async def _try(send: Callable[[], Awaitable[object]]) -> bool:
    for number in range(_TRIES):
        try:
            await send()
        except DROPPED as error:
            _log.info("an answer met a lost connection: %s", type(error).__name__)
        except discord.HTTPException as error:
            if number and error.code == INTERACTION_ANSWERED:
                return True
            raise
        else:
            return True
    return False

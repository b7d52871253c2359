"""Answers to messages, in public: short, pinging nobody, and never in the table's way."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import discord

from bot.answers import DROPPED

_log = logging.getLogger(__name__)

MOST: Final = 2
WINDOW: Final = 10.0
"""At most so many replies to one member of a channel in so many seconds: who talks all the time
takes no answer from others, and panels are posted there too."""

MOST_TO_ALL: Final = 10
"""At most so many replies a channel in that time, whoever talks."""

_PATIENCE: Final = 10.0
"""Seconds after which a reply is given up."""


_EVERYBODY: Final = 0


class Replies:
    """Replies to messages; who talks to the bot all the time is not answered all the time."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Have answered nothing yet; `now` counts seconds."""
        self._now = now
        self._sent: dict[tuple[int, int], deque[float]] = {}

    async def answer(self, message: discord.Message, words: str) -> None:
        """Reply to a message; a failure is logged and nothing depends on it.

        The message's id is the nonce: a doubled event makes one reply.
        """
        if not self.has_room(message.channel.id, message.author.id):
            _log.info("channel %d: a message is left without a reply", message.channel.id)
            return
        try:
            async with asyncio.timeout(_PATIENCE):
                await message.channel.send(
                    words,
                    reference=message.to_reference(fail_if_not_exists=False),
                    allowed_mentions=discord.AllowedMentions.none(),
                    nonce=message.id,
                )
        except discord.HTTPException as error:
            _log.info(
                "channel %d takes no reply: %d %d", message.channel.id, error.status, error.code
            )
        except (*DROPPED, RuntimeError) as error:  # the last: the bot is stopping, all is closed
            _log.info("channel %d: no reply: %s", message.channel.id, type(error).__name__)

    def has_room(self, channel: int, member: int) -> bool:
        """Tell whether a member of a channel gets one more reply now, and count it if so."""
        now = self._now()
        for one in [one for one, times in self._sent.items() if now - times[-1] >= WINDOW]:
            del self._sent[one]
        windows = (((channel, member), MOST), ((channel, _EVERYBODY), MOST_TO_ALL))
        full = [self._sent[one] for one, most in windows if len(self._sent.get(one, ())) == most]
        if any(now - times[0] < WINDOW for times in full):
            return False
        for one, most in windows:
            self._sent.setdefault(one, deque(maxlen=most)).append(now)
        return True

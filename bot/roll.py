"""The roll of a guild: who is still a member of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final, Protocol

_log = logging.getLogger(__name__)


class Roll(Protocol):
    """Whoever can tell who is still in a guild."""

    async def present(self, guild: int, user: int, *, anew: bool = False) -> bool:
        """Tell whether a user is in a guild; where that cannot be known he is.

        Who was there a moment ago may be taken for present, unless asked `anew`.
        """


class Everybody:
    """A roll that misses nobody."""

    async def present(self, guild: int, user: int, *, anew: bool = False) -> bool:
        """Take anybody for present."""
        del guild, user, anew
        return True


EVERYBODY: Final = Everybody()


async def absent(
    roll: Roll, guild: int, users: Iterable[int], limit: float, *, anew: bool = False
) -> frozenset[int]:
    """Return which users have left a guild, all asked about at once.

    Who is not known within `limit` seconds, or not at all, is present: nobody loses his seat to a
    fault.
    """
    asked = tuple(users)
    answers = await asyncio.gather(
        *(_present(roll, guild, user, limit, anew=anew) for user in asked)
    )
    return frozenset(user for user, there in zip(asked, answers, strict=True) if not there)


async def _present(roll: Roll, guild: int, user: int, limit: float, *, anew: bool) -> bool:
    try:
        async with asyncio.timeout(limit):
            return await roll.present(guild, user, anew=anew)
    except TimeoutError:
        _log.info("guild %s: a member was not found out about in %.0f s", guild, limit)
    except Exception:  # noqa: BLE001 - reported; a fault takes nobody's seat
        _log.exception("guild %s: a member could not be found out about", guild)
    return True

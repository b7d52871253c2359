"""Bad weather on purpose: answers delayed, dropped, refused or held back.

A storm waits for the next requests of a route, and a request meets the first that fits it:

    weather = stage.weather
    weather.brew(Storm("POST /interactions/*/callback", delay=2.5))          # slow
    weather.brew(Storm("PATCH /channels/*/messages/*", status=500, times=2)) # refused twice
    weather.brew(Storm("PATCH /channels/*/messages/*", status=429, retry_after=3))
    weather.brew(Storm("*", status=429, everywhere=True))           # the bot's global limit
    weather.brew(Storm("POST /webhooks/*", status=401, code=50027)) # refused as Discord words it
    weather.brew(Storm("POST /webhooks/*", drop=True))              # lost on the way there
    weather.brew(Storm("POST /webhooks/*", drop=True, late=True))   # done, the answer lost
    storm = weather.brew(Storm(f"PATCH /channels/{table.id}/messages/*", hold=True))
    await storm.caught.wait()     # a request hangs in it
    storm.release()               # and goes on
    weather.clear()

`*` stands for anything, a slash too; paths are those below `/api/v10`. Of the gateway's bad
weather, `stage.gateway` has `cut()` (the connection breaks), `reconnect()` (op 7),
`invalidate(resumable=...)` (op 9), `forget()` (a RESUME comes too late), `repeat(name)` (an event
comes twice), `hang()` (it reads nothing more), `refuses` (no connection is taken), `heartbeat`
and `acknowledges` (heartbeats are missed).
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass(slots=True, eq=False)
class Storm:
    """What happens to the next requests of a route.

    `route` is a pattern on `METHOD /path`, such as `PATCH /channels/*/messages/*`. `times` is how
    many requests it hits. The request waits `delay` seconds and, with `hold`, until `release()`.
    Then it gets `status` with Discord's `code` (429 with `retry_after` seconds, for all routes with
    `everywhere`) or, with `drop`, a closed connection, or it goes through. With `late` all this
    comes after the request has taken effect: the bot doesn't learn what it did.
    """

    route: str
    times: int = 1
    delay: float = 0.0
    hold: bool = False
    status: int | None = None
    code: int = 0
    retry_after: float = 0.5
    everywhere: bool = False
    drop: bool = False
    late: bool = False
    caught: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Lets the requests it holds go on."""
        self._released.set()

    async def pass_over(self) -> None:
        """Waits as long as the storm lasts for one request."""
        self.caught.set()
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.hold:
            await self._released.wait()


class Weather:
    """All storms brewing; a request meets the first that fits it."""

    def __init__(self) -> None:
        self._storms: list[Storm] = []

    def __iter__(self) -> Iterator[Storm]:
        return iter(self._storms)

    def brew(self, storm: Storm) -> Storm:
        """Lets a storm wait for its requests; gives it back."""
        self._storms.append(storm)
        return storm

    def clear(self) -> None:
        """Ends all storms and releases what they hold."""
        for storm in self._storms:
            storm.release()
        self._storms.clear()

    def meet(self, method: str, path: str) -> Storm | None:
        """Gives the storm a request meets, if any."""
        for storm in self._storms:
            if storm.times > 0 and fnmatchcase(f"{method} {path}", storm.route):
                storm.times -= 1
                return storm
        return None

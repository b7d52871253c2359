"""Rate limits: how often a route may be used, and the headers that tell so."""

import hashlib
from dataclasses import dataclass

from bot.rehearsal.clock import Clock
from bot.rehearsal.wire import Json

GLOBAL, GLOBAL_WINDOW = 50, 1.0
"""Requests a bot may make, and in how many seconds; interaction endpoints don't count."""

OLD = 60 * 60.0
"""Seconds after which a message is old: then edits of a channel's old messages are counted too."""

OLD_EDITS, OLD_WINDOW = 3, 6.0
USUAL = (50, 1.0)
LIMITS = {
    "POST /channels/{channel}/messages": (5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": (5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": (5, 1.0),
}
WEBHOOK = (5, 2.0)


@dataclass(slots=True)
class Window:
    """One running window of a bucket."""

    ends: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """What one request found in its bucket; `retry_after` (seconds) when it was empty."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False

    def body(self) -> Json:
        """Gives the body of the 429."""
        return {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": self.everywhere,
        }


class Buckets:
    """Counts requests: a bucket for each route and major parameter (channel, guild, token)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._windows: dict[tuple[str, str], Window] = {}
        self.enforced = True

    def draw(self, route: str, major: str) -> Draw:
        """Takes one request from its buckets; `route` is `METHOD /path/{parameter}`."""
        if route.partition(" ")[2].startswith("/interactions/"):
            return Draw({})
        webhook = "/webhooks/" in route
        limit, length = WEBHOOK if webhook else LIMITS.get(route, USUAL)
        name = "webhook" if webhook else route
        window = self._window((name, major), length)
        left = max(window.ends - self._clock.now(), 0.001)
        window.used += 1
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(limit - window.used, 0)),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
        }
        if self.enforced and window.used > limit:
            return Draw(too_many(headers, left, "user"), round(left, 3))
        return Draw(headers) if webhook else self._everywhere(headers)

    def draw_old_edit(self, channel_id: int) -> float | None:
        """Takes one edit of an old message; gives seconds to wait when there is none left."""
        window = self._window(("old edits", str(channel_id)), OLD_WINDOW)
        window.used += 1
        if not self.enforced or window.used <= OLD_EDITS:
            return None
        return round(max(window.ends - self._clock.now(), 0.001), 3)

    def _everywhere(self, headers: dict[str, str]) -> Draw:
        window = self._window(("", ""), GLOBAL_WINDOW)
        window.used += 1
        left = max(window.ends - self._clock.now(), 0.001)
        if self.enforced and window.used > GLOBAL:
            headers = too_many(headers, left, "global")
            return Draw(headers | {"X-RateLimit-Global": "true"}, round(left, 3), everywhere=True)
        return Draw(headers)

    def _window(self, key: tuple[str, str], length: float) -> Window:
        window = self._windows.get(key)
        if window is None or window.ends <= self._clock.now():
            if len(self._windows) > 1000:
                self._windows = {
                    k: w for k, w in self._windows.items() if w.ends > self._clock.now()
                }
            window = self._windows[key] = Window(self._clock.now() + length)
        return window


def too_many(headers: dict[str, str], retry_after: float, scope: str) -> dict[str, str]:
    """Gives the headers of a 429; without `Via` discord.py takes it for a ban."""
    return headers | {
        "Via": "1.1 google",
        "Retry-After": f"{retry_after:.3f}",
        "X-RateLimit-Scope": scope,
    }

"""A few numbers in memory that the bot's process and who kills it share."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Final

_FORM: Final = struct.Struct("<qqqqqd")
_LABEL: Final = slice(64, 512)
_SIZE: Final = 512
_ARMED, _MET, _IDLE, _READY, _TURNED, _NOW = range(6)


class Fuse:
    """Where in its life a bot is, and at which point it ends; a file mapped by both processes.

    `armed` counts down at each point a bot comes to: at 0 it kills itself there (0: never).
    `met` counts the points of a life, `label` names the last one. `idle` says that the bot waits
    for the world and nothing of its own is under way, `ready` that it is connected and restored.
    `now` is the time of the room in seconds, `turned` how many turns of it the bot has seen.
    """

    def __init__(self, path: Path) -> None:
        """Map the file, made where it is missing."""
        if not path.exists():
            path.write_bytes(bytes(_SIZE))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _SIZE)

    def close(self) -> None:
        """Let the file go."""
        self._map.close()

    def renew(self) -> None:
        """Begin a life: nothing met, not ready, not idle."""
        for field in (_MET, _IDLE, _READY, _TURNED):
            self._set(field, 0)
        self._map[_LABEL] = bytes(_LABEL.stop - _LABEL.start)

    def burn(self, label: str) -> bool:
        """Note that a point is met; tell whether it is the one to die at."""
        self._set(_MET, self.met + 1)
        if not self.armed:
            return False
        self.armed -= 1
        if self.armed:
            return False
        text = label.encode()[: _LABEL.stop - _LABEL.start]
        self._map[_LABEL.start : _LABEL.start + len(text)] = text
        return True

    @property
    def label(self) -> str:
        """Return the point that the bot died at, "" where it did not."""
        return bytes(self._map[_LABEL]).rstrip(b"\0").decode()

    @property
    def armed(self) -> int:
        """Return how many points are left to the end."""
        return int(self._get(_ARMED))

    @armed.setter
    def armed(self, points: int) -> None:
        self._set(_ARMED, points)

    @property
    def met(self) -> int:
        """Return how many points this life has met."""
        return int(self._get(_MET))

    @property
    def idle(self) -> bool:
        """Tell whether the bot waits for the world."""
        return bool(self._get(_IDLE))

    @idle.setter
    def idle(self, idle: bool) -> None:
        self._set(_IDLE, int(idle))

    @property
    def ready(self) -> bool:
        """Tell whether the bot is connected, and its tables are back."""
        return bool(self._get(_READY))

    @ready.setter
    def ready(self, ready: bool) -> None:
        self._set(_READY, int(ready))

    @property
    def turned(self) -> int:
        """Return how many turns of the time the bot has seen."""
        return int(self._get(_TURNED))

    @turned.setter
    def turned(self, turned: int) -> None:
        self._set(_TURNED, turned)

    @property
    def now(self) -> float:
        """Return the time of the room, in seconds since 1970."""
        return float(self._get(_NOW))

    @now.setter
    def now(self, now: float) -> None:
        self._set(_NOW, now)

    def _get(self, field: int) -> float:
        return _FORM.unpack_from(self._map)[field]  # type: ignore[no-any-return]

    def _set(self, field: int, value: float) -> None:
        form = "<d" if field == _NOW else "<q"
        struct.pack_into(form, self._map, field * 8, value)

"""A few numbers in memory that the bot's process and who kills it share."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Final

_FORM: Final = struct.Struct("<qqqqqd")
_ARMED: Final = slice(64, 1024)
_DIED: Final = slice(1024, 2048)
_SIZE: Final = 2048
_ROUND, _SPARING, _IDLE, _READY, _TURNED, _NOW = range(6)


class Fuse:
    """Where in its life a bot is, and at which place it ends; a file mapped by both processes.

    A place is a point by its label and by how often it was met in this round: "before COMMIT (2)".
    The bot ends at the place that is `armed`, and where it is `sparing` at every place but those it
    was told at its start. `died_at` is where it did. `idle` says that the bot waits for the world
    and nothing of its own is under way, `ready` that it is connected and restored. `now` is the
    time of the room in seconds, `turned` how many turns of it the bot has seen.
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

    def renew(self, *, sparing: bool) -> None:
        """Begin a life: nothing met, not ready, not idle."""
        for field in (_IDLE, _READY, _TURNED):
            self._set(field, 0)
        self._set(_SPARING, int(sparing))
        self._write(_DIED, "")
        self.begin("")

    def begin(self, place: str) -> None:
        """Begin a round in which the bot ends at a place ("": at none)."""
        self._write(_ARMED, place)
        self._set(_ROUND, self.round + 1)

    def spare_all(self) -> None:
        """Let the bot live on whatever it meets."""
        self._set(_SPARING, 0)
        self._write(_ARMED, "")

    @property
    def round(self) -> int:
        """Return how many rounds have begun."""
        return int(self._get(_ROUND))

    @property
    def armed(self) -> str:
        """Return the place at which the bot ends, "" for none."""
        return self._read(_ARMED)

    @property
    def sparing(self) -> bool:
        """Tell whether the bot ends at every place but those that it was told."""
        return bool(self._get(_SPARING))

    @property
    def died_at(self) -> str:
        """Return the place that the bot has ended at, "" where it has not."""
        return self._read(_DIED)

    @died_at.setter
    def died_at(self, place: str) -> None:
        self._write(_DIED, place)

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

    def _read(self, part: slice) -> str:
        return bytes(self._map[part]).rstrip(b"\0").decode()

    def _write(self, part: slice, text: str) -> None:
        size = part.stop - part.start
        assert len(text.encode()) <= size, text
        self._map[part] = text.encode().ljust(size, b"\0")

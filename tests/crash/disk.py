"""A disk that loses its power: what may be on it after any of the deeds that were put down."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, assert_never

from tests.crash.recording import (
    Acknowledged,
    Create,
    Deed,
    Delete,
    Sync,
    SyncFolder,
    Truncate,
    Write,
)

SECTOR: Final = 512
"""Bytes that a disk writes wholly or not at all."""

Image = dict[str, bytes]
"""Files by their names."""


class Loss(Enum):
    """How much of what was not synced is lost."""

    NOTHING = "nothing"
    EVERYTHING = "everything"
    SOMETHING = "something"


@dataclass(slots=True, eq=False)
class _File:
    now: bytearray = field(default_factory=bytearray)
    safe: bytearray = field(default_factory=bytearray)
    loose: list[Write | Truncate] = field(default_factory=list)


class Disk:
    """The files of one folder, as they are seen and as they are safe."""

    def __init__(self) -> None:
        """Begin with an empty folder."""
        self._now: dict[str, _File] = {}
        self._safe: dict[str, _File] = {}

    def take(self, deed: Deed) -> None:
        """Let a deed be done."""
        match deed:
            case Write(name) | Truncate(name):
                file = self._now[name]
                _apply(file.now, deed)
                file.loose.append(deed)
            case Sync(name):
                file = self._now[name]
                file.safe, file.loose = bytearray(file.now), []
            case Create(name):
                self._now[name] = _File()
            case Delete(name):
                del self._now[name]
            case SyncFolder():
                self._safe = dict(self._now)
            case Acknowledged():
                pass
            case _:
                assert_never(deed)

    def image(self, loss: Loss, chance: random.Random) -> Image:
        """Return what is found on it when the power is back."""
        match loss:
            case Loss.NOTHING:
                return {name: bytes(file.now) for name, file in self._now.items()}
            case Loss.EVERYTHING:
                return {name: bytes(file.safe) for name, file in self._safe.items()}
            case Loss.SOMETHING:
                names = {
                    name: file
                    for name, file in (self._safe | self._now).items()
                    if (self._safe.get(name) is self._now.get(name)) or chance.random() < 0.5
                }
                return {name: bytes(_torn(file, chance)) for name, file in names.items()}
            case _:
                assert_never(loss)


def _torn(file: _File, chance: random.Random) -> bytearray:
    """Return a file with some of its loose writes, and of some of those a few sectors only."""
    content = bytearray(file.safe)
    for deed in file.loose:
        match chance.randrange(3), deed:
            case 0, _:
                continue
            case 1, Write(name, offset, whole) if len(whole) > SECTOR:
                kept = SECTOR * chance.randrange(1, len(whole) // SECTOR + 1)
                _apply(content, Write(name, offset, whole[:kept]))
            case _:
                _apply(content, deed)
    return content


def _apply(content: bytearray, deed: Write | Truncate) -> None:
    match deed:
        case Write(_, offset, written):
            if len(content) < offset:
                content.extend(bytes(offset - len(content)))
            content[offset : offset + len(written)] = written
        case Truncate(_, size):
            del content[size:]


def moments(deeds: Iterable[Deed]) -> Iterable[tuple[Disk, str]]:
    """Return the disk after each deed, one and the same, and what was acknowledged last."""
    disk, state = Disk(), "{}"
    for deed in deeds:
        disk.take(deed)
        if isinstance(deed, Acknowledged):
            state = deed.state
        yield disk, state

"""What the files beside a database are called that the program itself writes, reads or deletes."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from bot.store.fault import StoreFault

RESTORING: Final = ".restoring"
"""Ends the name of the copy that a restore works on."""

_LOGS: Final = ("", "-wal", "-shm", "-journal")
_WORKED_ON: Final = (*_LOGS, ".lock", ".heartbeat", *(f"{RESTORING}{end}" for end in _LOGS))
_KEPT: Final = (".schema-", ".before-")
"""Begin the names of the copies that the program makes; of the former it deletes old ones."""


def true_path(path: Path) -> Path:
    """Return a path without links, of which all names beside a database are made.

    It need not exist. Raises StoreFault where its links lead to each other, or nobody can tell
    where it lies: the folder that it is seen from is gone.
    """
    try:
        # Strictly first: from 3.13 on nothing else tells of a circle.
        return path.resolve(strict=True)
    except RuntimeError as error:  # a circle, up to 3.12
        raise StoreFault(_circle(path)) from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StoreFault(_circle(path)) from error
    try:
        return path.resolve()
    except OSError as error:
        raise StoreFault(f"{path} cannot be found: {error.strerror}") from error


def _circle(path: Path) -> str:
    return f"{path} cannot be followed: its links lead round in a circle"


def is_worked_on(database: Path, path: Path) -> bool:
    """Tell whether a path is the database, or what stands beside it while it is in use."""
    return _end(database, path) in _WORKED_ON


def is_its_own(database: Path, path: Path) -> bool:
    """Tell whether a path has a name that the program takes for its own, copies included."""
    end = _end(database, path)
    return end is not None and (end in _WORKED_ON or end.startswith(_KEPT))


def _end(database: Path, path: Path) -> str | None:
    """Return what a file in the folder of the database is called behind its name, or None."""
    database, path = true_path(database), true_path(path)
    if path.parent != database.parent or not path.name.startswith(database.name):
        return None
    return path.name.removeprefix(database.name)

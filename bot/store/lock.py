"""The lock file that keeps a second bot away from a database."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import BinaryIO

from bot.store.fault import StoreFault
from bot.store.names import true_path
from bot.store.reader import refuse_no_file


class LockFile:
    """An exclusive flock on a file beside the database; the kernel frees it when a process dies."""

    def __init__(self, path: Path) -> None:
        """Take the lock; raise StoreFault where somebody else holds it."""
        self._file: BinaryIO = path.open("ab")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise StoreFault(
                f"another bot is using this database: {path} is locked; stop that one first"
            ) from None
        except OSError as error:
            self._file.close()
            reason = os.strerror(error.errno or 0)
            raise StoreFault(f"the lock file {path} cannot be locked: {reason}") from error

    def free(self) -> None:
        """Give the lock back; the file stays, since deleting it would race with the next bot."""
        self._file.close()


def lock_of(database: Path) -> tuple[Path, LockFile]:
    """Return a database's true path, by which a link to it finds the same lock, and the lock.

    The folder is made where it is missing. Raises StoreFault where somebody else has the lock, and
    where the database is no file.
    """
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        database = true_path(database)
        refuse_no_file(database)  # before a lock is left beside it
        return database, LockFile(database.with_name(f"{database.name}.lock"))
    except OSError as error:
        raise StoreFault(
            f"{error.filename or database} cannot be opened: {error.strerror}"
        ) from error


def is_locked(database: Path) -> bool:
    """Tell whether a bot has a database now; nothing is made or kept.

    Raises OSError, and StoreFault as `true_path` does.
    """
    path = true_path(database)
    try:
        with path.with_name(f"{path.name}.lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False

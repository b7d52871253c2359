"""The lock file that keeps a second bot away from a database."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import BinaryIO

from bot.store.fault import StoreFault


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

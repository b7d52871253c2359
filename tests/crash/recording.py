"""What SQLite writes and syncs, file by file, put down between it and the disk.

A file system of SQLite's own kind (a VFS) is laid over the usual one with ctypes, in the very
library that Python's sqlite3 uses: each write, truncation, sync, creation and deletion passes
through it unchanged and is put down in order.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_KEPT: Final = 0x00000100 | 0x00000800 | 0x00080000
"""Flags of the files that are put down: a database, its journal, its log (WAL)."""

_METHODS: Final = 19
"""Words of a table of a file's methods: its version and 18 functions."""

_WRITE, _TRUNCATE, _SYNC = 3, 4, 5

# A name is a bare pointer: SQLite keeps it, and Python's copy of it would not live as long.
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_WRITING = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATING = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNCING = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN_FOLDER = CFUNCTYPE(c_int, c_void_p, c_void_p)
_SET_CALL = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)
_GET_CALL = CFUNCTYPE(c_void_p, c_void_p, c_char_p)


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("size", c_int),
        ("longest", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("own", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 11),
        ("set_call", c_void_p),
        ("get_call", c_void_p),
        ("next_call", c_void_p),
    )


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes are written into a file."""

    name: str
    offset: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """A file is cut to so many bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """All that was written into a file is on the disk."""

    name: str


@dataclass(frozen=True, slots=True)
class Create:
    """A file comes into its folder."""

    name: str


@dataclass(frozen=True, slots=True)
class Delete:
    """A file goes out of its folder."""

    name: str


@dataclass(frozen=True, slots=True)
class SyncFolder:
    """Which files there are is on the disk."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Somebody was told that this is done: the state then, as text."""

    state: str


Deed = Write | Truncate | Sync | Create | Delete | SyncFolder | Acknowledged


class NoRecording(Exception):
    """SQLite's functions cannot be reached in this Python; the message says why."""


def _library() -> Any:
    try:
        import _sqlite3  # noqa: PLC0415 - private to CPython, and not in every Python

        library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        library.sqlite3_vfs_register.argtypes = (POINTER(_Vfs), c_int)
        library.sqlite3_vfs_unregister.argtypes = (POINTER(_Vfs),)
    except (ImportError, OSError, AttributeError) as error:
        raise NoRecording(f"the SQLite of this Python cannot be reached: {error}") from error
    return library


class Recorder:
    """The file system between SQLite and the disk; `deeds` are what passed through it."""

    def __init__(self, folder: Path) -> None:
        """Prepare to put down what happens to the files of a folder."""
        self.deeds: list[Deed] = []
        self._folder = folder.resolve()
        self._library = _library()
        self._names: dict[int, str] = {}
        self._tables: dict[int, Any] = {}
        self._usual = self._library.sqlite3_vfs_find(None)
        usual = self._usual.contents
        if usual.version < 3 or not usual.set_call:
            raise NoRecording("SQLite's file system has no calls to be told of")
        self._vfs = _Vfs.from_buffer_copy(usual)
        self._vfs.name = b"doorcard-recording"
        self._open, self._delete = _OPEN(usual.open), _DELETE(usual.delete)
        self._kept = [_OPEN(self._opened), _DELETE(self._deleted)]
        self._vfs.open, self._vfs.delete = (ctypes.cast(one, c_void_p) for one in self._kept)
        call = _GET_CALL(usual.get_call)(ctypes.cast(self._usual, c_void_p), b"openDirectory")
        self._open_folder = _OPEN_FOLDER(call)
        self._folder_call = _OPEN_FOLDER(self._folder_opened)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let every connection that is opened meanwhile pass through here."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        self._set_folder_call(ctypes.cast(self._folder_call, c_void_p))
        try:
            yield
        finally:
            self._set_folder_call(None)
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
            self._library.sqlite3_vfs_register(self._usual, 1)

    def _set_folder_call(self, call: Any) -> None:
        setting = _SET_CALL(self._usual.contents.set_call)
        setting(ctypes.cast(self._usual, c_void_p), b"openDirectory", call)

    def _opened(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        path = self._own(name) if flags & _KEPT else None
        new = path is not None and not path.exists()
        code = int(self._open(vfs, name, file, flags, out))
        if code == 0 and path is not None:
            self._names[file] = path.name
            if new:
                self.deeds.append(Create(self._names[file]))
            methods: Any = ctypes.cast(file, POINTER(c_void_p))
            methods[0] = self._wrapped(methods[0])
        return code

    def _wrapped(self, table: Any) -> int:
        """Return the address of a table of methods like that one, which puts down what is done."""
        if table not in self._tables:
            words: Any = (c_void_p * _METHODS)()
            ctypes.memmove(words, table, ctypes.sizeof(words))
            write, truncate = _WRITING(words[_WRITE]), _TRUNCATING(words[_TRUNCATE])
            sync = _SYNCING(words[_SYNC])

            def written(file: int, content: int, size: int, offset: int) -> int:
                deed = Write(self._names[file], offset, ctypes.string_at(content, size))
                self.deeds.append(deed)
                return int(write(file, content, size, offset))

            def truncated(file: int, size: int) -> int:
                self.deeds.append(Truncate(self._names[file], size))
                return int(truncate(file, size))

            def synced(file: int, flags: int) -> int:
                code = int(sync(file, flags))
                self.deeds.append(Sync(self._names[file]))
                return code

            mine = (_WRITING(written), _TRUNCATING(truncated), _SYNCING(synced))
            for place, one in zip((_WRITE, _TRUNCATE, _SYNC), mine, strict=True):
                words[place] = ctypes.cast(one, c_void_p)
            self._tables[table] = (words, mine)
        return ctypes.addressof(self._tables[table][0])

    def _own(self, name: int | None) -> Path | None:
        """Return the path at an address, if it lies in the folder."""
        path = Path(ctypes.string_at(name).decode()) if name else None
        return path if path is not None and path.parent == self._folder else None

    def _deleted(self, vfs: int, name: int, sync: int) -> int:
        path = self._own(name)
        if path is not None and path.exists():
            self.deeds.append(Delete(path.name))
        return int(self._delete(vfs, name, sync))

    def _folder_opened(self, name: int, out: int) -> int:
        if self._own(name) is not None:
            self.deeds.append(SyncFolder())
        return int(self._open_folder(name, out))

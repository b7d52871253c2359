"""The files people and bots have sent, and where they are served."""

import re
from collections.abc import Callable

from bot.rehearsal.parcel import Upload
from bot.rehearsal.wire import Json
from bot.rehearsal.world import Deed, Happening, World

_STRANGE = re.compile(r"[^0-9A-Za-z._-]+")


class Cdn:
    """Keeps every file while a message carries it.

    Files are served under an address of the pretend Discord that anybody may ask for, as on
    Discord, and that nobody can guess who was not shown it.
    """

    def __init__(self, world: World, url: Callable[[], str]) -> None:
        self._world = world
        self._url = url
        self._files: dict[int, Upload] = {}
        world.on_message.append(self._happened)

    def store(self, upload: Upload, described: Json, *, channel_id: int, ephemeral: bool) -> Json:
        """Keeps a file and gives the attachment that carries it.

        `described` is its entry in the body's `attachments`, empty when it has none.
        """
        file_id = self._world.snowflake()
        self._files[file_id] = upload
        if self._world.remember is not None and len(self._files) > self._world.remember:
            del self._files[next(iter(self._files))]
        named = described.get("filename") or upload.name
        filename = cleaned_name(named)
        url = f"{self._url()}/attachments/{channel_id}/{file_id}/{filename}"
        file: Json = {
            "id": str(file_id),
            "filename": filename,
            "content_type": upload.content_type,
            "size": len(upload.content),
            "url": url,
            "proxy_url": url,
            "flags": 0,
        }
        title = described.get("title") or (named.rpartition(".")[0] if filename != named else "")
        if title:
            file["title"] = title
        if described.get("description"):
            file["description"] = described["description"]
        return file | ({"ephemeral": True} if ephemeral else {})

    def file(self, file_id: int) -> Upload | None:
        """Gives a file by its attachment's id; None when no message carries it any more."""
        return self._files.get(file_id)

    def _happened(self, happening: Happening) -> None:
        message = happening.message
        standing = set() if happening.deed is Deed.DELETE else _ids(message.payload)
        for version in message.versions:
            for file_id in _ids(version) - standing:
                self._files.pop(file_id, None)


def cleaned_name(name: str) -> str:
    """Gives a file's name as Discord keeps it: letters, digits, dots, dashes and underscores."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return _STRANGE.sub("", last.replace(" ", "_")).strip(".") or "unknown"


def _ids(payload: Json) -> set[int]:
    return {int(file["id"]) for file in payload["attachments"]}

"""The body of a request, with the files sent along."""

import json
import re
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.route import route_of
from bot.rehearsal.spec import Spec
from bot.rehearsal.wire import Json

LARGEST_FILE = 10 * 1024 * 1024
"""Bytes a file may have; more is 40005."""

_FILE = re.compile(r"files\[(\d{1,20})\]", re.ASCII)

SPEC: web.AppKey[Spec] = web.AppKey("SPEC", Spec)
"""Where an application keeps Discord's OpenAPI document, if it has one."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent with a request."""

    name: str
    content_type: str
    content: bytes

    @property
    def text(self) -> str:
        """Gives the content as UTF-8 text; UnicodeDecodeError when it is none."""
        return self.content.decode()


@dataclass(frozen=True, slots=True)
class Parcel:
    """A JSON body and the files uploaded beside it, by their number in the form."""

    body: Json
    uploads: dict[int, Upload] = field(default_factory=dict)

    @property
    def names(self) -> dict[int, str]:
        """Gives the uploaded files' names by their number, in order."""
        return {number: self.uploads[number].name for number in sorted(self.uploads)}

    def inside(self, key: str) -> "Parcel":
        """Gives the parcel whose body is one object of this one."""
        inner = self.body.get(key)
        return Parcel(inner if isinstance(inner, dict) else {}, self.uploads)


async def read_json(request: web.Request) -> object:
    """Reads a JSON body of any shape; an empty one is None, a broken one 50109.

    A body that Discord's OpenAPI document is against is 50035.
    """
    body = await _json(request)
    _refuse(request, body)
    return body


async def read_parcel(request: web.Request) -> Parcel:
    """Reads a JSON object, bare or as `payload_json` of a multipart form; refuses as above."""
    parcel = await _parcel(request)
    _refuse(request, parcel.body)
    return parcel


def _refuse(request: web.Request, body: object) -> None:
    spec = request.app.get(SPEC)
    if spec is not None:
        spec.body_complaints(route_of(request), body).refuse()


async def _json(request: web.Request) -> object:
    text = await request.text()
    if not text:
        return None
    if request.content_type != "application/json":
        raise Refused(Fault.BAD_JSON)
    try:
        return json.loads(text)
    except ValueError as error:
        raise Refused(Fault.BAD_JSON) from error


async def _parcel(request: web.Request) -> Parcel:
    if request.content_type != "multipart/form-data":
        return Parcel(_mapping(await _json(request)))
    body: Json = {}
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refused(Fault.BAD_JSON)
        content = bytes(await part.read())
        name = part.name or ""
        if name == "payload_json":
            try:
                body = _mapping(json.loads(content))
            except ValueError as error:
                raise Refused(Fault.BAD_JSON) from error
        elif part.filename is not None:
            number = _number(name, uploads)
            if len(content) > LARGEST_FILE:
                raise Refused(Fault.TOO_LARGE)
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads[number] = Upload(part.filename, kind, content)
    return Parcel(body, uploads)


def _number(name: str, taken: dict[int, Upload]) -> int:
    """Reads n of `files[n]`; a part of another name, or of the same, is 50035."""
    found = _FILE.fullmatch(name)
    if found is None or int(found[1]) in taken:
        words = {"code": "ATTACHMENT_NAME_INVALID", "message": "Files are named files[n], once."}
        raise Refused(Fault.INVALID_BODY, {name: {"_errors": [words]}})
    return int(found[1])


def _mapping(body: object) -> Json:
    if body is None:
        return {}
    if not isinstance(body, dict):
        raise Refused(Fault.INVALID_BODY, {"_errors": [_NO_MAPPING]})
    return body


_NO_MAPPING = {
    "code": "MODEL_TYPE_CONVERT",
    "message": "Only dictionaries may be used in a ModelType",
}

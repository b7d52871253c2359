"""Discord's own OpenAPI document, and what it has against a body.

The environment variable DISCORD_OPENAPI may name the document (the JSON that Discord publishes in
discord/discord-api-spec). Then every body the bot sends is held against it, and every answer of
this Discord too. Without the variable the rehearsal goes by its own refusals alone, and needs no
schema library.
"""

import importlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from bot.rehearsal.fields import Complaints
from bot.rehearsal.fields import Path as Steps
from bot.rehearsal.wire import Json

VARIABLE = "DISCORD_OPENAPI"
LIBRARY = "jsonschema_rs"
METHODS = frozenset({"get", "put", "post", "patch", "delete"})

_TAKEN, _GIVEN = "urn:discord-takes", "urn:discord-gives"
_JSON = ("content", "application/json", "schema")
_PARAMETER = re.compile(r"\{[^}]*\}")
_TYPES = {
    "string": ("STRING_TYPE_CONVERT", "Could not interpret the value as string."),
    "integer": ("NUMBER_TYPE_COERCE", "The value is not int."),
    "number": ("NUMBER_TYPE_COERCE", "The value is not a number."),
    "boolean": ("BOOLEAN_TYPE_CONVERT", "Must be either true or false."),
    "object": ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"),
    "array": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
}
_BOUNDS = {
    "maxLength": ("BASE_TYPE_MAX_LENGTH", "Must be {} or fewer in length."),
    "minLength": ("BASE_TYPE_MIN_LENGTH", "Must be {} or more in length."),
    "maxItems": ("BASE_TYPE_MAX_LENGTH", "Must be {} or fewer in length."),
    "minItems": ("BASE_TYPE_MIN_LENGTH", "Must be {} or more in length."),
    "maximum": ("NUMBER_TYPE_MAX", "The value should be less than or equal to {}."),
    "minimum": ("NUMBER_TYPE_MIN", "The value should be greater than or equal to {}."),
}


class _Kind(Protocol):
    @property
    def name(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...


class _Error(Protocol):
    """What the library has against a body: where, which keyword of the schema, and its facts."""

    @property
    def instance_path(self) -> list[str | int]: ...
    @property
    def kind(self) -> _Kind: ...


class NoSpec(RuntimeError):
    """The document that DISCORD_OPENAPI names can't be used; the message is one clear line."""


class Spec:
    """The schemas of one OpenAPI document, by route.

    A route is `METHOD /path/{parameter}`, as in `route.py`; the parameters' names don't matter.
    """

    def __init__(self, document: Json) -> None:
        try:
            # Named, not imported: a rehearsal without a document goes without it.
            self._library = importlib.import_module(LIBRARY)
        except ImportError as error:
            raise NoSpec(
                f"{VARIABLE} is set, but jsonschema-rs is not installed: "
                f"install the development packages, or unset {VARIABLE}."
            ) from error
        self._registry = self._library.Registry([(_TAKEN, _taken(document)), (_GIVEN, document)])
        self._validators: dict[str, Any] = {}
        self._bodies: dict[str, str] = {}
        self._answers: dict[str, dict[str, str]] = {}
        for path, operations in document["paths"].items():
            for method in METHODS & operations.keys():
                self._learn(f"{method.upper()} {path}", operations[method], path, method)

    @classmethod
    def read(cls, path: Path) -> "Spec":
        """Reads a document; NoSpec when it isn't there, or is none."""
        try:
            return cls(json.loads(path.read_bytes()))
        except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
            raise NoSpec(f"{VARIABLE} names {path}, which is no OpenAPI document.") from error

    @classmethod
    def named(cls, environment: Mapping[str, str]) -> "Spec | None":
        """Reads the document an environment names, None when it names none; NoSpec as `read`."""
        path = environment.get(VARIABLE)
        return cls.read(Path(path)) if path else None

    def body_complaints(self, route: str, body: object) -> Complaints:
        """Gives all the document has against a body sent to a route; nothing for another route."""
        return self._complaints(self._bodies.get(_nameless(route)), body)

    def answer_complaints(self, route: str, status: int, body: object) -> Complaints:
        """Gives all the document has against an answer of a route."""
        answers = self._answers.get(_nameless(route), {})
        pointer = answers.get(str(status)) or answers.get(f"{status // 100}XX")
        return self._complaints(pointer, body)

    def _learn(self, route: str, operation: Json, path: str, method: str) -> None:
        known, here = _nameless(route), ("paths", path, method)
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            self._bodies[known] = _pointer(_TAKEN, *here, "requestBody", *_JSON)
        answers = self._answers[known] = {}
        for status, answer in operation["responses"].items():
            if "$ref" in answer:
                answers[status] = _pointer(_GIVEN, *answer["$ref"].split("/")[1:], *_JSON)
            elif "application/json" in answer.get("content", {}):
                answers[status] = _pointer(_GIVEN, *here, "responses", status, *_JSON)

    def _complaints(self, pointer: str | None, body: object) -> Complaints:
        complaints = Complaints()
        if pointer is None:
            return complaints
        if pointer not in self._validators:
            self._validators[pointer] = self._library.Draft202012Validator(
                {"$ref": pointer}, registry=self._registry
            )
        for error in self._validators[pointer].iter_errors(body):
            _tell(error, complaints)
        return complaints


def _pointer(document: str, *steps: str) -> str:
    escaped = (step.replace("~", "~0").replace("/", "~1") for step in steps)
    return document + "#" + "".join("/" + quote(step) for step in escaped)


def _nameless(route: str) -> str:
    return _PARAMETER.sub("{}", route)


def _taken(document: Json) -> Json:
    """Gives the document as Discord goes by it for bodies: ids may be numbers too.

    discord.py sends the ids of attachments, replies and allowed mentions so.
    """
    parts = document["components"]
    snowflake = {"type": ["string", "integer"], "minimum": 0, "pattern": "^(0|[1-9][0-9]*)$"}
    schemas = parts["schemas"] | {"SnowflakeType": snowflake}
    return document | {"components": parts | {"schemas": schemas}}


def _tell(error: _Error, complaints: Complaints) -> None:
    """Notes an error in Discord's words; never the value itself, which may be a secret."""
    path: Steps = tuple(error.instance_path)
    keyword, facts = error.kind.name, error.kind.as_dict()
    if facts.get("context"):
        for inner in _nearest(facts["context"], path):
            _tell(inner, complaints)
    elif keyword == "required":
        complaints.note((*path, facts["property"]), "BASE_TYPE_REQUIRED", "This field is required")
    elif keyword == "type":
        wanted = [name for name in facts["types"] if name in _TYPES]
        complaints.note(path, *_TYPES[wanted[0] if wanted else "object"])
    elif keyword in _BOUNDS:
        code, words = _BOUNDS[keyword]
        complaints.note(path, code, words.format(facts["limit"]))
    elif keyword in ("enum", "const"):
        allowed = facts.get("options", [facts.get("expected_value")])
        listed = ", ".join(json.dumps(value) for value in allowed)
        complaints.note(path, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
    else:
        complaints.note(path, "BASE_TYPE_INVALID", f"The value fails the schema's {keyword!r}.")


def _nearest(branches: list[list[_Error]], path: Steps) -> list[_Error]:
    """Gives the errors of the branch that was meant: that of the body's own `type`, if any."""

    def distance(errors: list[_Error]) -> tuple[bool, int]:
        of_type = any(
            tuple(error.instance_path) == (*path, "type")
            or (tuple(error.instance_path) == path and error.kind.name == "type")
            for error in errors
        )
        return of_type, len(errors)

    return min(branches, key=distance)

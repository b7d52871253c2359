"""Reading a body field by field, noting everything that is wrong with it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.wire import Json

Path = tuple[str | int, ...]


class Complaints:
    """All that is wrong with one body, by path, in the shape Discord tells it."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, str, str]] = []

    def note(self, path: Path, code: str, words: str) -> None:
        """Notes one complaint."""
        self.found.append((path, code, words))

    def tree(self) -> Json:
        """Gives the nested `errors` of Discord's answer."""
        tree: Json = {}
        for path, code, words in self.found:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": words})
        return tree

    def refuse(self) -> None:
        """Raises Invalid Form Body (50035) when anything was noted."""
        if self.found:
            raise Refused(Fault.INVALID_BODY, self.tree())


@dataclass(frozen=True, slots=True)
class Field:
    """A value in a body, with its path and where to complain about it."""

    value: Any
    path: Path
    complaints: Complaints

    def __truediv__(self, key: str | int) -> "Field":
        """Gives the field inside; one that isn't there has the value None."""
        inner: Any = None
        if isinstance(self.value, dict):
            inner = self.value.get(key)
        elif isinstance(self.value, list) and isinstance(key, int) and key < len(self.value):
            inner = self.value[key]
        return Field(inner, (*self.path, key), self.complaints)

    def say(self, code: str, words: str) -> None:
        """Complains about this field."""
        self.complaints.note(self.path, code, words)

    @property
    def given(self) -> bool:
        """Says whether there is a value other than null."""
        return self.value is not None

    def required(self) -> bool:
        """Complains when there is no value; says whether there is one."""
        if not self.given:
            self.say("BASE_TYPE_REQUIRED", "This field is required")
        return self.given

    def banned(self, words: str) -> None:
        """Complains when there is a value."""
        if self.given:
            self.say("BASE_TYPE_CHOICES", words)

    def text(self, low: int, high: int, *, required: bool = False) -> str:
        """Reads a string of low to high characters; gives '' for none or a bad one."""
        if not self.given:
            if required:
                self.required()
            return ""
        if not isinstance(self.value, str):
            self.say("STRING_TYPE_CONVERT", f'Could not interpret "{self.value}" as string.')
            return ""
        if not low <= len(self.value) <= high:
            code = "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH"
            words = (
                f"Must be between {low} and {high} in length."
                if low
                else f"Must be {high} or fewer in length."
            )
            self.say(code, words)
        return self.value

    def integer(self, low: int, high: int, *, required: bool = False) -> int | None:
        """Reads an int from low to high; gives None for none or a bad one."""
        if not self.given:
            if required:
                self.required()
            return None
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.say("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not int.')
            return None
        if self.value < low:
            self.say("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif self.value > high:
            self.say("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return self.value

    def boolean(self) -> bool:
        """Reads true or false; gives False for none or a bad one."""
        if self.given and not isinstance(self.value, bool):
            self.say("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return self.value is True

    def choice(self, allowed: Collection[int], *, required: bool = True) -> int | None:
        """Reads one of some numbers; gives None for none or a bad one."""
        if not self.given:
            if required:
                self.required()
            return None
        if isinstance(self.value, bool) or self.value not in allowed:
            listed = ", ".join(str(int(number)) for number in sorted(allowed))
            self.say("BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
            return None
        return int(self.value)

    def mapping(self, *, required: bool = False) -> bool:
        """Complains when it isn't an object; says whether it is one."""
        if not self.given:
            if required:
                self.required()
            return False
        if not isinstance(self.value, dict):
            self.say("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return False
        return True

    def each(self, low: int, high: int, *, required: bool = False) -> list["Field"]:
        """Reads a list of low to high items; gives its fields, none for a bad one."""
        if not self.given:
            if required:
                self.required()
            return []
        if not isinstance(self.value, list):
            self.say("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(self.value) <= high:
            self.say("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return [self / index for index in range(len(self.value))]

    def snowflake(self, *, required: bool = False) -> int | None:
        """Reads an id, as text or a number; gives None for none or a bad one."""
        if not self.given:
            if required:
                self.required()
            return None
        if isinstance(self.value, bool) or not str(self.value).isdecimal():
            self.say("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not snowflake.')
            return None
        return int(self.value)


def body_field(body: object) -> Field:
    """Gives the field of a whole body, with no complaint yet; 50035 when it is no object."""
    field = Field(body, (), Complaints())
    if not field.mapping(required=True):
        field.complaints.refuse()
    return field

"""What Discord refuses in the commands an application registers."""

import re
from collections.abc import Callable, Collection

from bot.rehearsal.fields import Field, body_field
from bot.rehearsal.wire import Json, OptionKind

SLASH = 1
COMMANDS = {SLASH: 100, 2: 15, 3: 15}
"""How many commands of each type there may be: slash, user, message."""

OPTIONS = 25
CHOICES = 25
COMBINED = 8000

NAME = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")
"""Discord's pattern of slash command and option names (its \\p{L} and \\p{N} are in \\w)."""

LOCALES = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu"),
        *("nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru"),
        *("uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    )
)

WITH_CHOICES = frozenset({OptionKind.STRING, OptionKind.INTEGER, OptionKind.NUMBER})
NUMBERS = frozenset({OptionKind.INTEGER, OptionKind.NUMBER})
MOST = 1 << 53
"""The largest number of an option, as the clients' numbers are whole up to there."""

GROUPS = frozenset({OptionKind.SUB_COMMAND, OptionKind.SUB_COMMAND_GROUP})


def refuse_commands(bodies: object) -> None:
    """Refuses a list of commands as a whole; raises Refused 50035."""
    root = body_field({"commands": bodies})
    listed = (root / "commands").each(0, sum(COMMANDS.values()), required=True)
    commands = [Field(item.value, item.path[1:], root.complaints) for item in listed]
    for command in commands:
        if command.mapping(required=True):
            _command(command)
    mappings = [command for command in commands if isinstance(command.value, dict)]
    _unique(mappings, lambda c: (c.value.get("type") or SLASH, c.value.get("name")))
    for kind, limit in COMMANDS.items():
        if sum((command.value.get("type") or SLASH) == kind for command in mappings) > limit:
            root.say(
                "APPLICATION_COMMAND_TOO_MANY",
                f"Maximum number of application commands of type {kind} reached ({limit}).",
            )
    root.complaints.refuse()


def refuse_choices(choices: Field, kind: int) -> None:
    """Notes what is wrong with choices: of an option, or as the answer to an autocomplete."""
    listed = choices.each(0, CHOICES)
    for choice in listed:
        if not choice.mapping(required=True):
            continue
        (choice / "name").text(1, 100, required=True)
        _locales(choice / "name_localizations", 100)
        value = choice / "value"
        if kind == OptionKind.STRING:
            value.text(0, 100, required=True)
        else:
            _number(value, kind, required=True)
    mappings = [choice for choice in listed if isinstance(choice.value, dict)]
    _unique(mappings, lambda choice: choice.value.get("name"))


def _command(command: Field) -> None:
    kind = (command / "type").choice(COMMANDS, required=False) or SLASH
    permissions = command / "default_member_permissions"
    if permissions.given and not str(permissions.value).isdecimal():
        permissions.say("BITFIELD_TYPE", "Value is not a permission bit field.")
    if kind != SLASH:
        (command / "name").text(1, 32, required=True)
        (command / "description").text(0, 0)
        return
    _names(command)
    _options(command / "options", depth=0)
    size = _size(command.value)
    if size > COMBINED:
        command.say(
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({size} of {COMBINED} characters).",
        )


def _names(item: Field) -> None:
    name = (item / "name").text(1, 32, required=True)
    _pattern(item / "name", name)
    (item / "description").text(1, 100, required=True)
    for key, word in _locales(item / "name_localizations", 32):
        _pattern(item / "name_localizations" / key, word)
    _locales(item / "description_localizations", 100)


def _pattern(field: Field, name: str) -> None:
    if name and (NAME.match(name) is None or name != name.lower()):
        field.say("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _locales(field: Field, high: int) -> list[tuple[str, str]]:
    if not field.mapping():
        return []
    for key in field.value:
        if key not in LOCALES:
            field.say("BASE_TYPE_CHOICES", f"{key!r} is no locale of Discord's.")
    return [(key, (field / key).text(1, high)) for key in field.value]


def _options(options: Field, depth: int) -> None:
    listed = [option for option in options.each(0, OPTIONS) if option.mapping(required=True)]
    _unique(listed, lambda option: option.value.get("name"))
    kinds = {option.value.get("type") for option in listed}
    if kinds & GROUPS and kinds - GROUPS:
        options.say(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands and other options can't be mixed.",
        )
    optional = False
    for option in listed:
        _names(option)
        kind = (option / "type").choice(set(OptionKind))
        if (option / "required").boolean() and optional:
            (option / "required").say(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.value.get("required")
        if kind in GROUPS:
            _group(option, kind, depth)
        elif kind is not None:
            _limits(option, kind)


def _group(option: Field, kind: int | None, depth: int) -> None:
    deepest = 1 if kind == OptionKind.SUB_COMMAND else 0
    if depth > deepest:
        (option / "type").say(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands are nested too deep."
        )
    nested = {o.get("type") for o in option.value.get("options") or [] if isinstance(o, dict)}
    if kind == OptionKind.SUB_COMMAND and nested & GROUPS:
        (option / "options").say(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command can't hold another."
        )
        return
    _options(option / "options", depth + 1)


def _limits(option: Field, kind: int) -> None:
    choices, autocomplete = option / "choices", (option / "autocomplete").boolean()
    if choices.value and autocomplete:
        option.say(
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            "Autocomplete and choices can't both be given.",
        )
    if (choices.value or autocomplete) and kind not in WITH_CHOICES:
        option.say(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Only a string, integer or number has choices or autocomplete.",
        )
    refuse_choices(choices, kind)
    _bounds(option, "length", of=kind == OptionKind.STRING)
    _bounds(option, "value", of=kind in NUMBERS)
    for key in ("min_length", "max_length"):
        (option / key).integer(int(key == "max_length"), 6000)
    for key in ("min_value", "max_value"):
        _number(option / key, kind)


def _bounds(option: Field, what: str, *, of: bool) -> None:
    """Notes bounds of an option that can't have them, and those that leave nothing between."""
    low, high = option / f"min_{what}", option / f"max_{what}"
    for bound in (low, high):
        if not of:
            bound.banned(f"An option of this type has no {bound.path[-1]}.")
    numbers = isinstance(low.value, (int, float)) and isinstance(high.value, (int, float))
    if numbers and low.value > high.value:
        low.say("APPLICATION_COMMAND_OPTIONS_MIN_OVER_MAX", f"min_{what} is above max_{what}.")


def _number(field: Field, kind: int, *, required: bool = False) -> None:
    """Notes what is no number of an option's type: whole for an INTEGER, at most 2^53 away."""
    if not field.given and not (required and field.required()):
        return
    kinds = (int, float) if kind == OptionKind.NUMBER else (int,)
    if isinstance(field.value, bool) or not isinstance(field.value, kinds):
        field.say("NUMBER_TYPE_COERCE", f'Value "{field.value}" is not a number of its type.')
    elif abs(field.value) > MOST:
        field.say("NUMBER_TYPE_COERCE", "Must be a number between -2^53 and 2^53.")


def _unique(items: Collection[Field], key: Callable[[Field], object]) -> None:
    seen: list[object] = []
    for item in items:
        if key(item) in seen:
            (item / "name").say(
                "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        seen.append(key(item))


def _size(item: Json) -> int:
    total = _longest(item, "name") + _longest(item, "description")
    for option in item.get("options") or []:
        if isinstance(option, dict):
            total += _size(option)
    for choice in item.get("choices") or []:
        if isinstance(choice, dict):
            value = choice.get("value")
            total += _longest(choice, "name") + (len(value) if isinstance(value, str) else 0)
    return total


def _longest(item: Json, key: str) -> int:
    words = [item.get(key), *(item.get(f"{key}_localizations") or {}).values()]
    return max(len(word) if isinstance(word, str) else 0 for word in words)

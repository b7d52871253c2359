"""What a person types as a slash command, and what the Discord client makes of it."""

from dataclasses import dataclass

from bot.rehearsal.channels import Channel
from bot.rehearsal.commands import may_see
from bot.rehearsal.guilds import Guild, Role, User
from bot.rehearsal.payloads import resolved_members, resolved_places, resolved_roles
from bot.rehearsal.permissions import Permission
from bot.rehearsal.wire import Json, OptionKind
from bot.rehearsal.world import World

GROUPS = (OptionKind.SUB_COMMAND, OptionKind.SUB_COMMAND_GROUP)
SLASH = 1
LONGEST = 6000


@dataclass(frozen=True, slots=True)
class Attached:
    """A file given in an option: the attachment that carries it."""

    payload: Json


@dataclass(frozen=True, slots=True)
class Found:
    """A registered command, the sub-commands chosen, and the options that remain."""

    command: Json
    steps: list[Json]
    options: list[Json]


class SlashLine:
    """One line typed: the command's words and its options by name.

    With `raw` the client's own checks are left out: what is typed goes to the bot as it is.
    """

    def __init__(self, words: str, options: Json, *, raw: bool = False) -> None:
        self.words = words.removeprefix("/").split()
        self.options = options
        self.raw = raw

    def __str__(self) -> str:
        options = [f"{name}:{_shown(value)}" for name, value in self.options.items()]
        return " ".join(["/" + " ".join(self.words), *options])

    def payload(self, world: World, guild: Guild, permissions: Permission) -> Json:
        """Gives the interaction's data; AssertionError when a person couldn't send it."""
        found = self._find(world, guild, permissions)
        values = self._values(found)
        given = {value["name"] for value in values}
        missing = [o["name"] for o in found.options if o.get("required") and o["name"] not in given]
        if missing and not self.raw:
            raise AssertionError(f"{self}: required and not given: {', '.join(missing)}")
        return self._data(world, guild, found, values)

    def autocomplete(
        self, world: World, guild: Guild, permissions: Permission, name: str, typed: str
    ) -> Json:
        """Gives the data sent while `typed` stands in the option of that name.

        It is sent as text for a number too; other options count when they are filled in.
        """
        found = self._find(world, guild, permissions)
        option = self._option(found, name)
        if not self.raw and not option.get("autocomplete"):
            raise AssertionError(f"{self}: {option['name']} has no autocomplete")
        values = [v for v in self._values(found) if v["name"] != option["name"]]
        focused = {"name": option["name"], "type": option["type"], "value": typed}
        return self._data(world, guild, found, [*values, focused | {"focused": True}])

    def _data(self, world: World, guild: Guild, found: Found, values: list[Json]) -> Json:
        options: list[Json] = values
        for step in reversed(found.steps):
            options = [{"type": step["type"], "name": step["name"], "options": options}]
        data: Json = {
            "id": found.command["id"],
            "name": found.command["name"],
            "type": SLASH,
            "options": options,
        }
        if "guild_id" in found.command:
            data["guild_id"] = found.command["guild_id"]
        resolved = self._resolved(world, guild, values)
        if resolved:
            data["resolved"] = resolved
        return data

    def _resolved(self, world: World, guild: Guild, values: list[Json]) -> Json:
        """Gives whom and what the options name: people, roles, channels and files."""

        def named(kind: OptionKind) -> list[int]:
            return [int(o["value"]) for o in values if o["type"] == kind]

        given = [value for value in self.options.values() if isinstance(value, Attached)]
        files = {file.payload["id"]: file.payload for file in given}
        return (
            resolved_members(world, guild, named(OptionKind.USER))
            | resolved_roles(guild, named(OptionKind.ROLE))
            | resolved_places(world, guild, named(OptionKind.CHANNEL))
            | ({"attachments": files} if files else {})
        )

    def _find(self, world: World, guild: Guild, permissions: Permission) -> Found:
        commands = [c for c in world.commands.usable(guild.id) if c["type"] == SLASH]
        if not self.raw:
            commands = [c for c in commands if may_see(c, permissions)]
        command = next((c for c in commands if c["name"] == self.words[0]), None)
        if command is None:
            names = ", ".join("/" + c["name"] for c in commands) or "none"
            raise AssertionError(f"there is no command {self} to choose; there are: {names}")
        steps: list[Json] = []
        options: list[Json] = command["options"]
        for word in self.words[1:]:
            step = next((o for o in options if o["name"] == word and o["type"] in GROUPS), None)
            if step is None:
                raise AssertionError(f"{self}: there is no sub-command {word!r}")
            steps.append(step)
            options = step.get("options") or []
        if any(option["type"] in GROUPS for option in options):
            names = ", ".join(option["name"] for option in options)
            raise AssertionError(f"{self}: a sub-command must follow, one of {names}")
        return Found(command, steps, options)

    def _values(self, found: Found) -> list[Json]:
        values: list[Json] = []
        for typed, value in self.options.items():
            option = self._option(found, typed, _guessed(value))
            values.append(
                {"name": option["name"], "type": option["type"]} | self._value(option, value)
            )
        return values

    def _option(self, found: Found, typed: str, kind: OptionKind = OptionKind.STRING) -> Json:
        """Gives the option of a name, `_` being `-` where that is one; with `raw` makes it up."""
        known = {option["name"]: option for option in found.options}
        option = known.get(typed) or known.get(typed.replace("_", "-"))
        if option is None and not self.raw:
            raise AssertionError(
                f"{self}: there is no option {typed!r}; there are: {', '.join(known) or 'none'}"
            )
        return option or {"name": typed, "type": kind}

    def _value(self, option: Json, value: object) -> Json:
        sent = _sent(value)
        if self.raw:
            return {"value": sent}
        for choice in option.get("choices") or []:
            if value in (choice["name"], choice["value"]):
                return {"value": choice["value"]}
        words = _objection(option, sent)
        if words:
            raise AssertionError(f"{self}: {option['name']} {words}")
        return {"value": sent}


def _objection(option: Json, value: object) -> str:
    """Says what the client has against a value, or nothing."""
    if option.get("choices"):
        names = ", ".join(choice["name"] for choice in option["choices"])
        return f"must be one of {names}"
    match option["type"]:
        case OptionKind.STRING:
            low, high = option.get("min_length") or 0, option.get("max_length") or LONGEST
            fits = isinstance(value, str) and low <= len(value) <= high
            return "" if fits else f"must be a text of {low} to {high} characters"
        case OptionKind.BOOLEAN:
            return "" if isinstance(value, bool) else "must be true or false"
        case OptionKind.INTEGER | OptionKind.NUMBER:
            return _number_objection(option, value)
        case _:
            known = isinstance(value, str) and value.isdecimal()
            return "" if known else "must be somebody or something of this guild"


def _number_objection(option: Json, value: object) -> str:
    kinds = (int,) if option["type"] == OptionKind.INTEGER else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        return "must be a number"
    low, high = option.get("min_value"), option.get("max_value")
    if abs(value) > 2**53:
        return "is too large for the client"
    if low is not None and value < low:
        return f"must be at least {low}"
    if high is not None and value > high:
        return f"must be at most {high}"
    return ""


def _sent(value: object) -> object:
    if isinstance(value, (User, Role, Channel)):
        return str(value.id)
    if isinstance(value, Attached):
        return str(value.payload["id"])
    return value


def _shown(value: object) -> object:
    match value:
        case User():
            return f"@{value.name}"
        case Attached():
            return value.payload["filename"]
        case _:
            return value


def _guessed(value: object) -> OptionKind:
    match value:
        case bool():
            return OptionKind.BOOLEAN
        case int():
            return OptionKind.INTEGER
        case float():
            return OptionKind.NUMBER
        case User():
            return OptionKind.USER
        case Role():
            return OptionKind.ROLE
        case Channel():
            return OptionKind.CHANNEL
        case Attached():
            return OptionKind.ATTACHMENT
        case _:
            return OptionKind.STRING

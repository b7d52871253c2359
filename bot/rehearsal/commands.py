"""The application's commands, as registered."""

from collections import deque
from collections.abc import Callable

from bot.rehearsal.clock import Clock
from bot.rehearsal.command_refusals import SLASH, refuse_commands
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.permissions import Permission
from bot.rehearsal.wire import Json

DAY = 24 * 60 * 60.0
CREATES = 200
"""How many commands of new names may be registered in a day: for each guild, and for all."""


class CommandBook:
    """Every command the application has registered: by guild id, or under None for all guilds."""

    def __init__(self, application_id: int, snowflake: Callable[[], int], clock: Clock) -> None:
        self._application_id = application_id
        self._snowflake = snowflake
        self._clock = clock
        self._creates: dict[int | None, deque[float]] = {}
        self._scopes: dict[int | None, dict[int, Json]] = {}

    def all(self, guild_id: int | None) -> list[Json]:
        """Gives the commands registered for one guild, or the global ones."""
        return list(self._scopes.get(guild_id, {}).values())

    def usable(self, guild_id: int) -> list[Json]:
        """Gives the commands of a guild; its own hide global ones of the same name."""
        own = self.all(guild_id)
        taken = {_key(command) for command in own}
        rest = [command for command in self.all(None) if _key(command) not in taken]
        return own + rest

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """Gives one command; 10063 when there is none."""
        command = self._scopes.get(guild_id, {}).get(command_id)
        if command is None:
            raise Refused(Fault.UNKNOWN_COMMAND)
        return command

    def replace(self, guild_id: int | None, bodies: object) -> list[Json]:
        """Registers these commands and no others; one of a known name keeps its id."""
        refuse_commands(bodies)
        known = {_key(command): command["id"] for command in self.all(guild_id)}
        self._count(guild_id, sum(_key(body) not in known for body in _listed(bodies)))
        commands = [self._stored(guild_id, body, known) for body in _listed(bodies)]
        self._scopes[guild_id] = {int(command["id"]): command for command in commands}
        return commands

    def add(self, guild_id: int | None, body: object) -> Json:
        """Registers one command, in the place of one of its name."""
        refuse_commands([body])
        name = _key(_listed([body])[0])
        others = [command for command in self.all(guild_id) if _key(command) != name]
        return self.replace(guild_id, [*others, body])[-1]

    def change(self, guild_id: int | None, command_id: int, changes: Json) -> Json:
        """Changes some fields of a command."""
        changed = self.get(guild_id, command_id) | changes
        others = [c for c in self.all(guild_id) if int(c["id"]) != command_id]
        refuse_commands([*others, changed])
        changed["version"] = str(self._snowflake())
        self._scopes[guild_id][command_id] = changed
        return changed

    def remove(self, guild_id: int | None, command_id: int) -> None:
        """Takes a command away; 10063 when there is none."""
        self.get(guild_id, command_id)
        del self._scopes[guild_id][command_id]

    def _count(self, guild_id: int | None, new: int) -> None:
        """Counts commands of new names; 30034 when a day has too many of them."""
        now = self._clock.now()
        creates = self._creates.setdefault(guild_id, deque())
        while creates and now - creates[0] >= DAY:
            creates.popleft()
        if len(creates) + new > CREATES:
            raise Refused(Fault.TOO_MANY_CREATES)
        creates.extend([now] * new)

    def _stored(self, guild_id: int | None, body: Json, known: dict[tuple[int, str], str]) -> Json:
        kind = body.get("type") or SLASH
        command: Json = {
            "id": known.get(_key(body)) or str(self._snowflake()),
            "application_id": str(self._application_id),
            "version": str(self._snowflake()),
            "type": kind,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "default_member_permissions": _permissions(body),
            "dm_permission": body.get("dm_permission", True),
            "contexts": body.get("contexts"),
            "integration_types": body.get("integration_types") or [0],
            "nsfw": body.get("nsfw") or False,
            "options": body.get("options") or [],
        }
        if guild_id is not None:
            command["guild_id"] = str(guild_id)
        return command


def may_see(command: Json, permissions: Permission) -> bool:
    """Says whether a member with these permissions finds a command in his client."""
    needed = command["default_member_permissions"]
    if needed is None:
        return True
    if needed == "0":
        return Permission.ADMINISTRATOR in permissions
    return int(needed) & int(permissions) == int(needed)


def _key(body: Json) -> tuple[int, str]:
    return body.get("type") or SLASH, body["name"]


def _permissions(body: Json) -> str | None:
    needed = body.get("default_member_permissions")
    return None if needed is None else str(needed)


def _listed(bodies: object) -> list[Json]:
    return [dict(body) for body in bodies] if isinstance(bodies, list) else []

"""Routes about the bot itself: login, gateway, commands, guilds, members."""

from collections.abc import Callable

from aiohttp import web

from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.guilds import LOCALE, Guild
from bot.rehearsal.parcel import read_json, read_parcel
from bot.rehearsal.permissions import Permission, role_payload
from bot.rehearsal.reply import done, reply
from bot.rehearsal.wire import Json
from bot.rehearsal.world import World

MINE: Json = {"verified": True, "mfa_enabled": False, "locale": LOCALE}
SCOPES = ["bot", "applications.commands"]
BOT_INTEGRATION = {"0": {"oauth2_install_params": {"scopes": SCOPES, "permissions": "0"}}}


class ApplicationRoutes:
    """Answers what a client asks at login and when it syncs its commands."""

    def __init__(
        self,
        world: World,
        gateway_url: Callable[[], str],
        flags: Callable[[], int],
        shards: Callable[[], int],
        concurrency: Callable[[], int],
    ) -> None:
        self._world = world
        self._gateway_url = gateway_url
        self._shards = shards
        self._concurrency = concurrency
        self._flags = flags

    def table(self) -> list[web.RouteDef]:
        """Gives the routes, below /api/v10."""
        commands = "/applications/{application}/commands"
        of_guild = "/applications/{application}/guilds/{guild}/commands"
        routes = [
            web.get("/users/@me", self._me),
            web.get("/oauth2/applications/@me", self._application),
            web.get("/applications/@me", self._application),
            web.get("/gateway", self._gateway),
            web.get("/gateway/bot", self._gateway),
            web.get("/users/{user}", self._user),
            web.get("/guilds/{guild}", self._guild),
            web.get("/guilds/{guild}/channels", self._channels),
            web.get("/guilds/{guild}/roles", self._roles),
            web.get("/guilds/{guild}/members/{user}", self._member),
        ]
        for path in (commands, of_guild):
            routes += [
                web.get(path, self._commands),
                web.put(path, self._replace_commands),
                web.post(path, self._add_command),
                web.get(path + "/{command}", self._command),
                web.patch(path + "/{command}", self._change_command),
                web.delete(path + "/{command}", self._remove_command),
            ]
        return routes

    async def _me(self, _request: web.Request) -> web.Response:
        return reply(self._world.bot.payload() | MINE)

    async def _application(self, _request: web.Request) -> web.Response:
        bot = self._world.bot
        body: Json = {
            "id": str(self._world.application_id),
            "name": bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": self._world.owner.payload(),
            "team": None,
            "summary": "",
            "type": None,
            "flags": self._flags(),
            "flags_new": str(self._flags()),
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": SCOPES,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "rpc_origins": [],
            "bot": bot.payload(),
            "hook": True,
            "approximate_guild_count": len(self._world.guilds),
            "integration_types_config": BOT_INTEGRATION,
        }
        return reply(body)

    async def _gateway(self, _request: web.Request) -> web.Response:
        starts = {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 86_400_000,
            "max_concurrency": self._concurrency(),
        }
        advised = self._shards()
        return reply({"url": self._gateway_url(), "shards": advised, "session_start_limit": starts})

    async def _user(self, request: web.Request) -> web.Response:
        user = self._world.users.get(number(request, "user"))
        if user is None:
            raise Refused(Fault.UNKNOWN_USER)
        return reply(user.payload())

    async def _guild(self, request: web.Request) -> web.Response:
        guild = self._here(request)
        return reply(guild.payload() | {"approximate_member_count": len(guild.members)})

    async def _channels(self, request: web.Request) -> web.Response:
        return reply([channel.payload() for channel in self._here(request).text_channels])

    async def _roles(self, request: web.Request) -> web.Response:
        guild = self._here(request)
        return reply([role_payload(role) for role in (guild.everyone, *guild.roles.values())])

    async def _member(self, request: web.Request) -> web.Response:
        guild, user_id = self._here(request), number(request, "user")
        member = guild.members.get(user_id)
        if member is None:
            known = user_id in self._world.users
            raise Refused(Fault.UNKNOWN_MEMBER if known else Fault.UNKNOWN_USER)
        return reply(member.payload())

    def _here(self, request: web.Request) -> Guild:
        try:
            return self._world.guild(number(request, "guild"))
        except Refused as refused:
            # Discord doesn't tell an unknown guild from one the bot isn't in.
            raise Refused(Fault.UNKNOWN_GUILD) from refused

    def _scope(self, request: web.Request) -> int | None:
        if number(request, "application") != self._world.application_id:
            raise Refused(Fault.NOT_FOUND)
        if "guild" not in request.match_info:
            return None
        guild = self._world.guilds.get(number(request, "guild"))
        if guild is None or self._world.bot.id not in guild.members:
            raise Refused(Fault.MISSING_ACCESS)
        return guild.id

    async def _commands(self, request: web.Request) -> web.Response:
        return reply(self._world.commands.all(self._scope(request)))

    async def _replace_commands(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        commands = self._world.commands.replace(scope, await read_json(request))
        self._world.changed()
        return reply(commands)

    async def _add_command(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        command = self._world.commands.add(scope, await read_json(request))
        self._world.changed()
        return reply(command, status=201)

    async def _command(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        return reply(self._world.commands.get(scope, number(request, "command")))

    async def _change_command(self, request: web.Request) -> web.Response:
        scope, changes = self._scope(request), (await read_parcel(request)).body
        command = self._world.commands.change(scope, number(request, "command"), changes)
        return reply(command)

    async def _remove_command(self, request: web.Request) -> web.Response:
        self._world.commands.remove(self._scope(request), number(request, "command"))
        return done()


def number(request: web.Request, name: str) -> int:
    """Reads an id from the path; 50035 when it is no number."""
    text = request.match_info[name]
    if not text.isdecimal():
        words = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not snowflake.'}
        raise Refused(Fault.INVALID_BODY, {name: {"_errors": [words]}})
    return int(text)


def demand(granted: Permission, *needed: Permission) -> None:
    """Refuses when the bot lacks a permission: 50001 for the channel itself, else 50013."""
    if Permission.VIEW_CHANNEL not in granted:
        raise Refused(Fault.MISSING_ACCESS)
    for permission in needed:
        if permission not in granted:
            raise Refused(Fault.MISSING_PERMISSIONS)

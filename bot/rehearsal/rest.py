"""The REST side: one aiohttp application on loopback, and what every request goes through."""

import json
import re
from collections.abc import Awaitable, Callable
from functools import partial

from aiohttp import web

from bot.rehearsal.application_routes import ApplicationRoutes, number
from bot.rehearsal.buckets import Buckets, too_many
from bot.rehearsal.channel_routes import ChannelRoutes
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.interaction_routes import InteractionRoutes
from bot.rehearsal.parcel import SPEC
from bot.rehearsal.reply import reply
from bot.rehearsal.route import ELSEWHERE, PREFIX, major_of, route_of
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.spec import Spec
from bot.rehearsal.violation import Violation
from bot.rehearsal.weather import Storm, Weather
from bot.rehearsal.webhook_routes import WebhookRoutes
from bot.rehearsal.world import World

LARGEST_BODY = 25 * 1024 * 1024
UNSIGNED = re.compile(r"^(/interactions/|/webhooks/\d+/[^/]+|/gateway$)")
"""Paths that need no bot token: they carry an interaction's own, or none."""

MISSHAPEN = frozenset({Fault.INVALID_BODY, Fault.EMPTY_MESSAGE})

Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Rest:
    """Answers HTTP requests as Discord's API v10 does, and hands WebSockets to the gateway.

    `unknown_routes` lists what was asked for and isn't here, `served` every request with its
    status, `violations` every body that was refused for its form, newest last. With a `spec`
    `wrong_answers` lists where this Discord itself doesn't answer as documented.
    """

    def __init__(
        self, world: World, gateway: Gateway, token: str, spec: Spec | None = None
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._token = token
        self.port = 0
        self.weather = Weather()
        self.buckets = Buckets(world.clock)
        self.scribe = Scribe(world, lambda: f"http://127.0.0.1:{self.port}")
        self.unknown_routes: list[str] = []
        self.served: list[tuple[str, str, int]] = []
        self.violations: list[Violation] = []
        self.wrong_answers: list[str] = []
        self._spec = spec
        self._runner: web.AppRunner | None = None

    @property
    def gateway_url(self) -> str:
        """Gives where the gateway is."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    async def start(self, port: int = 0) -> None:
        """Listens on a port of 127.0.0.1; 0 takes a free one. OSError when it is taken."""
        app = web.Application(client_max_size=LARGEST_BODY)
        if self._spec is not None:
            app[SPEC] = self._spec
        groups = (
            ApplicationRoutes(
                self._world,
                lambda: self.gateway_url,
                lambda: self._gateway.application_flags,
                lambda: self._gateway.shards,
                lambda: self._gateway.turns.concurrency,
            ),
            ChannelRoutes(
                self._world, self.scribe, self.buckets, lambda: self._gateway.reads_everything
            ),
            InteractionRoutes(self._world, self.scribe),
            WebhookRoutes(self._world, self.scribe),
        )
        for group in groups:
            for route in group.table():
                self._add(app, route.method, PREFIX + route.path, route.handler)
        self._add(app, "GET", "/attachments/{channel}/{file}/{name}", self._file)
        self._add(app, "*", ELSEWHERE, _elsewhere)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stops listening and hangs up."""
        self.weather.clear()
        await self._gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _add(self, app: web.Application, method: str, path: str, handler: Answering) -> None:
        # No middleware: aiohttp keeps the applications of the last 1,024 routes that had one, and
        # with each its world, its people and all of Discord's document, until the process ends.
        app.router.add_route(method, path, partial(self._pass, handler=handler))

    async def _pass(self, request: web.Request, handler: Answering) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            if self._gateway.refuses:
                return self._note(request, web.Response(status=503))
            return await self._gateway.serve(request)
        path = request.path.removeprefix(PREFIX)
        storm = self.weather.meet(request.method, path)
        if storm is not None and not storm.late:
            hit = await _strike(storm, request)
            if hit is not None:
                return self._note(request, hit)
        answer = await self._answer(request, path, handler)
        self._compare(request, answer)
        if storm is not None and storm.late:
            answer = await _strike(storm, request) or answer
        return self._note(request, answer)

    def _note(self, request: web.Request, answer: web.StreamResponse) -> web.StreamResponse:
        self.served.append((request.method, request.path, answer.status))
        if self._world.remember is not None:
            for kept in (self.served, self.violations):
                del kept[: -self._world.remember]
        self._world.changed()
        return answer

    async def _answer(
        self, request: web.Request, path: str, handler: Answering
    ) -> web.StreamResponse:
        headers: dict[str, str] = {}
        try:
            if request.path.startswith(PREFIX):
                self._know(request, path)
                draw = self.buckets.draw(route_of(request), major_of(request))
                headers = draw.headers
                if draw.retry_after is not None:
                    return reply(draw.body(), status=429, headers=headers)
            answer = await handler(request)
        except Refused as refused:
            return self._refuse(request, refused, headers)
        except web.HTTPRequestEntityTooLarge:
            return self._refuse(request, Refused(Fault.TOO_LARGE), headers)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
            self.unknown_routes.append(f"{request.method} {request.path}")
            known = error.status == 404
            fault = Refused(Fault.NOT_FOUND if known else Fault.METHOD_NOT_ALLOWED)
            return reply(fault.body(), status=fault.status, headers=headers)
        answer.headers.update(headers)
        return answer

    def _refuse(
        self, request: web.Request, refused: Refused, headers: dict[str, str]
    ) -> web.Response:
        if refused.fault in MISSHAPEN:
            self.violations.append(Violation(route_of(request), refused.words, refused.errors))
        if refused.retry_after is not None:
            headers = too_many(headers, refused.retry_after, "user")
        return reply(refused.body(), status=refused.status, headers=headers)

    def _compare(self, request: web.Request, answer: web.StreamResponse) -> None:
        """Holds an answer that isn't a refusal against the document, if there is one."""
        # Within errors the document has numbers for codes, and Discord has words.
        if self._spec is None or answer.status != 200 or not isinstance(answer, web.Response):
            return
        if answer.content_type != "application/json":
            return
        route, body = route_of(request), json.loads(answer.text or "null")
        complaints = self._spec.answer_complaints(route, answer.status, body)
        for steps, _code, words in complaints.found:
            where = ".".join(map(str, steps))
            self.wrong_answers.append(f"{route} {answer.status} {where}: {words}")

    def _know(self, request: web.Request, path: str) -> None:
        if UNSIGNED.match(path):
            return
        if request.headers.get("Authorization") != f"Bot {self._token}":
            raise Refused(Fault.UNAUTHORIZED)

    async def _file(self, request: web.Request) -> web.Response:
        upload = self.scribe.cdn.file(number(request, "file"))
        if upload is None:
            raise Refused(Fault.NOT_FOUND)
        return web.Response(body=upload.content, headers={"Content-Type": upload.content_type})


async def _elsewhere(request: web.Request) -> web.StreamResponse:
    """Refuses what is none of the routes, or one by another method."""
    allowed: set[str] = set()
    for resource in request.app.router.resources():
        allowed |= (await resource.resolve(request))[1] - {"*"}
    if allowed:
        raise web.HTTPMethodNotAllowed(request.method, allowed)
    raise web.HTTPNotFound


async def _strike(storm: Storm, request: web.Request) -> web.StreamResponse | None:
    await storm.pass_over()
    if storm.drop:
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=444)  # nobody reads it: the connection is gone
    if storm.status is None:
        return None
    if storm.status == 429:
        body = {
            "message": "You are being rate limited.",
            "retry_after": storm.retry_after,
            "global": storm.everywhere,
        }
        headers = too_many({}, storm.retry_after, "global" if storm.everywhere else "user")
        if storm.everywhere:
            headers["X-RateLimit-Global"] = "true"
        return reply(body, status=429, headers=headers)
    words = f"{storm.status}: Rehearsed"
    return reply({"message": words, "code": storm.code}, status=storm.status)

"""The gateway: the bot's WebSocket, over which it hears what happens."""

import asyncio
import json
import secrets
from collections.abc import Callable

from aiohttp import WSMsgType, web

from bot.rehearsal.dispatches import guilds_of, members_chunk, message_event, readiness
from bot.rehearsal.permissions import Permission
from bot.rehearsal.session import (
    HEARTBEAT,
    SENDS,
    WINDOW,
    Close,
    HungUp,
    Line,
    Op,
    Session,
    frame,
)
from bot.rehearsal.turns import Turns
from bot.rehearsal.wire import INTENT_FLAGS, PRIVILEGED, Intent, Json
from bot.rehearsal.world import Happening, Notice, World


class Gateway:
    """All sessions of the bot, and what each of them hears.

    A bot is asked for a heartbeat every `heartbeat` seconds, and hung up on (4009) when none comes
    in twice that time; a test may set it before the bot connects. With `acknowledges` off no
    heartbeat is answered, as when Discord has lost a connection without knowing, with `refuses` on
    no connection is taken (503). `shards` is how many a bot is advised to take, `turns` says when
    each of them may identify.
    """

    def __init__(self, world: World, token: str, allowed: Intent, url: Callable[[], str]) -> None:
        self._world = world
        self._token = token
        self.turns = Turns(world.clock)
        self.allowed = allowed
        self._url = url
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self.heartbeat = HEARTBEAT
        self.acknowledges = True
        self.refuses = False
        self.shards = 1
        self._away: dict[int, list[tuple[Line, Op, Json]]] = {}
        self._lines: set[Line] = set()
        world.on_message.append(self._message_happened)
        world.on_notice.append(self._noticed)

    @property
    def reads_everything(self) -> bool:
        """Says whether the application is allowed the content of all messages."""
        return Intent.MESSAGE_CONTENT in self.allowed

    @property
    def application_flags(self) -> int:
        """Gives the application's flags: which privileged intents it is allowed."""
        return sum(flag for intent, flag in INTENT_FLAGS.items() if intent in self.allowed)

    @property
    def connected(self) -> list[Session]:
        """Gives the sessions that have a live socket."""
        return [session for session in self.sessions.values() if session.line is not None]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serves one WebSocket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 16)
        await socket.prepare(request)
        line = Line(socket, request)
        self._lines.add(line)
        tasks = [
            asyncio.create_task(line.write()),
            asyncio.create_task(line.watch(2 * self.heartbeat)),
        ]
        line.send(frame(Op.HELLO, {"heartbeat_interval": int(self.heartbeat * 1000)}))
        try:
            await self._listen(line)
        except HungUp as hung_up:
            await line.hang_up(hung_up.close)
        finally:
            for task in tasks:
                task.cancel()
            self._lines.discard(line)
            self._lost(line)
        return socket

    def dispatch(self, name: str, payload: Json, guild_id: int | None) -> None:
        """Sends an event that needs no intent to the guild's shard."""
        for session in self.sessions.values():
            if session.hears(guild_id):
                session.dispatch(name, payload)

    def repeat(self, name: str) -> None:
        """Sends the newest event of a name again, under a new sequence number."""
        for session in self.sessions.values():
            session.repeat(name)

    def reconnect(self) -> None:
        """Asks every connected bot to reconnect (op 7)."""
        for session in self.connected:
            if session.line is not None:
                session.line.send(frame(Op.RECONNECT, None))

    def invalidate(self, *, resumable: bool) -> None:
        """Tells every connected bot that its session is invalid (op 9)."""
        for session in self.connected:
            if session.line is not None:
                session.line.send(frame(Op.INVALID_SESSION, resumable))
            if not resumable:
                self.sessions.pop(session.id)

    def forget(self) -> None:
        """Forgets every session that isn't connected, so that a RESUME gets op 9."""
        self.sessions = {s.id: s for s in self.sessions.values() if s.line is not None}

    def cut(self) -> None:
        """Breaks every connection without a word; the sessions can be resumed."""
        for line in list(self._lines):
            line.cut()

    def lose(self, shard: int) -> None:
        """Breaks a shard's connection and lets it wait, whenever it comes, until `find`."""
        self._away.setdefault(shard, [])
        for line in list(self._lines):
            if line.session is not None and line.session.shard[0] == shard:
                line.cut()

    def find(self, shard: int) -> None:
        """Lets a lost shard identify and resume again, those too that wait."""
        for line, op, body in self._away.pop(shard, []):
            if line in self._lines:
                self._begin(line, op, body)

    def _is_lost(self, line: Line, op: Op, body: Json) -> bool:
        if op is Op.IDENTIFY:
            shard = _shard(body)[0]
        else:
            session = self.sessions.get(body.get("session_id", ""))
            shard = session.shard[0] if session is not None else -1
        if shard not in self._away:
            return False
        self._away[shard].append((line, op, body))
        return True

    def hang(self) -> None:
        """Reads nothing any more on any connection, which all stay open."""
        for line in self._lines:
            line.deafen()

    async def close(self) -> None:
        """Closes every connection."""
        for line in list(self._lines):
            await line.socket.close(code=1001)

    async def _listen(self, line: Line) -> None:
        async for message in line.socket:
            if message.type is not WSMsgType.TEXT:
                raise HungUp(Close.DECODE_ERROR)
            self._count(line)
            try:
                received = json.loads(message.data)
                op, body = Op(received["op"]), received.get("d")
            except (ValueError, KeyError, TypeError) as error:
                raise HungUp(Close.DECODE_ERROR) from error
            self._receive(line, op, body)

    def _count(self, line: Line) -> None:
        now = self._world.clock.now()
        if len(line.received) == SENDS and now - line.received[0] < WINDOW:
            raise HungUp(Close.RATE_LIMITED)
        line.received.append(now)

    def _receive(self, line: Line, op: Op, body: Json) -> None:
        match op:
            case Op.HEARTBEAT:
                line.beat.set()
                if self.acknowledges:
                    line.send(frame(Op.ACK, None))
            case Op.IDENTIFY if line.session is not None:
                raise HungUp(Close.ALREADY_AUTHENTICATED)
            case Op.IDENTIFY if self._is_hasty(body):
                line.send(frame(Op.INVALID_SESSION, False))
            case Op.IDENTIFY | Op.RESUME if self._is_lost(line, op, body):
                pass  # the bot waits for READY or RESUMED
            case Op.IDENTIFY | Op.RESUME:
                self._begin(line, op, body)
            case _ if line.session is None:
                raise HungUp(Close.NOT_AUTHENTICATED)
            case Op.REQUEST_MEMBERS if line.session is not None:
                chunk = members_chunk(self._world, line.session, body)
                line.session.dispatch("GUILD_MEMBERS_CHUNK", chunk)
            case Op.PRESENCE:
                pass  # nobody here looks at the bot's status
            case _:
                raise HungUp(Close.UNKNOWN_OPCODE)

    def _begin(self, line: Line, op: Op, body: Json) -> None:
        if op is Op.IDENTIFY:
            self._identify(line, body)
        else:
            self._resume(line, body)

    def _is_hasty(self, body: Json) -> bool:
        self._know(body)
        return not self.turns.take(_shard(body)[0])

    def _identify(self, line: Line, body: Json) -> None:
        intents = Intent(body["intents"])
        if int(intents) & int(PRIVILEGED) & ~int(self.allowed):
            raise HungUp(Close.DISALLOWED_INTENTS)
        number, count = _shard(body)
        if not 0 <= number < count:
            raise HungUp(Close.INVALID_SHARD)
        # A new process takes the place of one that died with its session.
        self.sessions = {
            s.id: s for s in self.sessions.values() if s.line or s.shard != (number, count)
        }
        session = Session(secrets.token_hex(16), intents, (number, count))
        self._attach(line, session)
        self._greet(session)
        self.identified += 1
        self._world.changed()

    def _greet(self, session: Session) -> None:
        world = self._world
        guilds = guilds_of(world, session)
        ready = readiness(world, session, guilds, self._url(), self.application_flags)
        session.dispatch("READY", ready)
        if Intent.GUILDS in session.intents:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild.arrival(world.bot.id))

    def _resume(self, line: Line, body: Json) -> None:
        self._know(body)
        session = self.sessions.get(body.get("session_id", ""))
        missed = int(body.get("seq") or 0)
        oldest = session.events[0][0] if session and session.events else 1
        if session is None or missed > session.sequence or missed + 1 < oldest:
            line.send(frame(Op.INVALID_SESSION, False))
            return
        self._attach(line, session)
        for sequence, text in session.events:
            if sequence > missed:
                line.send(text)
        session.dispatch("RESUMED", {"_trace": []})
        self.resumed += 1
        self._world.changed()

    def _know(self, body: Json) -> None:
        if str(body.get("token", "")).removeprefix("Bot ") != self._token:
            raise HungUp(Close.BAD_TOKEN)

    def _attach(self, line: Line, session: Session) -> None:
        self.sessions[session.id] = session
        session.line = line
        line.session = session

    def _lost(self, line: Line) -> None:
        session = line.session
        if session is not None and session.line is line:
            session.line = None
            if line.ended:
                self.sessions.pop(session.id, None)
        self._world.changed()

    def _noticed(self, notice: Notice) -> None:
        for session in self.sessions.values():
            if session.hears(notice.guild_id) and notice.intent in session.intents:
                session.dispatch(notice.name, notice.payload)

    def _message_happened(self, happening: Happening) -> None:
        message = happening.message
        guild = self._world.guilds.get(message.guild_id)
        channel = guild.channels.get(message.channel_id) if guild else None
        if guild is None or channel is None:
            return
        needed = Intent.DIRECT_MESSAGES if message.ephemeral else Intent.GUILD_MESSAGES
        visible = Permission.VIEW_CHANNEL in guild.permissions(self._world.bot.id, channel)
        for session in self.sessions.values():
            if needed not in session.intents or not session.hears(message.guild_id):
                continue
            if visible or message.ephemeral:
                session.dispatch(*message_event(self._world, session, happening))


def _shard(identity: Json) -> tuple[int, int]:
    number, count = identity.get("shard") or (0, 1)
    return number, count

"""One bot's session with the gateway, and the WebSocket it speaks over."""

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import web

from bot.rehearsal.wire import Intent, Json

HEARTBEAT = 41.25
"""Seconds between two heartbeats."""

KEPT = 10_000
"""How many events a session keeps for a RESUME."""

GOODBYES = (1000, 1001)
"""Close codes by which a bot ends its session."""

SENDS, WINDOW = 120, 60.0
"""How much a bot may send, and in how many seconds."""


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class Close(IntEnum):
    """Why the gateway hangs up."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    BAD_TOKEN = 4004
    ALREADY_AUTHENTICATED = 4005
    RATE_LIMITED = 4008
    TIMED_OUT = 4009
    INVALID_SHARD = 4010
    DISALLOWED_INTENTS = 4014


class HungUp(Exception):
    """The gateway closes the connection with a code."""

    def __init__(self, close: Close) -> None:
        super().__init__(close.name)
        self.close = close


@dataclass(slots=True, eq=False)
class Session:
    """One identified bot: what it asked for, what it was sent, and its socket while it has one."""

    id: str
    intents: Intent
    shard: tuple[int, int]
    events: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT))
    sequence: int = 0
    line: "Line | None" = None

    def hears(self, guild_id: int | None) -> bool:
        """Says whether a guild belongs to its shard."""
        number, count = self.shard
        return guild_id is None or (guild_id >> 22) % count == number

    def dispatch(self, name: str, payload: Json) -> None:
        """Sends an event, now or when it resumes."""
        self.sequence += 1
        text = frame(Op.DISPATCH, payload, name, self.sequence)
        self.events.append((self.sequence, text))
        if self.line is not None:
            self.line.send(text)

    def repeat(self, name: str) -> None:
        """Sends the newest event of a name again."""
        for _, text in reversed(self.events):
            event = json.loads(text)
            if event["t"] == name:
                self.dispatch(name, event["d"])
                return


class Line:
    """One WebSocket; what is to be sent waits in a queue, so that events keep their order."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._transport = request.transport
        self.session: Session | None = None
        self.received: deque[float] = deque(maxlen=SENDS)
        self.hung_up: Close | None = None
        self.beat = asyncio.Event()
        self._waiting: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        """Sends a frame after those before it."""
        self._waiting.put_nowait(text)

    def cut(self) -> None:
        """Breaks the connection without a word."""
        if self._transport is not None:
            self._transport.abort()

    def deafen(self) -> None:
        """Reads nothing any more: no heartbeat is answered, no goodbye either."""
        if self._transport is not None:
            self._transport.pause_reading()

    @property
    def ended(self) -> bool:
        """Says whether its session is over: the bot said goodbye, or was silent for too long."""
        if self.hung_up is not None:
            return self.hung_up is Close.TIMED_OUT
        return self.socket.close_code in GOODBYES

    async def hang_up(self, close: Close) -> None:
        """Closes the connection from this side."""
        self.hung_up = close
        await self.socket.close(code=close, message=close.name.encode())

    async def watch(self, longest: float) -> None:
        """Hangs up when no heartbeat comes for so many seconds; until cancelled."""
        while True:
            self.beat.clear()
            try:
                await asyncio.wait_for(self.beat.wait(), longest)
            except TimeoutError:
                await self.hang_up(Close.TIMED_OUT)
                return

    async def write(self) -> None:
        """Writes what is sent, until cancelled or the socket is gone."""
        while not self.socket.closed:
            text = await self._waiting.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return  # killed bots don't say goodbye; the session may still be resumed


def frame(op: Op, body: object, name: str | None = None, sequence: int | None = None) -> str:
    """Gives the text of a gateway frame."""
    return json.dumps({"op": int(op), "d": body, "s": sequence, "t": name})

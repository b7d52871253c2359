"""A stage with a small discord.py bot, and one without, on which a test itself is the bot."""

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.rehearsal import Answer, Permission, Person, Rehearsal

TINY_BOT = (sys.executable, str(Path(__file__).with_name("tiny_bot.py")))
COMMANDS = [
    {
        "name": "table",
        "description": "Tables",
        "options": [{"type": 1, "name": "open", "description": "Opens one"}],
    },
    {
        "name": "sit",
        "description": "Sits",
        "options": [
            {
                "type": 4,
                "name": "buy-in",
                "description": "Chips",
                "required": True,
                "min_value": 1,
                "max_value": 400,
            },
            {"type": 6, "name": "beside", "description": "Beside whom"},
            {
                "type": 3,
                "name": "mood",
                "description": "How",
                "choices": [{"name": "Good", "value": "g"}, {"name": "Bad", "value": "b"}],
            },
        ],
    },
    {
        "name": "rules",
        "description": "Tells",
        "options": [
            {
                "type": 3,
                "name": "game",
                "description": "Which",
                "required": True,
                "autocomplete": True,
            },
            {
                "type": 4,
                "name": "hand-number",
                "description": "Of which hand",
                "min_value": 1,
                "max_value": 9,
                "autocomplete": True,
            },
        ],
    },
    {
        "name": "boss",
        "description": "Staff only",
        "default_member_permissions": str(int(Permission.MANAGE_GUILD)),
    },
]


class Wire:
    """A bot made of plain HTTP and WebSocket calls."""

    def __init__(self, stage: Rehearsal, session: aiohttp.ClientSession) -> None:
        self.stage = stage
        self.session = session
        self.headers: dict[str, str] = {}
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.sequence = 0
        self.session_id = ""
        self.waiting: asyncio.Task[Answer]

    async def call(
        self, method: str, path: str, body: object = None, *, token: str | None = None, **more: Any
    ) -> tuple[int, Any]:
        """Makes a request; gives the status and the JSON of the answer."""
        headers = {"Authorization": f"Bot {token or self.stage.token}"}
        if body is not None:
            more["data"] = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = f"{self.stage.url}/api/v10{path}"
        async with self.session.request(method, url, headers=headers, **more) as response:
            text = await response.text()
            self.headers = dict(response.headers)
            return response.status, json.loads(text) if text else None

    async def post(self, body: object, channel: int | None = None) -> tuple[int, Any]:
        """Posts a message in #table or another channel."""
        return await self.call("POST", f"/channels/{channel or self.stage.table.id}/messages", body)

    async def connect(self) -> dict[str, Any]:
        """Opens the gateway and gives HELLO."""
        self.socket = await self.session.ws_connect(f"{self.stage.url}/gateway")
        return await self.hear()

    async def send(self, op: int, body: object) -> None:
        """Sends a frame."""
        assert self.socket is not None
        await self.socket.send_json({"op": op, "d": body})

    async def hear(self) -> dict[str, Any]:
        """Gives the next frame."""
        assert self.socket is not None
        frame: dict[str, Any] = await self.socket.receive_json(timeout=5)
        self.sequence = frame["s"] or self.sequence
        return frame

    async def hear_event(self, name: str) -> dict[str, Any]:
        """Gives the payload of the next event of a name."""
        while True:
            frame = await self.hear()
            if frame["t"] == name:
                body: dict[str, Any] = frame["d"]
                return body

    async def closed(self) -> int | None:
        """Gives the code the gateway hangs up with."""
        assert self.socket is not None
        message = await self.socket.receive(timeout=5)
        assert message.type is aiohttp.WSMsgType.CLOSE, message
        return self.socket.close_code

    async def identify(self, intents: int = (1 << 0) | (1 << 9) | (1 << 12)) -> None:
        """Connects and identifies."""
        await self.connect()
        await self.send(2, {"token": self.stage.token, "intents": intents})
        ready = await self.hear_event("READY")
        self.session_id = ready["session_id"]

    async def asked(self, person: Person) -> dict[str, Any]:
        """Lets somebody use /table open and gives what the bot hears of it.

        The person's side waits for its answer in `self.waiting`.
        """
        self.waiting = asyncio.create_task(person.slash("table open"))
        return await self.hear_event("INTERACTION_CREATE")

    def loop_task(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Lets a person's act wait for its answer."""
        return asyncio.create_task(work)

    async def pressed(self, person: Person, label: str) -> dict[str, Any]:
        """Lets somebody click and gives what the bot hears of it."""
        self.waiting = asyncio.create_task(person.click(label))
        return await self.hear_event("INTERACTION_CREATE")

    async def answer(
        self, interaction: dict[str, Any], kind: int, data: object = None
    ) -> tuple[int, Any]:
        """Sends the callback of an interaction."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        return await self.call("POST", path, body, params={"with_response": "1"})

    async def upload(
        self, method: str, path: str, body: object, *files: tuple[str, str, bytes]
    ) -> tuple[int, Any]:
        """Sends a form: the JSON body, and files as (part's name, file's name, content)."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for part, name, content in files:
            form.add_field(part, io.BytesIO(content), filename=name, content_type="text/plain")
        return await self.call(method, path, data=form, params={"with_response": "1"})

    async def hook(
        self, method: str, interaction: dict[str, Any], path: str = "", body: object = None
    ) -> tuple[int, Any]:
        """Uses the webhook of an interaction."""
        hook = f"/webhooks/{interaction['application_id']}/{interaction['token']}{path}"
        return await self.call(method, hook, body)


@pytest.fixture
def tiny_command() -> Sequence[str]:
    """Gives how the small bot is started."""
    return TINY_BOT


@pytest.fixture
async def tiny() -> AsyncIterator[Rehearsal]:
    """Gives a stage with the small bot running."""
    async with Rehearsal(command=TINY_BOT) as stage:
        await stage.start_bot()
        yield stage
        assert stage.violations == []
        assert stage.rest.wrong_answers == []


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    """Gives a stage without a bot, and the calls to be one; its commands are registered."""
    async with Rehearsal() as stage, aiohttp.ClientSession() as session:
        stage.world.commands.replace(None, COMMANDS)
        wire = Wire(stage, session)
        yield wire
        if wire.socket is not None:
            await wire.socket.close()
        assert stage.rest.wrong_answers == []

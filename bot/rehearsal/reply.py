"""Answers in the exact form discord.py takes."""

import json

from aiohttp import web


def reply(
    body: object, *, status: int = 200, headers: dict[str, str] | None = None
) -> web.Response:
    """Gives a JSON answer whose Content-Type is exactly `application/json`."""
    # With a charset behind it discord.py doesn't parse the body, and login fails.
    typed = {"Content-Type": "application/json"} | (headers or {})
    return web.Response(body=json.dumps(body).encode(), status=status, headers=typed)


def done() -> web.Response:
    """Gives an answer without a body."""
    return web.Response(status=204)

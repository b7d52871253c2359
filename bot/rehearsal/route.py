"""Which of Discord's routes a request is for."""

from aiohttp import web

PREFIX = "/api/v10"
ELSEWHERE = "/{elsewhere:.*}"
"""Where everything lands that is none of the routes."""


def route_of(request: web.Request) -> str:
    """Gives the route as `METHOD /path/{parameter}`; the plain path when it is none of ours."""
    resource = request.match_info.route.resource
    if resource is None or "elsewhere" in request.match_info:
        path = request.path
    else:
        path = resource.canonical
    return f"{request.method} {path.removeprefix(PREFIX)}"


def major_of(request: web.Request) -> str:
    """Gives the parameter that rate limits are counted by: channel, guild or token."""
    info = request.match_info
    return info.get("channel") or info.get("guild") or info.get("token") or ""

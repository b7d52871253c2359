"""Which of Discord's routes a request is for."""

from aiohttp import web

PREFIX = "/api/v10"


def route_of(request: web.Request) -> str:
    """Gives the route as `METHOD /path/{parameter}`; the plain path when it is none of ours."""
    resource = request.match_info.route.resource
    path = request.path if resource is None else resource.canonical
    return f"{request.method} {path.removeprefix(PREFIX)}"


def major_of(request: web.Request) -> str:
    """Gives the parameter that rate limits are counted by: channel, guild or token."""
    info = request.match_info
    return info.get("channel") or info.get("guild") or info.get("token") or ""

"""What Discord adds to the components of a message it takes."""

from collections.abc import Callable

from bot.rehearsal.wire import SELECTS, ComponentKind, Json, kinds_below


def completed(
    components: list[Json], attachments: list[Json], snowflake: Callable[[], int]
) -> list[Json]:
    """Gives every component without an id the next free number, and what else Discord fills in.

    `attachments` are the files of the message, whose addresses the components have already;
    `snowflake` makes the ids of media.
    """
    files = {file["url"]: file for file in attachments}
    everything = kinds_below(components)
    taken = {component["id"] for component in everything if component.get("id")}
    number = 1
    for component in everything:
        _furnish(component, files, snowflake)
        if not component.get("id"):
            while number in taken:
                number += 1
            component["id"] = number
            taken.add(number)
    return components


def _furnish(component: Json, files: dict[str, Json], snowflake: Callable[[], int]) -> None:
    if component["type"] in SELECTS:
        for bound in ("min_values", "max_values"):
            component[bound] = 1 if component.get(bound) is None else component[bound]
    if component["type"] == ComponentKind.FILE:
        file = files.get(component["file"]["url"], {})
        component |= {"name": file.get("filename"), "size": file.get("size")}
        component["spoiler"] = component.get("spoiler") or False
        _unfurl(component["file"], files, snowflake)
    items = [component] if component["type"] == ComponentKind.THUMBNAIL else []
    for item in items + (component.get("items") or []):
        item["description"] = item.get("description")
        item["spoiler"] = item.get("spoiler") or False
        _unfurl(item["media"], files, snowflake)


def _unfurl(media: Json, files: dict[str, Json], snowflake: Callable[[], int]) -> None:
    file = files.get(media["url"])
    media |= {"id": str(snowflake()), "proxy_url": media["url"]}
    if file is not None:
        media |= {"attachment_id": file["id"], "content_type": file["content_type"]}

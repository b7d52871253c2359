"""What Discord refuses in the components of a message."""

from collections.abc import Collection, Iterator

from bot.rehearsal.fields import Field
from bot.rehearsal.select_refusals import refuse_emoji, refuse_select
from bot.rehearsal.wire import SELECTS, ButtonStyle, ComponentKind

ROWS = 5
BUTTONS = 5
NESTED = 40
V2_TEXT = 4000
LABEL = 80
URL = 512

TOP_LEVEL = frozenset(
    {
        ComponentKind.ACTION_ROW,
        ComponentKind.SECTION,
        ComponentKind.TEXT_DISPLAY,
        ComponentKind.MEDIA_GALLERY,
        ComponentKind.FILE,
        ComponentKind.SEPARATOR,
        ComponentKind.CONTAINER,
    }
)
IN_CONTAINER = TOP_LEVEL - {ComponentKind.CONTAINER}


def refuse_legacy(components: Field) -> None:
    """Notes what is wrong with components of a message without the V2 flag: rows, at most 5."""
    for row in components.each(0, ROWS):
        if row.mapping(required=True) and (row / "type").choice({ComponentKind.ACTION_ROW}):
            _row(row)
    refuse_duplicates(components)


def refuse_v2(components: Field, files: Collection[str]) -> None:
    """Notes what is wrong with components of a message with the V2 flag."""
    for component in components.each(0, NESTED):
        _block(component, TOP_LEVEL, files)
    everything = list(walk(components))
    if len(everything) > NESTED:
        components.say(
            "COMPONENT_LAYOUT_TOO_MANY",
            f"The maximum number of nested components is {NESTED}, there are {len(everything)}.",
        )
    length = sum(
        len(str(component.value.get("content") or ""))
        for component in everything
        if component.value.get("type") == ComponentKind.TEXT_DISPLAY
    )
    if length > V2_TEXT:
        components.say(
            "COMPONENT_TEXT_TOO_LONG",
            f"The text of all components may have {V2_TEXT} characters, it has {length}.",
        )
    refuse_duplicates(components)


def walk(components: Field) -> Iterator[Field]:
    """Gives every component under a list, nested ones too."""
    if not isinstance(components.value, list):
        return
    for index, value in enumerate(components.value):
        component = components / index
        if not isinstance(value, dict):
            continue
        yield component
        yield from walk(component / "components")
        for key in ("accessory", "component"):
            if isinstance(value.get(key), dict):
                inner = component / key
                yield inner
                yield from walk(inner / "components")


def refuse_duplicates(components: Field) -> None:
    """Notes every custom_id and every numeric id that comes a second time."""
    for key, code, words in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
        ("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"),
    ):
        seen: set[object] = set()
        for component in walk(components):
            value = component.value.get(key)
            # An id of 0 asks Discord to choose one.
            if not isinstance(value, (str, int)) or value == 0:
                continue
            if value in seen:
                (component / key).say(code, words)
            seen.add(value)


def refuse_number(component: Field) -> None:
    """Notes a component's numeric id that is no int from 0."""
    (component / "id").integer(0, (1 << 31) - 1)


def _block(component: Field, allowed: Collection[int], files: Collection[str]) -> None:
    if not component.mapping(required=True):
        return
    refuse_number(component)
    match (component / "type").choice(allowed):
        case ComponentKind.ACTION_ROW:
            _row(component)
        case ComponentKind.SECTION:
            _section(component, files)
        case ComponentKind.TEXT_DISPLAY:
            (component / "content").text(1, V2_TEXT, required=True)
        case ComponentKind.MEDIA_GALLERY:
            _gallery(component / "items", files)
        case ComponentKind.FILE:
            _media(component, "file", files, only_uploads=True)
        case ComponentKind.SEPARATOR:
            (component / "divider").boolean()
            (component / "spacing").choice({1, 2}, required=False)
        case ComponentKind.CONTAINER:
            _container(component, files)
        case _:
            return  # the type itself has been complained about


def _container(container: Field, files: Collection[str]) -> None:
    (container / "accent_color").integer(0, 0xFFFFFF)
    (container / "spoiler").boolean()
    for inner in (container / "components").each(1, NESTED, required=True):
        _block(inner, IN_CONTAINER, files)


def _section(section: Field, files: Collection[str]) -> None:
    for text in (section / "components").each(1, 3, required=True):
        _block(text, {ComponentKind.TEXT_DISPLAY}, files)
    accessory = section / "accessory"
    if not accessory.mapping(required=True):
        return
    refuse_number(accessory)
    match (accessory / "type").choice({ComponentKind.BUTTON, ComponentKind.THUMBNAIL}):
        case ComponentKind.BUTTON:
            _button(accessory)
        case ComponentKind.THUMBNAIL:
            _media(accessory, "media", files)
        case _:
            return


def _gallery(items: Field, files: Collection[str]) -> None:
    for item in items.each(1, 10, required=True):
        _media(item, "media", files)


def _media(item: Field, key: str, files: Collection[str], *, only_uploads: bool = False) -> None:
    (item / "description").text(0, 1024)
    (item / "spoiler").boolean()
    if not (item / key).mapping(required=True):
        return
    url = item / key / "url"
    address = url.text(1, 2048, required=True)
    name = address.removeprefix("attachment://")
    if name != address:
        if name not in files:
            url.say("ATTACHMENT_NOT_FOUND", f"The attachment {name!r} was not uploaded.")
    elif address and (only_uploads or not address.startswith(("http://", "https://"))):
        url.say("URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').")


def _row(row: Field) -> None:
    refuse_number(row)
    inside = (row / "components").each(1, BUTTONS, required=True)
    selects = 0
    for component in inside:
        if not component.mapping(required=True):
            continue
        refuse_number(component)
        kind = (component / "type").choice(SELECTS | {ComponentKind.BUTTON})
        if kind == ComponentKind.BUTTON:
            _button(component)
        elif kind is not None:
            selects += 1
            refuse_select(component)
    if selects and len(inside) > 1:
        (row / "components").say(
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
        )


def _button(button: Field) -> None:
    style = (button / "style").choice(set(ButtonStyle))
    label = (button / "label").text(0, LABEL)
    (button / "disabled").boolean()
    emoji = refuse_emoji(button / "emoji")
    if style == ButtonStyle.PREMIUM:
        (button / "sku_id").snowflake(required=True)
        return
    if not label.strip() and not emoji:
        button.say("BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji.")
    if style == ButtonStyle.LINK:
        address = (button / "url").text(1, URL, required=True)
        if address and not address.startswith(("http://", "https://", "discord://")):
            (button / "url").say("URL_TYPE_INVALID_SCHEME", "Scheme must be http or https.")
        (button / "custom_id").banned("A link button can't have a custom id.")
        return
    (button / "custom_id").text(1, 100, required=True)
    (button / "url").banned("A url and a custom id can't both be given.")

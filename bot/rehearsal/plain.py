"""Messages and modals in plain text, as a person would read them aloud."""

from bot.rehearsal.wire import SELECTS, ButtonStyle, ComponentKind, Json, MessageFlag


def plain(payload: Json) -> str:
    """Gives all text of a message: content, embeds, components, attachments.

    Mentions stay as `<@id>`. An enabled button reads `[Label]`, a disabled one `(Label)`, a link
    `[Label ->]`, a select `[Placeholder: one | two]`, a disabled one with `(` and `)`. Files of a
    Components V2 message are seen in its components only.
    """
    lines: list[str] = []
    if MessageFlag.LOADING in MessageFlag(payload["flags"]):
        lines.append("... is thinking")
    if payload["content"]:
        lines.append(payload["content"])
    for embed in payload["embeds"]:
        lines += _embed(embed)
    for component in payload["components"]:
        lines += _component(component)
    if MessageFlag.IS_COMPONENTS_V2 not in MessageFlag(payload["flags"]):
        lines += [f"<file {attachment['filename']}>" for attachment in payload["attachments"]]
    return "\n".join(lines)


def plain_modal(modal: Json) -> str:
    """Gives all text of a modal: its title, then a line a field."""
    lines = [f"<<{modal['title']}>>"]
    for component in modal["components"]:
        lines += _component(component)
    return "\n".join(lines)


def _embed(embed: Json) -> list[str]:
    author, footer = embed.get("author") or {}, embed.get("footer") or {}
    lines = [author.get("name"), embed.get("title"), embed.get("description")]
    lines += [f"{row['name']}: {row['value']}" for row in embed.get("fields") or []]
    for key in ("image", "thumbnail"):
        if embed.get(key):
            lines.append(f"<picture {embed[key]['url']}>")
    lines.append(footer.get("text"))
    return [line for line in lines if line]


def _component(component: Json) -> list[str]:
    match component["type"]:
        case ComponentKind.ACTION_ROW:
            return [" ".join(_control(control) for control in component["components"])]
        case ComponentKind.SECTION:
            lines = [line for text in component["components"] for line in _component(text)]
            return lines + _component(component["accessory"])
        case ComponentKind.CONTAINER:
            return [line for inner in component["components"] for line in _component(inner)]
        case ComponentKind.TEXT_DISPLAY:
            return [str(component["content"])]
        case ComponentKind.SEPARATOR:
            return ["---"] if component.get("divider", True) else [""]
        case ComponentKind.LABEL:
            words = [component["label"], component.get("description") or ""]
            field = _control(component["component"])
            return [f"{': '.join(word for word in words if word)} {field}"]
        case _:
            return _picture(component)


def _picture(component: Json) -> list[str]:
    match component["type"]:
        case ComponentKind.THUMBNAIL:
            return [_media(component)]
        case ComponentKind.MEDIA_GALLERY:
            return [_media(item) for item in component["items"]]
        case ComponentKind.FILE:
            return [f"<file {component.get('name') or component['file']['url']}>"]
        case _:
            return [_control(component)]


def _media(item: Json) -> str:
    return f"<picture {item['media']['url']} {item.get('description') or ''}".rstrip() + ">"


def _control(control: Json) -> str:
    kind = control["type"]
    if kind == ComponentKind.BUTTON:
        return _button(control)
    if kind in SELECTS:
        options = [option["label"] for option in control.get("options") or []]
        words = f"{control.get('placeholder') or 'Choose'}: {' | '.join(options)}"
        return f"({words})" if control.get("disabled") else f"[{words}]"
    if kind == ComponentKind.TEXT_INPUT:
        label = f"{control['label']}: " if control.get("label") else ""
        return f"{label}[{control.get('value') or control.get('placeholder') or ''}]"
    if kind in (ComponentKind.RADIO_GROUP, ComponentKind.CHECKBOX_GROUP):
        return f"[{' | '.join(option['label'] for option in control['options'])}]"
    return "[ ]" if kind == ComponentKind.CHECKBOX else "[file]"


def _button(button: Json) -> str:
    emoji = (button.get("emoji") or {}).get("name") or ""
    words = " ".join(word for word in (emoji, button.get("label") or "") if word)
    if button.get("disabled"):
        return f"({words})"
    return f"[{words} ->]" if button["style"] == ButtonStyle.LINK else f"[{words}]"

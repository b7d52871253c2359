"""What Discord refuses in the body of a message."""

from collections.abc import Collection, Mapping

from bot.rehearsal.attachment_refusals import refuse_attachments
from bot.rehearsal.component_refusals import refuse_legacy, refuse_v2
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.fields import Field, body_field
from bot.rehearsal.wire import Json, MessageFlag

CONTENT = 2000
EMBEDS = 10
EMBED_TOTAL = 6000
V2 = MessageFlag.IS_COMPONENTS_V2
CHANNEL_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | V2
REPLY_FLAGS = CHANNEL_FLAGS | MessageFlag.EPHEMERAL
EDIT_FLAGS = MessageFlag.SUPPRESS_EMBEDS | V2
NO_FILES: Mapping[int, str] = {}
EMBED_URLS = ("http://", "https://", "attachment://")


def refuse_message(
    body: Json,
    allowed: MessageFlag,
    *,
    uploads: Mapping[int, str] = NO_FILES,
    before: Json | None = None,
) -> None:
    """Refuses a body that Discord would not take as a message.

    `allowed` are the flags this route takes, `uploads` the names of the files sent with it by
    their number, `before` the payload of the message it edits (None: it makes a new one).
    Raises Refused: 50035 with everything that is wrong, or 50006 when nothing would be left.
    """
    root = body_field(body)
    # An edit may send back the flags a message already has.
    known = allowed if before is None else allowed | MessageFlag(before["flags"])
    flags = _flags(root / "flags", known, before)
    files = refuse_attachments(root / "attachments", uploads, before)
    (root / "content").text(0, CONTENT)
    (root / "tts").boolean()
    _allowed_mentions(root / "allowed_mentions")
    embeds = (root / "embeds").each(0, EMBEDS)
    for embed in embeds:
        _embed(embed, files)
    if sum(_embed_size(embed) for embed in embeds) > EMBED_TOTAL:
        (root / "embeds").say(
            "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        )
    if V2 in flags:
        _no_legacy_fields(root, before)
        refuse_v2(root / "components", files)
    else:
        refuse_legacy(root / "components")
    _nonce(root)
    root.complaints.refuse()
    if _is_empty(body, uploads, before):
        raise Refused(Fault.EMPTY_MESSAGE)


def _flags(field: Field, allowed: MessageFlag, before: Json | None) -> MessageFlag:
    flags = MessageFlag(field.integer(0, (1 << 31) - 1) or 0)
    standing = MessageFlag(before["flags"]) if before else MessageFlag(0)
    if int(flags) & ~int(allowed):
        refused = int(flags) & ~int(allowed)
        field.say("MESSAGE_FLAGS_INVALID", f"The flags {refused} can't be set here.")
    if field.given and V2 in standing and V2 not in flags:
        field.say("MESSAGE_FLAGS_INVALID", "IS_COMPONENTS_V2 can't be removed from a message.")
    return flags | (standing & V2)


def _no_legacy_fields(root: Field, before: Json | None) -> None:
    for key in ("content", "embeds", "sticker_ids", "poll"):
        field = root / key
        # An edit that turns a message into V2 has to take away what the message had.
        left = before is not None and not field.given and key not in root.value
        if field.value or (left and before and before.get(key)):
            field.say(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _embed(embed: Field, files: Collection[str]) -> None:
    if not embed.mapping(required=True):
        return
    (embed / "title").text(0, 256)
    (embed / "description").text(0, 4096)
    (embed / "color").integer(0, 0xFFFFFF)
    (embed / "footer" / "text").text(0, 2048)
    (embed / "author" / "name").text(0, 256)
    for row in (embed / "fields").each(0, 25):
        (row / "name").text(1, 256, required=True)
        (row / "value").text(1, 1024, required=True)
        (row / "inline").boolean()
    for url in (
        embed / "url",
        embed / "image" / "url",
        embed / "thumbnail" / "url",
        embed / "author" / "icon_url",
        embed / "footer" / "icon_url",
    ):
        _embed_url(url, files)
    if not any(embed.value.get(key) for key in embed.value if key not in ("type", "color")):
        (embed / "description").required()


def _embed_url(url: Field, files: Collection[str]) -> None:
    address = url.text(0, 2048)
    if not address:
        return
    if not address.startswith(EMBED_URLS):
        url.say(
            "URL_TYPE_INVALID_SCHEME",
            "Scheme must be one of ('http', 'https', 'attachment').",
        )
    name = address.removeprefix("attachment://")
    if name != address and name not in files:
        url.say("ATTACHMENT_NOT_FOUND", f"The attachment {name!r} was not uploaded.")


def _embed_size(embed: Field) -> int:
    texts = [embed / "title", embed / "description"]
    texts += [embed / "footer" / "text", embed / "author" / "name"]
    rows = (embed / "fields").value
    for index in range(len(rows) if isinstance(rows, list) else 0):
        texts += [embed / "fields" / index / key for key in ("name", "value")]
    return sum(len(text.value) for text in texts if isinstance(text.value, str))


def _allowed_mentions(field: Field) -> None:
    if not field.mapping():
        return
    parse = [item.value for item in (field / "parse").each(0, 3)]
    for index, word in enumerate(parse):
        if word not in ("users", "roles", "everyone"):
            item = field / "parse" / index
            item.say("BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'roles', 'users').")
    for key in ("users", "roles"):
        named = (field / key).each(0, 100)
        for item in named:
            item.snowflake(required=True)
        if named and key in parse:
            (field / "parse").say(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f"parse:[{key!r}] and {key}: [ids...] are mutually exclusive.",
            )
    (field / "replied_user").boolean()


def _nonce(root: Field) -> None:
    nonce = root / "nonce"
    if isinstance(nonce.value, str):
        nonce.text(0, 25)
    else:
        nonce.integer(-(1 << 63), (1 << 63) - 1)
    if (root / "enforce_nonce").boolean() and not nonce.given:
        nonce.required()


def _is_empty(body: Json, uploads: Mapping[int, str], before: Json | None) -> bool:
    if uploads:
        return False
    for key in ("content", "embeds", "components", "attachments", "sticker_ids", "poll"):
        left = (before or {}).get(key) if key not in body else body[key]
        if isinstance(left, str):
            left = left.strip()
        if left:
            return False
    return True

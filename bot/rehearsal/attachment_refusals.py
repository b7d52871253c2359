"""What Discord refuses in the files of a message."""

from collections.abc import Mapping

from bot.rehearsal.cdn import cleaned_name
from bot.rehearsal.fields import Field
from bot.rehearsal.wire import Json

FILES = 10
WORDS = 1024
"""The longest name, title or description of a file."""


def refuse_attachments(
    field: Field, uploads: Mapping[int, str], before: Json | None
) -> frozenset[str]:
    """Notes what is wrong with the files of a message; gives the names it will have.

    `uploads` are the names of the files sent along, by their number n in `files[n]`; `before` is
    the payload of the message that is edited. An entry names a file of either by its id.
    """
    standing = {int(kept["id"]): kept["filename"] for kept in (before or {}).get("attachments", [])}
    if field.given:
        names = _listed(field, uploads, standing)
        left = uploads.keys() - names.keys()
        if left and before is not None:
            # An edit's list holds all that stays, what comes along with it too.
            field.say("ATTACHMENT_NOT_LISTED", f"Files not listed: {sorted(left)}.")
    else:
        names, left = dict(standing), set(uploads)
    names |= {number: cleaned_name(uploads[number]) for number in left}
    if len(names) > FILES:
        field.say("BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    return frozenset(names.values())


def _listed(
    field: Field, uploads: Mapping[int, str], standing: Mapping[int, str]
) -> dict[int, str]:
    names: dict[int, str] = {}
    for item in field.each(0, FILES):
        if not item.mapping(required=True):
            continue
        number = (item / "id").snowflake(required=True)
        name = (item / "filename").text(1, WORDS)
        (item / "description").text(0, WORDS)
        (item / "title").text(0, WORDS)
        if number is None:
            continue
        if number in names:
            item.say("ATTACHMENT_ID_DUPLICATED", "The attachment is listed twice.")
        elif number in standing:
            names[number] = standing[number]
        elif number in uploads:
            names[number] = cleaned_name(name or uploads[number])
        else:
            item.say("ATTACHMENT_NOT_FOUND", "The attachment was not uploaded.")
    return names

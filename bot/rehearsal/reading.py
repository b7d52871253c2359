"""How much of other people's messages a bot may read."""

from bot.rehearsal.wire import Json

WRITTEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
"""What is left of what a person wrote, for a bot that may not read it."""


def as_read(payload: Json, reader_id: int, *, everything: bool) -> Json:
    """Gives a message as a bot reads it.

    Without the message content intent (`everything`) the bot reads its own messages and those
    that mention it, a reply that notifies it among them; of others it reads nothing.
    """
    body = dict(payload)
    answered = body.get("referenced_message")
    if answered:
        body["referenced_message"] = as_read(answered, reader_id, everything=everything)
    if everything or _concerns(body, str(reader_id)):
        return body
    return body | WRITTEN


def _concerns(payload: Json, reader: str) -> bool:
    mentioned = [user["id"] for user in payload["mentions"]]
    return payload["author"]["id"] == reader or reader in mentioned

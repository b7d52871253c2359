"""Messages: what is written in a channel, for all or for one person."""

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from bot.rehearsal.guilds import User
from bot.rehearsal.plain import plain
from bot.rehearsal.reading import as_read
from bot.rehearsal.wire import SELECTS, ComponentKind, Json, MessageFlag, kinds_below

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


@dataclass(slots=True, eq=False)
class Message:
    """A message as it stands now, and all it has ever been.

    `private_to` is the id of the only person who sees it, or None for a channel message.
    `pinged` holds the ids of those it notified: when posted, never by an edit.
    """

    id: int
    channel_id: int
    guild_id: int
    author: User
    payload: Json
    created_at: float
    private_to: int | None = None
    pinged: tuple[int, ...] = ()
    deleted: bool = False
    versions: deque[Json] = field(default_factory=deque)

    @property
    def ephemeral(self) -> bool:
        """Says whether only one person sees it."""
        return self.private_to is not None

    @property
    def flags(self) -> MessageFlag:
        """Gives the flags it carries."""
        return MessageFlag(self.payload["flags"])

    @property
    def loading(self) -> bool:
        """Says whether it is still "the application is thinking"."""
        return MessageFlag.LOADING in self.flags

    @property
    def text(self) -> str:
        """Gives what a person reads in it now, buttons as [Label], disabled ones as (Label)."""
        return plain(self.payload)

    @property
    def components(self) -> list[Json]:
        """Gives its components, nested ones too, in reading order."""
        return kinds_below(self.payload["components"])

    def buttons(self, *, enabled: bool | None = None) -> list[str]:
        """Gives the labels of its buttons; with `enabled`, only those that are so or are not."""
        return [
            button.get("label") or ""
            for button in self.components
            if button["type"] == ComponentKind.BUTTON
            and enabled in (None, not button.get("disabled", False))
        ]

    @property
    def attachments(self) -> list[Json]:
        """Gives its files: `filename`, `size`, `content_type`, `url` on loopback, and more."""
        return list(self.payload["attachments"])

    @property
    def controls(self) -> list[Json]:
        """Gives the enabled buttons and selects by which a person tells the bot something."""
        return [
            component
            for component in self.components
            if component["type"] in SELECTS | {ComponentKind.BUTTON}
            and component.get("custom_id")
            and not component.get("disabled", False)
        ]

    def component(self, custom_id: str) -> Json | None:
        """Gives its component of that custom_id, or None when it has none now."""
        return next((c for c in self.components if c.get("custom_id") == custom_id), None)

    def become(self, payload: Json) -> None:
        """Takes another payload and remembers it."""
        self.payload = payload
        self.versions.append(payload)

    def on_the_wire(self, reader_id: int, *, everything: bool) -> Json:
        """Gives the payload of a gateway event, as much of it as the bot may read."""
        body = as_read(self.payload, reader_id, everything=everything)
        if not self.ephemeral:
            # Discord sends ephemeral messages to the bot as if they were direct ones.
            body["guild_id"] = str(self.guild_id)
        return body


def texts_of(body: Json) -> list[str]:
    """Gives every text of a body that can mention somebody."""
    displays = [
        component.get("content") or ""
        for component in kinds_below(body.get("components") or [])
        if component.get("type") == ComponentKind.TEXT_DISPLAY
    ]
    return [body.get("content") or "", *displays]


def mentioned_users(body: Json) -> list[int]:
    """Gives the ids of all users a body names, in order, once each."""
    return _named(body, _USER_MENTION)


def pinged_users(body: Json, *, replied_to: int | None = None) -> tuple[int, ...]:
    """Gives the ids of the users a new message notifies, as its allowed_mentions say."""
    allowed: Json | None = body.get("allowed_mentions")
    named = mentioned_users(body)
    if allowed is None or "users" in (allowed.get("parse") or []):
        pinged = named
    else:
        wanted = {int(user) for user in allowed.get("users") or []}
        pinged = [user for user in named if user in wanted]
    reply = replied_to is not None and (allowed or {}).get("replied_user", allowed is None)
    if reply and replied_to is not None and replied_to not in pinged:
        pinged = [*pinged, replied_to]
    return tuple(pinged)


def pings_everyone(body: Json) -> bool:
    """Says whether a body would notify everyone, if its author may."""
    allowed: Json | None = body.get("allowed_mentions")
    if allowed is not None and "everyone" not in (allowed.get("parse") or []):
        return False
    return any("@everyone" in text or "@here" in text for text in texts_of(body))


def mentioned_roles(body: Json) -> list[str]:
    """Gives the ids of all roles a body names, as text."""
    return [str(role) for role in _named(body, _ROLE_MENTION)]


def _named(body: Json, pattern: re.Pattern[str]) -> list[int]:
    found: dict[int, Any] = {}
    for text in texts_of(body):
        found |= dict.fromkeys(map(int, pattern.findall(text)))
    return list(found)

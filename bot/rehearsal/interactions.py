"""Interactions: what a person asked the bot, and the bot's first answer to it."""

import asyncio
from dataclasses import dataclass, field

from bot.rehearsal.guilds import User
from bot.rehearsal.messages import Message
from bot.rehearsal.wire import CallbackKind, InteractionKind, Json

FIRST_ANSWER = 3.0
"""Seconds in which the first answer must come."""

TOKEN_LIFE = 15 * 60.0
"""Seconds for which an interaction's token is good."""


@dataclass(slots=True, eq=False)
class Interaction:
    """One command, click, autocomplete or modal sent, with the token the bot answers it by.

    `source` is the message clicked in, `opener` the interaction that was answered by the modal.
    """

    id: int
    token: str
    kind: InteractionKind
    words: str
    user: User
    guild_id: int
    channel_id: int
    data: Json
    created_at: float
    source: Message | None = None
    opener: "Interaction | None" = None
    callback: CallbackKind | None = None
    original: Message | None = None
    said: Json | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def metadata(self) -> Json:
        """Gives the interaction_metadata of the messages that answer it."""
        body: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.user.payload(),
            "authorizing_integration_owners": {"0": str(self.guild_id)},
        }
        if self.kind is InteractionKind.COMPONENT and self.source is not None:
            body["interacted_message_id"] = str(self.source.id)
        if self.opener is not None:
            body["triggering_interaction_metadata"] = self.opener.metadata
        return body

    def answer(self, callback: CallbackKind) -> None:
        """Notes the first answer, as it reads now, and wakes who waits for it."""
        self.callback = callback
        self.said = None if self.original is None else self.original.payload
        self.answered.set()

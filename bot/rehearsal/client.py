"""A person's Discord client: it sends what he does, and waits for the bot's first answer."""

import asyncio
import json
from collections.abc import Callable

from bot.rehearsal.answer import Answer, NoAnswer
from bot.rehearsal.channels import Channel
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.guilds import User
from bot.rehearsal.interactions import FIRST_ANSWER, Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.payloads import interaction_payload
from bot.rehearsal.wire import InteractionKind, Json
from bot.rehearsal.world import World

FILLING = 0.05
"""Seconds it takes to fill in a modal, at least.

discord.py knows a modal only after it has read the answer to its callback, and drops what comes
before that unanswered; nobody fills in a modal so fast.
"""


class Client:
    """Asks the bot something for one person, and keeps the modal that is open."""

    def __init__(
        self, world: World, gateway: Gateway, user: User, bot_output: Callable[[], str]
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._bot_output = bot_output
        self._user = user
        self.modal: Json | None = None
        self._openers: dict[str, Interaction] = {}

    async def ask(
        self,
        kind: InteractionKind,
        words: str,
        data: Json,
        channel: Channel,
        *,
        source: Message | None = None,
        copies: int = 1,
        then: Json | None = None,
    ) -> Answer:
        """Sends an interaction, `copies` times, and waits for its answer.

        `source` is the message clicked in, `then` its payload where an earlier one is sent.
        Raises NoAnswer when nothing comes within three seconds.
        """
        opener = None
        if kind is InteractionKind.MODAL_SUBMIT:
            opener = self._openers.get(data["custom_id"])
            await asyncio.sleep(FILLING)
        interaction = Interaction(
            id=self._world.snowflake(),
            token=self._world.token(),
            kind=kind,
            words=words,
            user=self._user,
            guild_id=channel.guild_id,
            channel_id=channel.id,
            data=data,
            created_at=self._world.clock.now(),
            source=opener.source if opener else source,
            opener=opener,
        )
        self._world.interact(interaction)
        for _ in range(copies):
            self._dispatch(interaction, then)
        await self._answered(interaction, channel)
        if interaction.modal is not None:
            self.modal = interaction.modal
            self._openers[interaction.modal["custom_id"]] = interaction
        return Answer(interaction)

    def _dispatch(self, interaction: Interaction, then: Json | None) -> None:
        payload = interaction_payload(self._world, interaction)
        if then is not None:
            payload["message"] = then
        # A frozen copy: what was sent doesn't change when the message does.
        self._gateway.dispatch(
            "INTERACTION_CREATE", json.loads(json.dumps(payload)), interaction.guild_id
        )

    async def _answered(self, interaction: Interaction, channel: Channel) -> None:
        try:
            await asyncio.wait_for(interaction.answered.wait(), FIRST_ANSWER)
        except TimeoutError as error:
            raise NoAnswer(
                f"The application did not respond to {self._user.name}'s {interaction.words} in "
                f"#{channel.name} within {FIRST_ANSWER:.0f} s. The bot's last words:\n"
                f"{self._bot_output()[-2000:]}"
            ) from error

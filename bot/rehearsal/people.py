"""People in the pretend Discord: what they do, and what they see."""

import asyncio
import json
from collections.abc import Callable, Mapping

from bot.rehearsal.answer import Answer, NoAnswer
from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.form import Form
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.guilds import Guild, User
from bot.rehearsal.interactions import FIRST_ANSWER, Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.payloads import interaction_payload, resolved_members
from bot.rehearsal.pen import Pen
from bot.rehearsal.permissions import Permission
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.slashes import SlashLine
from bot.rehearsal.targets import button_of, chosen_values, component_once
from bot.rehearsal.wire import (
    SELECTS,
    CallbackKind,
    ComponentKind,
    InteractionKind,
    Json,
)
from bot.rehearsal.world import World


class Person:
    """Somebody who looks at one channel of one guild, types, clicks and reads.

    Whatever a person couldn't do in the Discord client raises AssertionError, and says what he
    sees. Every act that asks the bot something returns its first answer, or raises NoAnswer after
    three seconds.
    """

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        scribe: Scribe,
        user: User,
        channel: Channel,
        bot_output: Callable[[], str],
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._pen = Pen(world, scribe, user)
        self._bot_output = bot_output
        self.user = user
        self.channel = channel
        self.modal: Json | None = None
        self._modal_openers: dict[str, Interaction] = {}

    def __repr__(self) -> str:
        return f"<{self.name} in #{self.channel.name}>"

    @property
    def id(self) -> int:
        """Gives the Discord user id."""
        return self.user.id

    @property
    def name(self) -> str:
        """Gives the name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """Gives what names the person in a message: `<@id>`."""
        return f"<@{self.user.id}>"

    @property
    def guild(self) -> Guild:
        """Gives the guild whose channel the person looks at."""
        return self._world.guilds[self.channel.guild_id]

    @property
    def permissions(self) -> Permission:
        """Gives what the person may do in the channel."""
        return self.guild.permissions(self.id, self.channel)

    def enter(self, channel: Channel) -> None:
        """Looks at another channel or thread, of any guild the person is a member of."""
        self.channel = channel
        self._present()

    # Reading

    def messages(self) -> list[Message]:
        """Gives the messages the person sees in the channel now, oldest first."""
        in_channel = self._world.channel_messages(self.channel.id)
        return [message for message in in_channel if self._world.sees(self.id, message)]

    def sees(self) -> str:
        """Gives all the text the person sees in the channel now, newest last.

        Mentions read `<@id>`, buttons `[Label]`, disabled ones `(Label)`.
        """
        return "\n".join(message.text for message in self.messages())

    def last_private(self) -> Message | None:
        """Gives the newest message that only this person sees."""
        return next((m for m in reversed(self.messages()) if m.ephemeral), None)

    # Acting

    async def slash(self, words: str, /, *, raw: bool = False, **options: object) -> Answer:
        """Sends a slash command: the command's words, then its options by name.

        An option may be a Person. `raw` leaves out what the client checks: permissions,
        unknown and required options, ranges, choices.
        """
        line = SlashLine(words, _users(options), raw=raw)
        self._present()
        if not raw and Permission.USE_APPLICATION_COMMANDS not in self.permissions:
            raise AssertionError(f"{self.name} may not use commands in #{self.channel.name}")
        if not raw and isinstance(self.channel, Thread) and self.channel.archived:
            raise AssertionError(f"{self.channel.name} is archived and takes no commands")
        everywhere = self.guild.permissions(self.id)
        data = line.payload(self._world, self.guild, everywhere)
        return await self._ask(InteractionKind.COMMAND, str(line), data)

    async def completes(self, words: str, option: str, typed: str, /, **options: object) -> Answer:
        """Types the beginning of an option and gets its autocomplete; choices are in the answer."""
        line = SlashLine(words, {**_users(options), option: typed}, raw=True)
        self._present()
        everywhere = self.guild.permissions(self.id)
        data = line.autocomplete(self._world, self.guild, everywhere, option)
        return await self._ask(InteractionKind.AUTOCOMPLETE, f"{line}...", data)

    async def click(self, label: str) -> Answer:
        """Clicks the button whose label is or begins so, in the newest message that has one."""
        self._present()
        for message in reversed(self.messages()):
            button = button_of(message, label)
            if button is not None:
                return await self.press(message, button["custom_id"])
        raise AssertionError(
            f"{self.name} sees no button {label!r} to click in #{self.channel.name}; "
            f"{self.name} sees:\n{self.sees()}"
        )

    async def choose(self, *values: object, placeholder: str = "") -> Answer:
        """Chooses options (by label or value) or people in the newest select that fits."""
        self._present()
        for message in reversed(self.messages()):
            for select in message.components:
                words = select.get("placeholder") or ""
                open_now = select["type"] in SELECTS and not select.get("disabled")
                if open_now and words.casefold().startswith(placeholder.casefold()):
                    chosen = chosen_values(select, [_user(value) for value in values])
                    return await self.press(message, select["custom_id"], values=chosen)
        raise AssertionError(f"{self.name} sees no select to choose from:\n{self.sees()}")

    async def press(
        self,
        message: Message,
        custom_id: str,
        *,
        values: list[str] | None = None,
        copies: int = 1,
        version: int | None = None,
    ) -> Answer:
        """Sends a click as it is: stale, forged or doubled; nothing is checked.

        `copies` dispatches the same interaction so often; `version` sends the message as it once
        was (an index into its versions: -2 is the one before the newest).
        """
        self._present()
        component = message.component(custom_id) or component_once(message, custom_id)
        data: Json = {
            "id": component.get("id", 1),
            "custom_id": custom_id,
            "component_type": component["type"],
        }
        if component["type"] in SELECTS:
            data["values"] = values or []
            if component["type"] == ComponentKind.USER_SELECT:
                named = [int(value) for value in data["values"]]
                data["resolved"] = resolved_members(self._world, self.guild, named)
        words = f"click on {component.get('label') or custom_id!r}"
        then = None if version is None else message.versions[version]
        return await self._ask(
            InteractionKind.COMPONENT, words, data, source=message, copies=copies, then=then
        )

    async def submit(
        self, *, modal: Json | None = None, raw: bool = False, copies: int = 1, **fields: object
    ) -> Answer:
        """Fills the open modal by custom_id or label and sends it.

        `modal` sends an earlier one again (from an answer); `raw` leaves out the client's checks.
        """
        return await self.fill(fields, modal=modal, raw=raw, copies=copies)

    async def fill(
        self,
        fields: Mapping[str, object],
        *,
        modal: Json | None = None,
        raw: bool = False,
        copies: int = 1,
    ) -> Answer:
        """Does what `submit` does, for fields whose names are no Python words."""
        self._present()
        opened = modal or self.modal
        if opened is None:
            raise AssertionError(f"{self.name} has no modal open; he sees:\n{self.sees()}")
        form = Form(opened, raw=raw)
        for name, value in fields.items():
            form.fill(name, value)
        answer = await self._ask(
            InteractionKind.MODAL_SUBMIT,
            f"modal {opened['title']!r} {dict(fields)}",
            form.payload(),
            opener=self._modal_openers.get(opened["custom_id"]),
            copies=copies,
        )
        if answer.type is not CallbackKind.MODAL and opened is self.modal:
            self.modal = None
        return answer

    async def say(
        self, text: str, *, reply_to: Message | None = None, ping: bool = True
    ) -> Message:
        """Writes a message in the channel; `@Name` mentions a member or the bot.

        A reply notifies whom it answers, and so mentions him, unless `ping` is off.
        """
        self._present()
        return self._pen.write(self.channel, text, reply_to=reply_to, ping=ping)

    async def correct(self, message: Message, text: str) -> None:
        """Edits a message of the person's own (MESSAGE_UPDATE)."""
        self._present()
        self._pen.correct(message, text)

    def _present(self) -> None:
        if Permission.VIEW_CHANNEL not in self.permissions:
            raise AssertionError(f"{self.name} can't see #{self.channel.name}")

    async def _ask(
        self,
        kind: InteractionKind,
        words: str,
        data: Json,
        *,
        source: Message | None = None,
        opener: Interaction | None = None,
        copies: int = 1,
        then: Json | None = None,
    ) -> Answer:
        interaction = Interaction(
            id=self._world.snowflake(),
            token=self._world.token(),
            kind=kind,
            words=words,
            user=self.user,
            guild_id=self.channel.guild_id,
            channel_id=self.channel.id,
            data=data,
            created_at=self._world.clock.now(),
            source=opener.source if opener else source,
            opener=opener,
        )
        self._world.interact(interaction)
        for _ in range(copies):
            self._dispatch(interaction, then)
        await self._answered(interaction)
        if interaction.modal is not None:
            self.modal = interaction.modal
            self._modal_openers[interaction.modal["custom_id"]] = interaction
        return Answer(interaction)

    def _dispatch(self, interaction: Interaction, then: Json | None) -> None:
        payload = interaction_payload(self._world, interaction)
        if then is not None:
            payload["message"] = then
        # A frozen copy: what was sent doesn't change when the message does.
        self._gateway.dispatch(
            "INTERACTION_CREATE", json.loads(json.dumps(payload)), interaction.guild_id
        )

    async def _answered(self, interaction: Interaction) -> None:
        try:
            await asyncio.wait_for(interaction.answered.wait(), FIRST_ANSWER)
        except TimeoutError as error:
            raise NoAnswer(
                f"The application did not respond to {self.name}'s {interaction.words} in "
                f"#{self.channel.name} within {FIRST_ANSWER:.0f} s. The bot's last words:\n"
                f"{self._bot_output()[-2000:]}"
            ) from error


def _users(options: dict[str, object]) -> Json:
    return {name: _user(value) for name, value in options.items()}


def _user(value: object) -> object:
    return value.user if isinstance(value, Person) else value

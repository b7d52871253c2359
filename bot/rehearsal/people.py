"""People in the pretend Discord: what they do, and what they see."""

from collections.abc import Callable, Mapping

from bot.rehearsal.answer import Answer
from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.client import Client
from bot.rehearsal.form import Form
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.guilds import Guild, User
from bot.rehearsal.messages import Message
from bot.rehearsal.parcel import Upload
from bot.rehearsal.payloads import resolved_members
from bot.rehearsal.pen import Pen
from bot.rehearsal.permissions import Permission
from bot.rehearsal.scribe import Scribe
from bot.rehearsal.slashes import Attached, SlashLine
from bot.rehearsal.targets import (
    button_of,
    chosen_values,
    component_once,
    forged,
    select_of,
    verify_values,
)
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
        self._cdn = scribe.cdn
        self._pen = Pen(world, scribe, user)
        self._client = Client(world, gateway, user, bot_output)
        self.user = user
        self.channel = channel

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
    def modal(self) -> Json | None:
        """Gives the modal that is open."""
        return self._client.modal

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

    def privates(self) -> list[Message]:
        """Gives the messages that only this person sees now, oldest first."""
        return [message for message in self.messages() if message.ephemeral]

    def last_private(self) -> Message | None:
        """Gives the newest message that only this person sees."""
        return next(reversed(self.privates()), None)

    def download(self, message: Message, name: str = "") -> Upload:
        """Gives a file of a message the person sees, by its name (its only one without)."""
        self._verify_sees(message)
        files = [file for file in message.attachments if name in ("", file["filename"])]
        if len(files) != 1:
            names = [file["filename"] for file in message.attachments]
            raise AssertionError(f"the message has the files {names}, not one {name!r}")
        upload = self._cdn.file(int(files[0]["id"]))
        if upload is None:
            raise AssertionError(f"{files[0]['url']} is gone")
        return upload

    # Acting

    async def slash(self, words: str, /, *, raw: bool = False, **options: object) -> Answer:
        """Sends a slash command: the command's words, then its options by name.

        An option may be a Person, or a file to be sent along. `raw` leaves out what the client
        checks: permissions, unknown and required options, ranges, choices.
        """
        line = SlashLine(words, self._sent(options), raw=raw)
        self._present()
        if not raw and Permission.USE_APPLICATION_COMMANDS not in self.permissions:
            raise AssertionError(f"{self.name} may not use commands in #{self.channel.name}")
        if not raw and isinstance(self.channel, Thread) and self.channel.archived:
            raise AssertionError(f"{self.channel.name} is archived and takes no commands")
        everywhere = self.guild.permissions(self.id)
        data = line.payload(self._world, self.guild, everywhere)
        return await self._client.ask(InteractionKind.COMMAND, str(line), data, self.channel)

    async def completes(
        self, words: str, option: str, typed: str, /, *, raw: bool = False, **options: object
    ) -> Answer:
        """Types the beginning of an option and gets its autocomplete; choices are in the answer.

        `options` are those filled in before it. `raw` leaves out what the client checks: that
        the option has an autocomplete, and the other options' values.
        """
        line = SlashLine(words, _users(options), raw=raw)
        self._present()
        everywhere = self.guild.permissions(self.id)
        data = line.autocomplete(self._world, self.guild, everywhere, option, typed)
        return await self._client.ask(
            InteractionKind.AUTOCOMPLETE, f"{line} {option}:{typed}...", data, self.channel
        )

    async def click(
        self, label: str, *, private: bool = False, message: Message | None = None
    ) -> Answer:
        """Clicks the button whose label is or begins so, in the newest message that has one.

        `private` looks at messages only the person sees, `message` at that one alone.
        """
        for looked_at in self._looked_at(message, private=private):
            button = button_of(looked_at, label)
            if button is not None:
                return await self.press(looked_at, button["custom_id"])
        raise AssertionError(
            f"{self.name} sees no button {label!r} to click in #{self.channel.name}; "
            f"{self.name} sees:\n{self.sees()}"
        )

    async def choose(
        self,
        *values: object,
        placeholder: str = "",
        custom_id: str = "",
        private: bool = False,
        message: Message | None = None,
    ) -> Answer:
        """Chooses options (by label or value) or people in the newest select that fits.

        A select fits whose placeholder and custom_id are or begin as given; `private` and
        `message` are as in `click`.
        """
        for looked_at in self._looked_at(message, private=private):
            select = select_of(looked_at, placeholder, custom_id)
            if select is not None:
                chosen = chosen_values(select, [_user(value) for value in values])
                return await self.press(looked_at, select["custom_id"], values=chosen)
        raise AssertionError(f"{self.name} sees no select to choose from:\n{self.sees()}")

    async def press(
        self,
        message: Message,
        custom_id: str,
        *,
        values: list[str] | None = None,
        copies: int = 1,
        version: int | None = None,
        raw: bool = False,
    ) -> Answer:
        """Sends a click as it is: stale, forged or doubled; only a select's values are checked.

        `copies` dispatches the same interaction so often; `version` sends the message as it once
        was (an index into its versions: -2 is the one before the newest). Of a select that was
        there only values it offered come through, as on Discord; `raw` leaves that out too.
        """
        self._present()
        component = component_once(message, custom_id, version) or forged(custom_id, values)
        if component["type"] in SELECTS and "options" in component and not raw:
            verify_values(component, values or [])
        data: Json = {
            "id": component.get("id", 1),
            "custom_id": custom_id,
            "component_type": component["type"],
        }
        words = f"click on {component.get('label') or custom_id!r}"
        if component["type"] in SELECTS:
            data["values"] = values or []
            words = f"choice of {', '.join(data['values']) or 'nothing'}"
            if component["type"] == ComponentKind.USER_SELECT:
                named = [int(value) for value in data["values"]]
                data["resolved"] = resolved_members(self._world, self.guild, named)
        then = None if version is None else message.versions[version]
        return await self._client.ask(
            InteractionKind.COMPONENT,
            words,
            data,
            self.channel,
            source=message,
            copies=copies,
            then=then,
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
        answer = await self._client.ask(
            InteractionKind.MODAL_SUBMIT,
            f"modal {opened['title']!r} {dict(fields)}",
            form.payload(),
            self.channel,
            copies=copies,
        )
        if answer.type is not CallbackKind.MODAL and opened is self.modal:
            self._client.modal = None
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

    def _sent(self, options: dict[str, object]) -> Json:
        """Gives options as a command line holds them: users, and files that are uploaded."""
        return {
            name: self._attached(value) if isinstance(value, Upload) else _user(value)
            for name, value in options.items()
        }

    def _attached(self, upload: Upload) -> Attached:
        return Attached(self._cdn.store(upload, {}, channel_id=self.channel.id, ephemeral=True))

    def _looked_at(self, message: Message | None, *, private: bool) -> list[Message]:
        """Gives the messages a person looks for something in, newest first."""
        self._present()
        if message is not None:
            self._verify_sees(message)
            return [message]
        return list(reversed(self.privates() if private else self.messages()))

    def _verify_sees(self, message: Message) -> None:
        if not self._world.sees(self.id, message):
            raise AssertionError(f"{self.name} doesn't see the message {message.id}")

    def _present(self) -> None:
        if Permission.VIEW_CHANNEL not in self.permissions:
            raise AssertionError(f"{self.name} can't see #{self.channel.name}")


def _users(options: dict[str, object]) -> Json:
    return {name: _user(value) for name, value in options.items()}


def _user(value: object) -> object:
    return value.user if isinstance(value, Person) else value

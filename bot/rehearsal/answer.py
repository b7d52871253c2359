"""The bot's first answer to something a person did."""

from dataclasses import dataclass

from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.plain import plain, plain_modal
from bot.rehearsal.wire import CallbackKind, Json


class NoAnswer(TimeoutError):
    """The application did not respond within three seconds."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a command, a click or a modal."""

    interaction: Interaction

    @property
    def type(self) -> CallbackKind:
        """Gives how the bot answered."""
        if self.interaction.callback is None:
            raise NoAnswer(self.interaction.words)
        return self.interaction.callback

    @property
    def message(self) -> Message | None:
        """Gives the message it made or edited, as it lives on; None for a modal or choices."""
        return self.interaction.original

    @property
    def ephemeral(self) -> bool:
        """Says whether the answer is seen only by who asked."""
        return self.message is not None and self.message.ephemeral

    @property
    def modal(self) -> Json | None:
        """Gives the modal it opened."""
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        """Gives the choices of an autocomplete."""
        return self.interaction.choices

    def value_of(self, name: str) -> object:
        """Gives what picking a choice sends, by the name it has or begins with, or its value.

        AssertionError, with all names, when none is offered so.
        """
        wanted = name.casefold()
        for choice in self.choices:
            if wanted in (choice["name"].casefold(), str(choice["value"]).casefold()):
                return choice["value"]
        for choice in self.choices:
            if choice["name"].casefold().startswith(wanted):
                return choice["value"]
        names = ", ".join(choice["name"] for choice in self.choices) or "nothing"
        raise AssertionError(f"{self.interaction.words} offers {names}, not {name!r}")

    @property
    def text(self) -> str:
        """Gives what the answer says: as it was first, or for a deferred one as it is now."""
        match self.type:
            case CallbackKind.MODAL:
                return plain_modal(self.modal or {"title": "", "components": []})
            case CallbackKind.DEFERRED_MESSAGE:
                return self.message.text if self.message is not None else ""
            case CallbackKind.MESSAGE | CallbackKind.UPDATE:
                return plain(self.interaction.said) if self.interaction.said else ""
            case CallbackKind.DEFERRED_UPDATE:
                return ""
            case CallbackKind.CHOICES:
                return "\n".join(choice["name"] for choice in self.choices)

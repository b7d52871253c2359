"""What happens on the stage, told as it comes."""

import re
from collections.abc import Callable

from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.world import Deed, Happening, World

_MENTION = re.compile(r"<@!?(\d+)>")
INDENT = "    "


class Transcript:
    """Tells everything that is written, `[#table] post ...` or `[only Ann] edit ...`.

    What people do is told as `[Ann] /sit amount:200`. Mentions read `@Ann`.
    """

    def __init__(self, world: World, tell: Callable[[str], None]) -> None:
        self._world = world
        self._tell = tell
        world.on_message.append(self._happened)
        world.on_interaction.append(self._asked)

    def _happened(self, happening: Happening) -> None:
        message = happening.message
        words = f"{self._where(message)} {happening.deed.value}"
        if happening.deed is not Deed.DELETE:
            words = "\n".join([words, *self._lines(message)])
        self._tell(words)

    def _asked(self, interaction: Interaction) -> None:
        self._tell(f"[{interaction.user.name}] {interaction.words}")

    def _where(self, message: Message) -> str:
        if message.private_to is not None:
            return f"[only {self._name(message.private_to)}]"
        guild = self._world.guilds.get(message.guild_id)
        channel = guild.channels.get(message.channel_id) if guild else None
        return f"[#{channel.name if channel else message.channel_id}]"

    def _lines(self, message: Message) -> list[str]:
        text = _MENTION.sub(lambda found: f"@{self._name(int(found[1]))}", message.text)
        return [INDENT + line for line in text.splitlines()]

    def _name(self, user_id: int) -> str:
        user = self._world.users.get(user_id)
        return user.name if user else str(user_id)

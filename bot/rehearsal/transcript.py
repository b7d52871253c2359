"""What happens on the stage, told as it comes."""

import re
import time
from collections.abc import Callable

from bot.rehearsal.interactions import Interaction
from bot.rehearsal.messages import Message
from bot.rehearsal.world import Deed, Happening, World

_HEADS = re.compile(r"^(?:#{1,3}|-#) ", re.MULTILINE)
_MARKUP = re.compile(
    r"\\(?P<sign>[^0-9A-Za-z\s])|<@!?(?P<user>\d+)>|<t:(?P<time>\d+)(?::(?P<style>[A-Za-z]))?>|\*\*|`"
)
INDENT = "    "


class Transcript:
    """Tells everything that is written, `[#table] post ...` or `[only Ann] edit ...`.

    What people do is told as `[Ann] /sit amount:200`. Markup is told as it is seen: mentions read
    `@Ann`, times `in 60 s` or `14:03:25`.
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
        text = _MARKUP.sub(self._seen, _HEADS.sub("", message.text))
        return [INDENT + line for line in text.splitlines()]

    def _seen(self, found: re.Match[str]) -> str:
        """Gives what Discord shows for a piece of markup."""
        if found["user"] is not None:
            return f"@{self._name(int(found['user']))}"
        if found["time"] is None:
            return found["sign"] or ""
        moment = int(found["time"])
        if found["style"] != "R":
            return time.strftime("%H:%M:%S", time.localtime(moment))
        seconds = round(moment - self._world.clock.now())
        return f"in {seconds} s" if seconds >= 0 else f"{-seconds} s ago"

    def _name(self, user_id: int) -> str:
        user = self._world.users.get(user_id)
        return user.name if user else str(user_id)

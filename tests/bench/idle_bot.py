"""The discord.py bot that does nothing, to stand beside ours: a click paints what was there.

It asks for the same intents and keeps as little as ours; its panel has as many components as a
panel of ours in a six-handed hand, and about as much text.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
from typing import Any, Self

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

URL = os.environ["DOORCARD_DISCORD_URL"]
Route.BASE = f"{URL}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(URL.replace("http", "ws") + "/")

LABELS = ("Fold", "Call 4", "Complete to 10", "Peek")
HEADING = "### Hand 1 · Casino stud\n-# Fixed limit 10/20\n-# buy-in 40 to 400 · round 1 of 4"
SEATS = "\n".join(["`▮▮` `A♠` **Somebody** (399) · bet 4 · bring-in"] * 6)
FOOT = "**Pot 18**\nAnn brings in 4 · Ben calls 4 · Cid calls 4\n**<@1234567890123456789> to act**"


class Still(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"still:(?P<number>\d+)"):
    """A button that changes nothing."""

    def __init__(self, number: int) -> None:
        super().__init__(
            discord.ui.Button(label=LABELS[number], custom_id=f"still:{number}"),
        )

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        _item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the button that was pressed."""
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Paint the panel as it is."""
        await interaction.response.edit_message(view=panel())


def panel() -> discord.ui.LayoutView:
    """Return the panel, which never changes; made for each click, as every view that does."""
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x2ECC71)
    box.add_item(discord.ui.TextDisplay(HEADING))
    for text in (SEATS, FOOT):
        box.add_item(discord.ui.Separator())
        box.add_item(discord.ui.TextDisplay(text))
    box.add_item(discord.ui.ActionRow(*(Still(number) for number in range(len(LABELS)))))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


@app_commands.command(name="panel", description="Show the panel")
async def show_panel(interaction: discord.Interaction[Any]) -> None:
    """Answer with the panel."""
    await interaction.response.send_message(view=panel())


class IdleBot(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.2,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        self.tree = app_commands.CommandTree(self)
        self.ending: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Tell the one command and listen to SIGTERM."""
        self.add_dynamic_items(Still)
        self.tree.add_command(show_panel)
        await self.tree.sync()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.end)

    def end(self) -> None:
        """Close the connection, and so end the process."""
        self.ending = asyncio.create_task(self.close())


if __name__ == "__main__":
    IdleBot().run(os.environ["DISCORD_TOKEN"])

"""A small discord.py bot, to try the pretend Discord with.

It keeps its state in memory: a panel with a counter, a modal, private followups.
"""

import asyncio
import io
import os
import re
import signal
import sys
from typing import Any

import discord
import yarl
from discord import app_commands

URL = os.environ["DOORCARD_DISCORD_URL"]
discord.http.Route.BASE = f"{URL}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(URL.replace("http", "ws") + "/")

counts: dict[int, int] = {}


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"tiny:(?P<act>\w+):(?P<n>\d+)"
):
    """A button that carries its act and the count it was drawn at."""

    def __init__(self, act: str, number: int, *, disabled: bool = False) -> None:
        self.act = act
        self.number = number
        super().__init__(
            discord.ui.Button(
                label=act.capitalize(), custom_id=f"tiny:{act}:{number}", disabled=disabled
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: Any, _item: Any, match: re.Match[str], /
    ) -> "Control":
        return cls(match["act"], int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        channel = interaction.channel_id or 0
        if self.act == "raise":
            await interaction.response.send_modal(Amount())
        elif self.act == "slow":
            return
        elif self.number != counts[channel]:
            await interaction.response.send_message("Too late", ephemeral=True)
        else:
            counts[channel] += 1
            await interaction.response.edit_message(view=panel(channel))
            await interaction.followup.send(f"Your secret is {counts[channel]}", ephemeral=True)


class Picked(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"pick:(?P<channel>\d+)"):
    """A select in a private menu, known by its custom_id alone."""

    def __init__(self, channel: int) -> None:
        self.channel = channel
        options = [discord.SelectOption(label=str(n), description="A start") for n in range(3)]
        super().__init__(
            discord.ui.Select(custom_id=f"pick:{channel}", placeholder="From", options=options)
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: Any, item: Any, match: re.Match[str], /
    ) -> "Picked":
        picked = cls(int(match["channel"]))
        picked.item = item
        return picked

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        counts[self.channel] = int(self.item.values[0])
        done = discord.ui.LayoutView(timeout=None)
        done.add_item(discord.ui.TextDisplay(f"Counting from {self.item.values[0]}"))
        await interaction.response.edit_message(view=done)


class Amount(discord.ui.Modal, title="Raise"):
    """A modal with one number."""

    amount: discord.ui.Label[Any] = discord.ui.Label(
        text="To how much?", component=discord.ui.TextInput(custom_id="amount", max_length=6)
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        channel = interaction.channel_id or 0
        field = self.amount.component
        assert isinstance(field, discord.ui.TextInput)
        counts[channel] = int(field.value)
        await interaction.response.edit_message(view=panel(channel))


def panel(channel: int) -> discord.ui.LayoutView:
    """Draws the panel of a channel."""
    number = counts[channel]
    view = discord.ui.LayoutView(timeout=None)
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=discord.Color.green())
    box.add_item(discord.ui.TextDisplay(f"## Count {number}"))
    box.add_item(discord.ui.Separator())
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    row.add_item(Control("call", number))
    row.add_item(Control("raise", number))
    row.add_item(Control("slow", number))
    row.add_item(Control("fold", number, disabled=True))
    box.add_item(row)
    view.add_item(box)
    return view


class TinyBot(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control, Picked)
        self.tree.add_command(group)
        self.tree.add_command(deferred)
        self.tree.add_command(menu)
        self.tree.add_command(tell)
        await self.tree.sync()
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: setattr(self, "ending", asyncio.create_task(self.close()))
        )

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies at once; the library would wait five seconds when it has to do it again."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot or message.guild is None:
            return
        reply = f"I read {message.content!r}" if message.content else "I read nothing"
        await message.reply(reply, nonce=message.id, mention_author=False)

    async def on_resumed(self) -> None:
        sys.stdout.write("resumed\n")


group = app_commands.Group(
    name="count",
    description="Counting",
    default_permissions=discord.Permissions(manage_guild=True),
)


@group.command(name="open", description="Posts the panel")
@app_commands.describe(start="From where", whom="For whom")
@app_commands.choices(mode=[app_commands.Choice(name="Plain mode", value="plain")])
async def open_panel(
    interaction: discord.Interaction[Any],
    start: app_commands.Range[int, 0, 100],
    whom: discord.Member | None = None,
    mode: str = "plain",
) -> None:
    """Posts the panel through the channel, and answers privately."""
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    counts[channel.id] = start
    name = whom.display_name if whom else "everybody"
    await interaction.response.send_message(f"Opened for {name} in {mode}", ephemeral=True)
    await channel.send(view=panel(channel.id))


@app_commands.command(name="deferred", description="Thinks first")
async def deferred(interaction: discord.Interaction[Any], private: bool = True) -> None:
    """Defers, then fills the answer."""
    await interaction.response.defer(ephemeral=private, thinking=True)
    await interaction.followup.send("Thought about it")


@app_commands.command(name="menu", description="Opens a private menu")
async def menu(interaction: discord.Interaction[Any]) -> None:
    """Sends a select to one person."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay("Where does it start?"))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    row.add_item(Picked(interaction.channel_id or 0))
    view.add_item(row)
    await interaction.response.send_message(view=view, ephemeral=True)


@app_commands.command(name="tell", description="Sends a count as a file")
async def tell(
    interaction: discord.Interaction[Any], number: app_commands.Range[int, 1, 30]
) -> None:
    """Sends one file as the answer, and another as a followup, and edits the first away."""
    for send in (interaction.response.send_message, interaction.followup.send):
        file = discord.File(io.BytesIO(f"Count {number}".encode()), f"count-{number}.txt")
        await send("Here it is", file=file, ephemeral=True)
    other = discord.File(io.BytesIO(b"Other"), "other.txt", description="Another")
    await interaction.edit_original_response(attachments=[other])


@tell.autocomplete("number")
async def _numbers(
    _interaction: discord.Interaction[Any], typed: int | str
) -> list[app_commands.Choice[int]]:
    """Offers numbers that begin as typed."""
    found = [number for number in range(1, 31) if str(number).startswith(str(typed))]
    return [app_commands.Choice(name=f"Number {n}", value=n) for n in found[:25]]


if __name__ == "__main__":
    TinyBot().run(os.environ["DISCORD_TOKEN"])

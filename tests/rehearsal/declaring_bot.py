"""A small discord.py bot that asks much: a game of one, then a declaration of everybody.

Who is asked for the game is not told; only Ann may choose it, from a private select. Then
everybody is named, and declares in a private menu of buttons, and a modal where both are wanted.
The panel stays as it is until the last has declared.
"""

import asyncio
import os
import re
import signal
from typing import Any

import discord
import yarl
from discord import app_commands

URL = os.environ["DOORCARD_DISCORD_URL"]
discord.http.Route.BASE = f"{URL}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(URL.replace("http", "ws") + "/")

GAMES = ("hilo_declare", "soko_fi", "never_playable")
Interaction = discord.Interaction[Any]


class Table:
    """The one table, in memory."""

    def __init__(self) -> None:
        self.preset = ""
        self.players: dict[int, str] = {}
        self.hand = 0
        self.game = ""
        self.declared: dict[int, str] = {}
        self.message: discord.Message | None = None

    @property
    def words(self) -> str:
        if not self.hand:
            return f"## {self.preset}"
        if not self.game:
            return f"## Hand {self.hand}\nSomebody chooses the game"
        if len(self.declared) < len(self.players):
            named = " ".join(f"<@{player}>" for player in self.players)
            return f"## Hand {self.hand} of {self.game}\n**{named} to act**"
        return f"## Hand {self.hand}\nHand {self.hand} is over"

    def panel(self) -> discord.ui.LayoutView:
        buttons = [("help", "Help")]
        if self.hand:
            act = ("declare", "Declare") if self.game else ("game", "The game ...")
            buttons.append(act)
        return layout(self.words, *(Control(act, self.hand, label) for act, label in buttons))


table = Table()


def layout(words: str, *items: Any) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(words))
    if items:
        view.add_item(discord.ui.ActionRow(*items))
    return view


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"do:(?P<act>[a-z]+):(?P<hand>\d+)"
):
    """A button of the panel or of a private menu."""

    def __init__(self, act: str, hand: int, label: str = "") -> None:
        self.act = act
        self.hand = hand
        super().__init__(discord.ui.Button(label=label or act, custom_id=f"do:{act}:{hand}"))

    @classmethod
    async def from_custom_id(cls, _i: Any, _item: Any, match: re.Match[str], /) -> "Control":
        return cls(match["act"], int(match["hand"]))

    async def callback(self, interaction: Interaction) -> None:
        match self.act:
            case "game" if interaction.user.name == "ann":
                menu = layout("Which game?", Games(self.hand))
                await interaction.response.send_message(view=menu, ephemeral=True)
            case "declare" if interaction.user.id not in table.declared:
                acts = ("high", "low", "both")
                menu = layout("Declare", *(Control(act, self.hand) for act in acts))
                await interaction.response.send_message(view=menu, ephemeral=True)
            case "high" | "low":
                await declare(interaction, self.act)
            case "both":
                await interaction.response.send_modal(Sure())
            case _:
                await interaction.response.send_message("Not for you", ephemeral=True)


class Games(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"games:(?P<hand>\d+)"):
    """The private select of a game; the last of them is always refused."""

    def __init__(self, hand: int) -> None:
        self.hand = hand
        options = [discord.SelectOption(label=game) for game in GAMES]
        super().__init__(discord.ui.Select(custom_id=f"games:{hand}", options=options))

    @classmethod
    async def from_custom_id(cls, _i: Any, item: Any, match: re.Match[str], /) -> "Games":
        games = cls(int(match["hand"]))
        games.item = item
        return games

    async def callback(self, interaction: Interaction) -> None:
        game = self.item.values[0]
        await interaction.response.defer()
        if game == GAMES[-1]:
            await interaction.edit_original_response(view=layout("That can't be played"))
            return
        table.game = game
        await interaction.edit_original_response(view=layout(f"You chose {game}"))
        await redraw()


class Sure(discord.ui.Modal, title="Both?"):
    """Asks whether both is meant."""

    sure: discord.ui.Label[Any] = discord.ui.Label(
        text="Sure?",
        component=discord.ui.RadioGroup(
            options=[discord.RadioGroupOption(label=word, value=word) for word in ("Yes", "No")]
        ),
    )

    async def on_submit(self, interaction: Interaction) -> None:
        await declare(interaction, "both")


async def declare(interaction: Interaction, declaration: str) -> None:
    table.declared[interaction.user.id] = declaration
    is_last = len(table.declared) == len(table.players)
    await interaction.response.edit_message(view=layout(f"You declared {declaration}"))
    if is_last:
        await redraw()
        begin()
        await redraw()


def begin() -> None:
    table.hand += 1
    table.game = ""
    table.declared = {}


async def redraw() -> None:
    assert table.message is not None
    table.message = await table.message.edit(view=table.panel())


group = app_commands.Group(name="table", description="The table")


@group.command(name="open", description="Opens it")
async def open_table(interaction: Interaction, preset: str = "") -> None:
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    table.preset = preset
    await interaction.response.send_message("Open", ephemeral=True)
    if preset != "soko_fi":
        table.message = await channel.send(view=table.panel())


@open_table.autocomplete("preset")
async def _presets(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=g.title(), value=g) for g in GAMES if typed in g]


@group.command(name="close", description="Closes it")
async def close_table(interaction: Interaction) -> None:
    await interaction.response.send_message("Closed", ephemeral=True)


@app_commands.command(description="Sits down")
async def sit(interaction: Interaction, amount: int) -> None:
    table.players[interaction.user.id] = interaction.user.name
    await interaction.response.send_message(f"You sit with {amount}", ephemeral=True)


@app_commands.command(description="Leaves")
async def leave(interaction: Interaction) -> None:
    await interaction.response.send_message("You leave", ephemeral=True)


@app_commands.command(description="Deals")
async def deal(interaction: Interaction) -> None:
    await interaction.response.send_message("Dealt", ephemeral=True)
    begin()
    await redraw()


class DeclaringBot(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control, Games)
        self.tree.add_command(group)
        self.tree.add_command(sit)
        self.tree.add_command(leave)
        self.tree.add_command(deal)
        await self.tree.sync()
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: setattr(self, "ending", asyncio.create_task(self.close()))
        )


if __name__ == "__main__":
    DeclaringBot().run(os.environ["DISCORD_TOKEN"])

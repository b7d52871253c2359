"""Every fault in words, to the one member who made it or met it."""

from __future__ import annotations

import logging
import secrets
from typing import Any, Final, assert_never

import aiohttp
import discord
from discord import app_commands

from bot.answers import INTERACTION_ANSWERED, UNKNOWN_INTERACTION, whisper
from bot.asked import Bar, Denied
from bot.client import Doorcard
from bot.refusal import No, Refusal
from bot.render.names import chips_text, name_text
from bot.render.reasons import possible_text, why_text
from bot.words import _
from engine.errors import Fault, IllegalAction, RefusedRules

_log = logging.getLogger(__name__)
_TOO_LATE: Final = frozenset({UNKNOWN_INTERACTION, INTERACTION_ANSWERED})
_GONE: Final = frozenset({401, 403, 404})
"""What Discord answers where a message, channel or token is gone, or a permission."""

Interaction = discord.Interaction[Any]


async def setup(bot: Doorcard) -> None:
    """Let the bot explain its faults by this cog."""
    bot.explainer = explain
    bot.wording = told
    bot.tree.error(_on_command_error)


async def _on_command_error(
    interaction: discord.Interaction[Doorcard], error: app_commands.AppCommandError
) -> None:
    await interaction.client.explain(interaction, error)
    interaction.client.board.answered(interaction)


async def explain(interaction: Interaction, error: Exception) -> None:
    """Answer a fault with one private line; ours get a code that leads to the log."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in _TOO_LATE:
        _log.info("interaction %d: %s", interaction.id, error)
        return
    words = _lost_words(interaction, error) or told(error)
    if interaction.response.is_done():
        await interaction.followup.send(words, ephemeral=True)
    else:
        await whisper(interaction, words)


def _lost_words(interaction: Interaction, error: Exception) -> str | None:
    """Return the words where Discord itself took no answer, None for any other fault."""
    match error:
        case discord.HTTPException() if error.status < 500 and error.status not in {429, *_GONE}:
            return None  # a body that Discord refuses is a fault of ours
        case discord.HTTPException() | aiohttp.ClientError() | ConnectionError() | TimeoutError():
            _log.info("interaction %d: %s: %s", interaction.id, type(error).__name__, error)
            return _("Discord did not take the answer; please ask again.")
        case _:
            return None


def told(error: Exception) -> str:
    """Return the words of any fault; one of ours is logged and has a code."""
    return words_of(error) or _own_fault(error)


def words_of(error: Exception) -> str | None:
    """Return the words of a fault that is the member's or the room's, None for one of ours."""
    match error:
        case IllegalAction():
            words = f"{why_text(error.reason)} {possible_text(error.options)}"
            return words.strip()
        case Refusal():
            return no_text(error)
        case RefusedRules():
            return " ".join(_fault_text(fault) for fault in error.faults)[:1900]
        case Denied():
            return denied_text(error)
        case app_commands.AppCommandError():
            return _command_words(error)
        case _:
            return None


def no_text(refusal: Refusal) -> str:
    """Return a refusal of the room as one line, with its numbers."""
    instants = (No.DAILY_TAKEN, No.DAILY_TOO_SOON, No.LET_LAPSE, No.TABLE_UNSEEN)
    instant = refusal.code in instants
    amounts = [f"<t:{one}:R>" if instant else chips_text(one) for one in refusal.numbers]
    words = _nos()[refusal.code]
    names = ("first", "second", "third")
    return words.format(**dict(zip(names, [*amounts, "?", "?", "?"], strict=False)))


def denied_text(denied: Denied) -> str:
    """Return what was wrong with the way something was asked, as one line."""
    match denied.code:
        case Bar.NO_GUILD:
            return _("That is for the channels of a server.")
        case Bar.NOT_MANAGER:
            return _("You need the permission Manage Server or the house's manager role for that.")
        case Bar.WRONG_CHANNEL:
            return _("Tables are opened in other channels here: {names}.").format(
                names=", ".join(denied.names)
            )
        case Bar.CHANNELS_GONE:
            return _(
                "The channels where tables may be opened are gone: `/house channel remove` takes"
                " them off the list."
            )
        case Bar.BOT_LACKS:
            names = ", ".join(_permission_text(name) for name in denied.names)
            return _("The bot cannot keep a table here; it lacks: {names}.").format(names=names)
        case Bar.NO_BUTTON:
            return _(
                "That button is not in use any more. /peek shows your cards, the panel the table."
            )
        case Bar.NO_NUMBER:
            text = name_text(denied.names[0])
            return _("“{text}” is not a whole number of chips, 1 at least.").format(text=text)
        case _:
            assert_never(denied.code)


def _permission_text(name: str) -> str:
    return {
        "view_channel": _("View Channel"),
        "send_messages": _("Send Messages"),
        "send_messages_in_threads": _("Send Messages in Threads"),
        "read_message_history": _("Read Message History"),
        "embed_links": _("Embed Links"),
        "attach_files": _("Attach Files"),
    }[name]


def _own_fault(error: Exception) -> str:
    code = secrets.token_hex(3)
    _log.error("fault %s", code, exc_info=error)
    return _(
        "Something went wrong on our side; nothing of yours is lost. The code is {code}."
    ).format(code=code)


def _fault_text(fault: Fault) -> str:
    if fault.option == "preset":
        told = dict(fault.numbers)
        return _("There is no preset “{name}”; there are {names}.").format(
            name=name_text(str(told["name"])), names=told["names"]
        )
    reason = _(fault.reason).format(**dict(fault.numbers))
    return f"{fault.option}: {reason}."


def _command_words(error: app_commands.AppCommandError) -> str | None:
    match error:
        case app_commands.MissingPermissions():
            return denied_text(Denied(Bar.NOT_MANAGER))
        case app_commands.NoPrivateMessage():
            return denied_text(Denied(Bar.NO_GUILD))
        case app_commands.TransformerError() if error.type is discord.AppCommandOptionType.integer:
            return _("That is not a whole number.")
        case app_commands.TransformerError():
            return _("One of the options cannot be read.")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return _("That command has changed; please try it again in a minute.")
        case app_commands.CheckFailure():
            return _("You cannot do that here.")
        case _:
            return None


def _nos() -> dict[No, str]:
    return {
        No.NO_TABLE: _(
            "There is no table in this channel; who manages the server opens one with /table open."
        ),
        No.TABLE_EXISTS: _("There is a table in this channel already."),
        No.TABLE_CLOSING: _("The table is closed."),
        No.TABLE_PAUSED: _("The table is paused: no hand is dealt here."),
        No.TABLE_UNSEEN: _(
            "The table stands still: the bot may not show it in this channel. The staff can let it"
            " view and write here, or unlock the thread; else everyone is paid out {first}, a"
            " running hand void."
        ),
        No.TABLE_FULL: _("The table is full: {first} are seated; /wait waits for a seat."),
        No.ALREADY_SEATED: _("You are seated already."),
        No.NOT_SEATED: _("You are not seated here; /sit takes a seat."),
        No.SEAT_KEPT: _(
            "The free seats are kept for those who wait; “Wait for a seat” or /wait puts you in"
            " their line."
        ),
        No.SEAT_FREE: _("There is a free seat; /sit takes it."),
        No.ALREADY_WAITING: _("You wait for a seat already, as number {first}."),
        No.LET_LAPSE: _(
            "You did not take the seat that was kept for you: you can wait for one again {first}."
        ),
        No.QUEUE_FULL: _("Too many wait for a seat already: {first}."),
        No.NOT_HERE: _("That member neither sits at this table nor waits for a seat."),
        No.STILL_SEATED: _(
            "You still sit at a table, here or in another server ({first} in all): /leave first,"
            " and wait for a hand you are in to end."
        ),
        No.TOO_LATE: _("That question is too old; please ask again."),
        No.SITTING_OUT: _("You sit out already; /back deals you in again."),
        No.NOT_SITTING_OUT: _("You do not sit out: the next hand is dealt to you too."),
        No.BUY_IN_TOO_SMALL: _("Too few chips: {first} is the least."),
        No.BUY_IN_TOO_BIG: _("Too many chips: {first} more is the most you can bring."),
        No.ODD_BUY_IN: _(
            "Only whole chips of {first} are played here: what you have at the table must be a"
            " number of these."
        ),
        No.ODD_AND_FULL: _(
            "Only whole chips of {first} are played here, and to make yours whole would take them"
            " above the largest buy-in of {second}: /sitout lets the others play, or /leave and"
            " take a seat anew."
        ),
        No.NOT_ENOUGH_CHIPS: _("You do not have that much: your balance is {first}."),
        No.TOO_POOR: _(
            "It takes {first} chips at least, and your balance is {second}; /chips daily tells when"
            " there are more."
        ),
        No.TOO_FEW_PLAYERS: _(
            "It takes two players with chips who do not sit out to deal; “I'm back” on the panel"
            " brings back who sits out."
        ),
        No.HAND_RUNNING: _("A hand is running; wait for its end."),
        No.CHOOSING: _("The dealer of the next hand is choosing its game."),
        No.NO_CHOICE: _("Too late: no game is being chosen."),
        No.NOT_THE_DEALER: _("The dealer of the next hand chooses its game."),
        No.TOO_FEW_CARDS: _(
            "That game cannot be dealt to {second} players: its deck has cards for {first}."
        ),
        No.ODD_STACKS: _("That game needs stacks in whole chips of {first}."),
        No.TOO_MANY_PLAYERS: _(
            "The deck has cards for {first} players and {second} are ready: {third} must sit out"
            " (/sitout) or leave first."
        ),
        No.NO_GAME: _(
            "None of this table's games can be dealt to the players who are ready: too many for"
            " the deck, or stacks that are not in its whole chips. /sit adds what is missing, up to"
            " the largest buy-in; /sitout or /leave lets the others play."
        ),
        No.NO_HAND: _("No hand is running; /deal starts one."),
        No.STALE: _("Too late: the hand has moved on and nothing was done."),
        No.NOT_YOUR_HAND: _("You are not dealt into this hand."),
        No.STILL_IN_HAND: _("The hand you left still runs; you can sit down when it is over."),
        No.DOUBLED: _("That was taken already."),
        No.BAD_LIMITS: _(
            "The buy-in limits must be from 1 to {first} chips, the least not above the most: "
            "{second} to {third} are none."
        ),
        No.BAD_CLOCK: _("The clock must be from 0 (none) to {first} seconds."),
        No.NO_DAILY: _("There are no daily chips in this server."),
        No.DAILY_TAKEN: _("You have had today's chips; the next ones can be had {first}."),
        No.DAILY_TOO_SOON: _(
            "Who was forgotten gets no daily chips on that day; they can be had {first}."
        ),
        No.NO_TRANSFERS: _("Members cannot give each other chips in this server."),
        No.TO_ONESELF: _("You cannot give chips to yourself."),
        No.TO_A_BOT: _("Bots have no chips."),
        No.TO_A_STRANGER: _("That is not a member of this server."),
        No.TOO_GENEROUS: _(
            "You can give away {second} chips a day at most; {first} are left for today."
        ),
        No.BAD_AMOUNT: _("The amount must be from 1 to {first} chips."),
        No.BAD_REASON: _("A reason is needed, of {first} characters at most."),
        No.NO_ACCOUNT: _("That member has no chips here yet."),
        No.TOO_MUCH_TO_TAKE: _(
            "There are only {first} chips in that balance; chips at tables cannot be taken."
        ),
        No.STILL_STARTING: _("The bot is just starting or stopping; try again in a moment."),
    }

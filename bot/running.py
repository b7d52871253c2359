"""The bot from its start to its stop, and why it could not start in one clear line."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.shards import GatewayRefused
from bot.store.fault import StoreFault
from bot.variables import SettingsFault
from bot.words import _

if TYPE_CHECKING:
    from bot.client import Doorcard
    from bot.stopping import Stop


_log = logging.getLogger(__name__)


class StartFault(Exception):
    """The bot could not start; the message is one clear line."""


async def run_until_stopped(bot: Doorcard, token: str, stop: Stop) -> None:
    """Run the bot until it is to stop.

    Raises StartFault where it never got connected, SettingsFault for a token or an intent that
    Discord refuses: to start again would not help.
    """
    if stop.asked:
        return
    running = asyncio.create_task(_start(bot, token))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if stop.asked:
            _log.info("the bot stops: what is under way ends, and every table is told")
    finally:
        stopped.cancel()
        await bot.close()
        running.cancel()
    await asyncio.wait({running})
    if not running.cancelled():
        running.result()


async def _start(bot: Doorcard, token: str) -> None:
    try:
        await bot.start(token)
    except discord.LoginFailure:
        raise SettingsFault(
            _("Discord refuses the token: look at DISCORD_TOKEN, or the file that it comes from.")
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise SettingsFault(
            _(
                "Discord does not let the bot read messages: switch the Message Content intent on"
                " in the developer portal, or take DOORCARD_MESSAGE_CONTENT away."
            )
        ) from None
    except (aiohttp.ClientConnectionError, OSError) as error:
        raise StartFault(_("Discord cannot be reached: {why}").format(why=error)) from error
    except (discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed) as error:
        why = " ".join(str(error).split())
        raise StartFault(_("Discord turns the bot away: {why}").format(why=why)) from error
    except sqlite3.Error as error:
        raise StoreFault(f"the database fails: {error}") from error
    except GatewayRefused as error:
        raise StartFault(_("Discord's gateway cannot be reached.")) from error

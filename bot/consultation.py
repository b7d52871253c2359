"""What Discord itself says of the bot: intents, and permissions where its tables are."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.asked import NEEDED
from bot.doctor import Finding, Grade
from bot.endpoint import point_at
from bot.store.fault import StoreFault
from bot.store.houses import HouseRows
from bot.store.names import true_path
from bot.store.reader import open_read_only
from bot.store.tables import TableRows
from bot.words import _, ngettext

if TYPE_CHECKING:
    from pathlib import Path

    from bot.settings import Settings

_PATIENCE: Final = 60.0
"""Seconds that Discord is given in all."""

_LOST: Final = (aiohttp.ClientError, OSError, TimeoutError)


async def consult(settings: Settings) -> AsyncIterator[Finding]:
    """Ask Discord, without the gateway; tell what is wrong there, or that it cannot be asked."""
    if settings.discord_url is not None:
        point_at(str(settings.discord_url))
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            async with asyncio.timeout(_PATIENCE):
                await client.login(settings.token.get_secret_value())
                yield await _intents(client, settings)
                for guild, channels in places(settings.database).items():
                    async for finding in _permissions(client, guild, channels):
                        yield finding
        except discord.LoginFailure:
            yield Finding(Grade.WRONG, _("Discord refuses the token: look at DISCORD_TOKEN"))
        except _LOST as error:
            told = _("Discord cannot be reached ({why}): permissions were not looked at")
            yield Finding(Grade.WRONG, told.format(why=_why(error)))
        except discord.HTTPException as error:
            told = _("Discord answers {status}: permissions were not looked at")
            yield Finding(Grade.WRONG, told.format(status=error.status))


def places(database: Path) -> dict[int, dict[int, bool]]:
    """Return the channels of each guild where there are tables or may be; True where one is open.

    Those that a house names, beside those of open tables; none where nothing can be read.
    """
    found: dict[int, dict[int, bool]] = {}
    try:
        with closing(open_read_only(true_path(database))) as connection:
            for guild, house in HouseRows(connection).all().items():
                found[guild] = dict.fromkeys(house.channels, False)
            for guild, channel in TableRows(connection).open_places():
                found.setdefault(guild, {})[channel] = True
    except (StoreFault, sqlite3.Error):
        return found  # what is wrong with it is told already
    return {guild: channels for guild, channels in found.items() if channels}


async def _intents(client: discord.Client, settings: Settings) -> Finding:
    flags = (await client.application_info()).flags
    allowed = flags.gateway_message_content or flags.gateway_message_content_limited
    name = client.user.name if client.user is not None else ""
    if settings.message_content and not allowed:
        told = _(
            "{name}: DOORCARD_MESSAGE_CONTENT is on and the Message Content intent is not: switch"
            " it on in the developer portal"
        )
        return Finding(Grade.WRONG, told.format(name=name))
    told = _("Discord knows the bot as {name}; privileged intents: {intents}")
    intents = _("message content") if settings.message_content else _("none needed")
    return Finding(Grade.WELL, told.format(name=name, intents=intents))


async def _permissions(
    client: discord.Client, number: int, channels: dict[int, bool]
) -> AsyncIterator[Finding]:
    """Tell what the bot lacks in channels of a guild."""
    try:
        guild = await client.fetch_guild(number, with_counts=False)
        myself = await guild.fetch_member(client.user.id if client.user is not None else 0)
        there = {channel.id: channel for channel in await guild.fetch_channels()}
    except (discord.Forbidden, discord.NotFound):
        told = _("guild {guild}: the bot is not in it any more")
        yield Finding(Grade.WRONG, told.format(guild=number))
        return
    lacking = 0
    for channel, is_open in channels.items():
        missing = await _missing(client, there, channel, myself)
        if missing:
            lacking += 1
            kind = _("a table is open") if is_open else _("tables are allowed")
            told = _("guild {guild}, channel {channel}, where {kind}: {missing}")
            told = told.format(guild=number, channel=channel, kind=kind, missing=missing)
            yield Finding(Grade.WRONG, told)
    if not lacking:
        told = ngettext(
            "guild {guild}: nothing is lacking in {count} channel with tables",
            "guild {guild}: nothing is lacking in {count} channels with tables",
            len(channels),
        )
        yield Finding(Grade.WELL, told.format(guild=number, count=len(channels)))


async def _missing(
    client: discord.Client,
    there: Mapping[int, discord.abc.GuildChannel],
    number: int,
    myself: discord.Member,
) -> str | None:
    """Return what the bot lacks in a channel, None where that is nothing.

    A category is looked at itself: the channels within may have permissions of their own.
    """
    channel: discord.abc.GuildChannel | discord.Thread | None = there.get(number)
    speak = "send_messages"
    try:
        if channel is None:
            thread = await client.fetch_channel(number)
            if not isinstance(thread, discord.Thread):
                return _("it is none of the guild's channels")
            channel, speak = there.get(thread.parent_id), "send_messages_in_threads"
    except discord.NotFound:
        return _("there is no such channel any more")
    except discord.Forbidden:
        channel = None
    if channel is None:
        return _("the bot cannot see it")
    have = channel.permissions_for(myself)
    lacking = [name for name in (*NEEDED, speak) if not getattr(have, name)]
    if not lacking or have.administrator:
        return None
    names = ", ".join(name.replace("_", " ").title() for name in lacking)
    return _("the bot lacks {names}").format(names=names)


def _why(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__

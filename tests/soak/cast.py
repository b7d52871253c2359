"""Who takes part in a simulation: two guilds that share their members, and their channels."""

from __future__ import annotations

import random
from typing import Final

from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.guilds import Guild, User
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.player import Player
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.world import Deed, Happening
from tests.soak.model import panels

NAMES: Final = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
"""Ann and Ben manage the servers."""

MANAGERS: Final = NAMES[:2]
CHANNELS: Final = ("table", "lobby")


class Cast:
    """Members and places of a simulation; what one of them looks at is a Player of his own."""

    def __init__(self, stage: Rehearsal) -> None:
        self.stage = stage
        other = (stage.guild.id >> 22) + 1  # of two shards it is on the other one
        shard = other % stage.gateway.shards
        self.guilds: list[Guild] = [
            stage.guild,
            stage.found_guild("Abroad", CHANNELS, shard=shard),
        ]
        self.away: set[int] = set()
        self.users: list[User] = []
        for name in NAMES:
            for guild in self.guilds:
                rights = Permission.MANAGE_GUILD if name in MANAGERS else Permission.NONE
                person = stage.person(name, guild=guild, permissions=rights)
            self.users.append(person.user)
        stage.staff.open_thread(stage.table, "thread", auto_archive=10_080)
        self._players: dict[tuple[int, int], Player] = {}
        stage.world.on_message.append(self._happened)

    @property
    def channels(self) -> list[Channel]:
        """Return every channel there is, in the order of the guilds."""
        return [one for guild in self.guilds for one in guild.channels.values()]

    @property
    def served(self) -> list[Channel]:
        """Return the channels of the guilds that have the bot."""
        bot = self.stage.world.bot.id
        return [one for one in self.channels if bot in self.guild_of(one).members]

    @property
    def threads(self) -> list[Thread]:
        """Return every thread there is."""
        return [one for one in self.channels if isinstance(one, Thread)]

    def guild_of(self, channel: Channel) -> Guild:
        """Return the guild of a channel."""
        return self.stage.world.guilds[channel.guild_id]

    def is_member(self, user: User, channel: Channel) -> bool:
        """Tell whether somebody is in the channel's guild now."""
        return user.id in self.guild_of(channel).members

    def members(self, channel: Channel) -> list[User]:
        """Return who of the cast is in the channel's guild now."""
        return [user for user in self.users if self.is_member(user, channel)]

    def somebody(self, chance: random.Random, channel: Channel) -> Person | None:
        """Return any member, looking at a channel; None where nobody is left."""
        members = self.members(channel)
        return self.person(chance.choice(members), channel) if members else None

    def manager(self, channel: Channel) -> Person | None:
        """Return who manages the tables there, None where both have left."""
        managers = [user for user in self.members(channel) if user.name in MANAGERS]
        return self.person(managers[0], channel) if managers else None

    def person(self, user: User, channel: Channel) -> Person:
        """Return somebody who looks at a channel."""
        return self.player(user, channel).person

    def player(self, user: User, channel: Channel) -> Player:
        """Return somebody who plays in a channel, with the private menus he has there."""
        key = (user.id, channel.id)
        if key not in self._players:
            stage = self.stage
            person = Person(
                stage.world, stage.gateway, stage.rest.scribe, user, channel, lambda: "(log)"
            )
            self._players[key] = Player(person, stage, random.Random(0))
        return self._players[key]

    def panel(self, channel: Channel) -> Message | None:
        """Return the newest panel of a channel."""
        shown = panels(self.stage, channel.id)
        return shown[-1] if shown else None

    def _happened(self, happening: Happening) -> None:
        """Let players know of their menus; other private buttons are pressed on purpose only."""
        message = happening.message
        if message.private_to is None:
            return
        player = self._players.get((message.private_to, message.channel_id))
        ours = [c for c in message.controls if str(c["custom_id"]).startswith("dc:")]
        if player is not None and (ours or happening.deed is Deed.DELETE or not message.controls):
            player.hears(happening)

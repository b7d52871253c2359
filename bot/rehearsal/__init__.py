"""A pretend Discord on 127.0.0.1, to rehearse the bot on.

It speaks Discord's REST API v10 and gateway over real HTTP and WebSocket to a bot that runs in its
own process, and is as strict as Discord where that is known. Nothing here knows the bot: it is the
other side of the wire.
"""

from bot.rehearsal.answer import Answer, NoAnswer
from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.spec import NoSpec, Spec
from bot.rehearsal.stage import BotDied, Rehearsal
from bot.rehearsal.violation import Violation
from bot.rehearsal.weather import Storm
from bot.rehearsal.wire import CallbackKind, Intent, InteractionKind

__all__ = [
    "Answer",
    "BotDied",
    "CallbackKind",
    "Channel",
    "Intent",
    "InteractionKind",
    "Message",
    "NoAnswer",
    "NoSpec",
    "Permission",
    "Person",
    "Rehearsal",
    "Spec",
    "Storm",
    "Thread",
    "Violation",
]

"""What every table of the room works with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.bank import Bank
from bot.clock import TableClock
from bot.meter import UNREAD, Meter
from bot.roll import EVERYBODY, Roll
from bot.shuffle import Shuffle
from bot.store import Store
from bot.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Room:
    """The store, the bank, the cards, its clock, the pause between hands (s), and who watches.

    `roll` knows who is still a member; it is never asked under a table's lock. `meter` is told how
    long acts take.
    """

    store: Store
    bank: Bank
    shuffle: Shuffle
    clock: TableClock
    pause: float
    watcher: Watcher
    roll: Roll = EVERYBODY
    meter: Meter = UNREAD

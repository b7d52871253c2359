"""What every table of the room works with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.bank import Bank
from bot.clock import Clock
from bot.shuffle import Shuffle
from bot.store import Store
from bot.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Room:
    """The store, the bank, the cards, the clock, the pause between hands (s), and who watches."""

    store: Store
    bank: Bank
    shuffle: Shuffle
    clock: Clock
    pause: float
    watcher: Watcher

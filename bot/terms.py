"""What a table was opened with."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Terms:
    """A table's place, its game, its buy-in limits in chips, and its turn clock in seconds."""

    id: int
    guild: int
    channel: int
    preset: str
    title: str
    rules: HouseRules
    least: int
    most: int
    clock_seconds: int

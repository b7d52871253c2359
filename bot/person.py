"""A Discord member as far as the room knows him."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a guild: `id` is the Discord user id, `name` what he is called there."""

    id: int
    name: str

"""Whatever there is one of a table, by its number and by its guild."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Directory(Generic[K, T]):
    """Things by their key; those of a guild are found without a look at any other's."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._things: dict[K, T] = {}
        self._guild_of: dict[K, int] = {}
        self._guilds: dict[int, dict[K, T]] = {}

    def __contains__(self, key: K) -> bool:
        """Tell whether there is a thing of that key."""
        return key in self._things

    def get(self, key: K) -> T | None:
        """Return the thing of a key, None where there is none."""
        return self._things.get(key)

    def add(self, key: K, guild: int, thing: T) -> T:
        """Put a thing in, in place of the one of that key before; return it."""
        self.pop(key)
        self._things[key] = self._guilds.setdefault(guild, {})[key] = thing
        self._guild_of[key] = guild
        return thing

    def pop(self, key: K) -> None:
        """Take the thing of a key out, where there is one."""
        if key not in self._things:
            return
        del self._things[key]
        guild = self._guild_of.pop(key)
        del self._guilds[guild][key]
        if not self._guilds[guild]:
            del self._guilds[guild]

    def all(self) -> tuple[T, ...]:
        """Return everything there is now, in the order in which it was put in."""
        return tuple(self._things.values())

    def guilds(self) -> tuple[int, ...]:
        """Return the guilds of which there is something."""
        return tuple(self._guilds)

    def of(self, guild: int | None) -> tuple[T, ...]:
        """Return what there is of one guild, or of all where it is None."""
        return self.all() if guild is None else tuple(self._guilds.get(guild, {}).values())

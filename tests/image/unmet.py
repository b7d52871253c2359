"""What the verification of the image raises when something is not as it must be."""

from __future__ import annotations


class Unmet(Exception):
    """Something is not as it must be; the message is one clear line."""


class NoTools(Exception):
    """The verification can't run on this machine; the message says what is missing."""


def require(holds: object, words: str) -> None:
    """Raise Unmet with these words unless something holds."""
    if not holds:
        raise Unmet(words)

"""The fault for which a hand is called off."""

from __future__ import annotations


class BrokenHand(Exception):
    """A hand that cannot be carried on: our fault, so it is voided and refunded."""

"""Whose interaction can still be used to tell him something."""

from __future__ import annotations

from typing import cast

import discord

from bot.followups import LIFE, Followups


class Hand:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def webhook() -> discord.Webhook:
    return cast("discord.Webhook", object())


def test_the_newest_interaction_of_a_member_in_a_channel_counts() -> None:
    followups = Followups(Hand())
    first, second = webhook(), webhook()
    followups.remember(1, 7, first)
    followups.remember(1, 7, second)
    assert followups.of(1, 7) is second
    assert followups.of(2, 7) is None
    assert followups.of(1, 8) is None


def test_after_14_minutes_it_is_not_used_any_more() -> None:
    clock = Hand()
    followups = Followups(clock)
    followups.remember(1, 7, webhook())
    clock.time = LIFE - 1
    assert followups.of(1, 7) is not None
    clock.time = LIFE
    assert followups.of(1, 7) is None
    followups.remember(1, 8, webhook())
    assert list(followups._doors) == [(1, 8)]


def test_only_the_refused_one_is_forgotten() -> None:
    followups = Followups(Hand())
    old, new = webhook(), webhook()
    followups.remember(1, 7, old)
    followups.remember(1, 7, new)
    followups.forget(1, 7, old)
    assert followups.of(1, 7) is new
    followups.forget(1, 7, new)
    assert followups.of(1, 7) is None

"""Every fault has words: one line each, with its numbers."""

from __future__ import annotations

import logging

import discord
import pytest
from discord import app_commands

from bot.asked import Bar, Denied
from bot.refusal import No, Refusal
from cogs.errors import denied_text, no_text, words_of
from engine.actions import Action, Options, Verb, Why, WhyNot
from engine.errors import IllegalAction
from engine.presets import preset_named


@pytest.mark.parametrize("code", list(No))
def test_every_refusal_has_one_line(code: No) -> None:
    for refusal in (Refusal(code), Refusal(code, 1_200)):
        words = no_text(refusal)
        assert words
        assert "{" not in words
        assert len(words.splitlines()) == 1


@pytest.mark.parametrize("code", list(Bar))
def test_every_denial_has_one_line(code: Bar) -> None:
    words = denied_text(Denied(code, "view_channel"))
    assert words
    assert len(words.splitlines()) == 1


def test_a_refusal_tells_its_number() -> None:
    assert no_text(Refusal(No.NOT_ENOUGH_CHIPS, 1_200)).endswith("your balance is 1,200.")


def test_what_was_written_is_never_markup_in_the_answer() -> None:
    assert r"\*\*x\*\*" in denied_text(Denied(Bar.NO_NUMBER, "**x**"))


def test_an_illegal_act_is_told_with_what_is_possible() -> None:
    options = Options(0, stack=100, level=20, fold=True, call=20)
    error = IllegalAction(Action(Verb.CHECK), options, WhyNot(Why.FACING_BET, (20,)))
    words = words_of(error)
    assert words == "You cannot check: there are 20 to call. You may fold or call 20."


def test_house_rules_that_are_refused_are_told() -> None:
    with pytest.raises(ValueError, match="unknown") as caught:
        preset_named("holdem")
    words = words_of(caught.value)
    assert words is not None
    assert words.startswith("There is no preset “holdem”; there are casino_fixed, ")


def test_what_discord_py_refuses_has_words() -> None:
    assert words_of(app_commands.NoPrivateMessage()) == "That is for the channels of a server."
    assert words_of(app_commands.MissingPermissions(["manage_guild"])) is not None
    assert words_of(app_commands.CheckFailure()) is not None


def test_a_fault_of_ours_has_none() -> None:
    assert words_of(RuntimeError("oops")) is None
    assert discord.__version__ == "2.7.1"
    assert logging.getLogger("bot").disabled is False

"""Autocomplete: what is typed, what the bot may offer, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal import CallbackKind

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire

MESSAGE, CHOICES = 4, 8


def choices(*values: object) -> dict[str, Any]:
    return {"choices": [{"name": f"Choice {value}", "value": value} for value in values]}


async def typed(wire: Wire, option: str, text: str, **others: Any) -> dict[str, Any]:
    """Lets Ann type into an option of /rules and gives what the bot hears of it."""
    await wire.identify()
    ann = wire.stage.person("Ann")
    wire.waiting = wire.loop_task(ann.completes("rules", option, text, **others))
    return await wire.hear_event("INTERACTION_CREATE")


async def test_what_is_typed_is_sent_as_text_beside_what_was_filled_in(wire: Wire) -> None:
    asked = await typed(wire, "hand_number", "1", game="soko")
    assert asked["type"] == 4
    assert asked["data"]["options"] == [
        {"name": "game", "type": 3, "value": "soko"},
        {"name": "hand-number", "type": 4, "value": "1", "focused": True},
    ]
    assert (await wire.answer(asked, CHOICES, choices(1, 12)))[0] == 200
    answer = await wire.waiting
    assert answer.type is CallbackKind.CHOICES
    assert answer.text == "Choice 1\nChoice 12"
    assert [answer.value_of(name) for name in ("choice 12", "Choice", "12")] == [12, 1, 12]
    with pytest.raises(AssertionError, match="offers Choice 1, Choice 12, not 'Badugi'"):
        answer.value_of("Badugi")


async def test_a_required_option_need_not_be_there_yet(wire: Wire) -> None:
    asked = await typed(wire, "hand-number", "")
    assert [option["name"] for option in asked["data"]["options"]] == ["hand-number"]
    assert (await wire.answer(asked, CHOICES, {"choices": []}))[0] == 200
    with pytest.raises(AssertionError, match="offers nothing, not 'x'"):
        (await wire.waiting).value_of("x")


@pytest.mark.parametrize(
    ("words", "option", "others", "objection"),
    [
        ("sit", "mood", {}, "mood has no autocomplete"),
        ("sit", "seat", {}, "there is no option 'seat'"),
        ("boss", "game", {}, "there is no command"),
        ("rules", "game", {"hand_number": 10}, "hand-number must be at most 9"),
    ],
)
async def test_only_what_the_client_completes_is_asked(
    wire: Wire, words: str, option: str, others: dict[str, Any], objection: str
) -> None:
    with pytest.raises(AssertionError, match=objection):
        await wire.stage.person("Ann").completes(words, option, "g", **others)


async def test_raw_asks_for_any_option(wire: Wire) -> None:
    await wire.identify()
    ann = wire.stage.person("Ann")
    wire.waiting = wire.loop_task(ann.completes("sit", "mood", "g", raw=True))
    asked = await wire.hear_event("INTERACTION_CREATE")
    assert asked["data"]["options"] == [{"name": "mood", "type": 3, "value": "g", "focused": True}]
    await wire.answer(asked, CHOICES, choices("g"))
    assert (await wire.waiting).value_of("g") == "g"


REFUSED = {
    "26 choices": ("game", choices(*map(str, range(26)))),
    "an empty name": ("game", {"choices": [{"name": "", "value": "x"}]}),
    "a long name": ("game", {"choices": [{"name": "n" * 101, "value": "x"}]}),
    "a long value": ("game", choices("v" * 101)),
    "a number for text": ("game", choices(1)),
    "no value": ("game", {"choices": [{"name": "x"}]}),
    "two of one name": ("game", {"choices": [{"name": "x", "value": v} for v in "ab"]}),
    "no choices": ("game", {}),
    "text for a number": ("hand-number", choices("1")),
    "a fraction for a whole number": ("hand-number", choices(1.5)),
    "true for a number": ("hand-number", choices(True)),
    "a number too large": ("hand-number", choices((1 << 53) + 1)),
}


@pytest.mark.parametrize(("option", "body"), REFUSED.values(), ids=REFUSED)
async def test_a_bad_offer_is_refused_and_another_may_come(
    wire: Wire, option: str, body: dict[str, Any]
) -> None:
    asked = await typed(wire, option, "")
    status, answer = await wire.answer(asked, CHOICES, body)
    assert (status, answer["code"]) == (400, 50035)
    good = choices(*range(25)) if option == "hand-number" else choices(*map(str, range(25)))
    assert (await wire.answer(asked, CHOICES, good))[0] == 200
    assert len((await wire.waiting).choices) == 25
    assert len(wire.stage.violations) == 1


async def test_nothing_but_choices_answers_and_only_once_and_in_time(wire: Wire) -> None:
    asked = await typed(wire, "game", "s")
    assert (await wire.answer(asked, MESSAGE, {"content": "x"}))[1]["code"] == 50035
    assert (await wire.answer(asked, CHOICES, choices("a")))[0] == 200
    assert (await wire.answer(asked, CHOICES, choices("b")))[1]["code"] == 40060
    assert (await wire.waiting).text == "Choice a"
    ann = wire.stage.person("Ann")
    wire.waiting = wire.loop_task(ann.completes("rules", "game", "so"))
    late = await wire.hear_event("INTERACTION_CREATE")
    wire.stage.clock.turn(3.1)
    assert (await wire.answer(late, CHOICES, choices("a")))[1]["code"] == 10062
    wire.waiting.cancel()

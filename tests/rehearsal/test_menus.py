"""Menus for one person: selects and buttons in ephemeral messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rehearsal import CallbackKind

if TYPE_CHECKING:
    from bot.rehearsal import Message, Person
    from tests.rehearsal.conftest import Wire

EPHEMERAL, V2 = 1 << 6, 1 << 15
MESSAGE, DEFER_UPDATE, UPDATE = 4, 6, 7
GAMES = [
    {"label": "Sökö", "value": "soko", "description": "Four to a flush", "emoji": {"name": "♠️"}},
    {"label": "High", "value": "high"},
    {"label": "High-low", "value": "hilo", "default": True},
]


def select(**changes: Any) -> dict[str, Any]:
    base = {"type": 3, "custom_id": "pick:7", "placeholder": "The game", "options": GAMES}
    return {"type": 1, "components": [base | changes]}


def row(*labels: str) -> dict[str, Any]:
    buttons = [{"type": 2, "style": 1, "label": w, "custom_id": w.casefold()} for w in labels]
    return {"type": 1, "components": buttons}


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


async def menu(wire: Wire, person: Person, *rows: Any, v2: bool = True) -> dict[str, Any]:
    """Answers a person's command by an ephemeral menu; gives the interaction."""
    if wire.socket is None:
        await wire.identify()
    asked = await wire.asked(person)
    body: dict[str, Any] = {"content": "Choose", "flags": EPHEMERAL, "components": list(rows)}
    if v2:
        body = {"flags": EPHEMERAL | V2, "components": [text("Choose"), *rows]}
    status, answer = await wire.answer(asked, MESSAGE, body)
    assert status == 200, answer
    await wire.waiting
    return asked


async def chosen(wire: Wire, person: Person, *values: object, **how: Any) -> dict[str, Any]:
    """Lets a person choose and gives what the bot hears of it."""
    wire.waiting = wire.loop_task(person.choose(*values, **how))
    return await wire.hear_event("INTERACTION_CREATE")


def private(person: Person) -> Message:
    found = person.last_private()
    assert found is not None
    return found


@pytest.mark.parametrize("v2", [True, False], ids=["v2", "rows"])
async def test_a_choice_in_a_private_menu_updates_it(wire: Wire, *, v2: bool) -> None:
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    await menu(wire, ann, select(), v2=v2)
    assert ann.sees() == "Choose\n[The game: Sökö | High | High-low]"
    assert ben.sees() == ""
    with pytest.raises(AssertionError, match="Ben sees no select"):
        await ben.choose("Sökö")
    heard = await chosen(wire, ann, "Sökö")
    assert heard["type"] == 3
    assert heard["data"] | {"id": 0} == {
        "id": 0,
        "custom_id": "pick:7",
        "component_type": 3,
        "values": ["soko"],
    }
    assert heard["message"]["flags"] == (EPHEMERAL | V2 if v2 else EPHEMERAL)
    done = {"components": [text("Sökö it is")]} if v2 else {"content": "Sökö it is"}
    status, answer = await wire.answer(heard, UPDATE, {"components": []} | done)
    assert status == 200
    assert answer["resource"]["message"]["flags"] & EPHEMERAL
    assert (await wire.waiting).type is CallbackKind.UPDATE
    assert ann.sees() == "Sökö it is"
    assert wire.stage.everything_visible_to(ben) == []


async def test_a_menu_is_edited_and_deleted_by_each_token_that_touched_it(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    first = await menu(wire, ann, select())
    heard = await chosen(wire, ann, "high")
    assert (await wire.answer(heard, DEFER_UPDATE))[0] == 200
    for asked, words in ((first, "By the first"), (heard, "By the second")):
        body = {"components": [text(words), row("Close")]}
        status, edited = await wire.hook("PATCH", asked, "/messages/@original", body)
        assert (status, edited["flags"]) == (200, EPHEMERAL | V2)
        assert ann.sees() == f"{words}\n[Close]"
        path = f"/messages/{edited['id']}"
        assert (await wire.hook("GET", asked, path))[1] == edited
    assert (await wire.hook("DELETE", heard, "/messages/@original"))[0] == 204
    assert (ann.sees(), ann.privates()) == ("", [])
    wire.stage.clock.turn(3)
    for asked in (first, heard):
        for method in ("GET", "PATCH", "DELETE"):
            status, body = await wire.hook(method, asked, "/messages/@original", {"content": "x"})
            assert (status, body["code"]) == (404, 10008)


async def test_a_menu_that_is_gone_cannot_be_updated(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    first = await menu(wire, ann, select())
    heard = await chosen(wire, ann, "high")
    await wire.hook("DELETE", first, "/messages/@original")
    status, body = await wire.answer(heard, UPDATE, {"components": [text("Late")]})
    assert (status, body["code"]) == (404, 10008)
    status, _ = await wire.answer(heard, MESSAGE, {"content": "Too late", "flags": EPHEMERAL})
    assert status == 200
    assert (await wire.answer(heard, UPDATE, {}))[1]["code"] == 40060
    assert ann.sees() == "Too late"


async def test_a_followup_menu_is_pressed_by_its_one_person(wire: Wire) -> None:
    ann, ben = wire.stage.person("Ann"), wire.stage.person("Ben")
    await wire.identify()
    await wire.post({"flags": V2, "components": [text("Hand 1"), row("High", "Peek")]})
    clicked = await wire.pressed(ann, "Peek")
    await wire.answer(clicked, DEFER_UPDATE)
    body = {"flags": EPHEMERAL | V2, "components": [text("Declare"), row("High", "Low")]}
    assert (await wire.hook("POST", clicked, body=body))[0] == 200
    wire.waiting = wire.loop_task(ann.click("High", private=True))
    heard = await wire.hear_event("INTERACTION_CREATE")
    assert heard["message"]["id"] == str(private(ann).id)
    await wire.answer(heard, UPDATE, {"components": [text("You declared high")]})
    assert ann.sees() == "Hand 1\n[High] [Peek]\nYou declared high"
    with pytest.raises(AssertionError, match="Ben sees no button 'Low'"):
        await ben.click("Low")
    with pytest.raises(AssertionError, match="doesn't see the message"):
        await ben.click("High", message=private(ann))
    with pytest.raises(AssertionError, match="Ann sees no button 'High'"):
        await ann.click("High", private=True)


async def test_a_select_is_found_by_placeholder_custom_id_and_message(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    await menu(wire, ann, select(), select(custom_id="size:7", placeholder="The size"))
    older = private(ann)
    await menu(wire, ann, select(custom_id="pick:8", disabled=True))
    assert "(The game: Sökö" in ann.sees()
    for how, custom_id in (
        ({}, "pick:7"),
        ({"placeholder": "the size"}, "size:7"),
        ({"custom_id": "size:"}, "size:7"),
        ({"message": older, "private": True}, "pick:7"),
    ):
        heard = await chosen(wire, ann, "High", **how)
        assert (heard["data"]["custom_id"], heard["data"]["values"]) == (custom_id, ["high"])
        await wire.answer(heard, DEFER_UPDATE)
        await wire.waiting
    with pytest.raises(AssertionError, match="sees no select"):
        await ann.choose("High", custom_id="pick:8")


@pytest.mark.parametrize(
    ("values", "changes", "objection"),
    [
        (["Badugi"], {}, "offers Sökö, High, High-low, not"),
        (["Hi"], {}, "offers Sökö, High, High-low, not"),
        ([""], {}, "offers Sökö, High, High-low, not"),
        ([], {}, "takes 1 to 1 choices, not 0"),
        (["Sökö", "High"], {}, "takes 1 to 1 choices, not 2"),
        (["Sökö"], {"min_values": 2, "max_values": 3}, "takes 2 to 3 choices, not 1"),
        (["Sökö", "soko"], {"max_values": 3}, "choose one option twice"),
    ],
)
async def test_a_person_chooses_only_what_the_select_takes(
    wire: Wire, values: list[str], changes: dict[str, Any], objection: str
) -> None:
    ann = wire.stage.person("Ann")
    await menu(wire, ann, select(**changes))
    with pytest.raises(AssertionError, match=objection):
        await ann.choose(*values)


async def test_nothing_may_be_chosen_where_that_is_allowed(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    await menu(wire, ann, select(min_values=0, max_values=3))
    for values, sent in (((), []), (("Sö", "hilo"), ["soko", "hilo"])):
        heard = await chosen(wire, ann, *values)
        assert heard["data"]["values"] == sent
        await wire.answer(heard, DEFER_UPDATE)


async def test_discord_lets_only_offered_values_through(wire: Wire) -> None:
    ann = wire.stage.person("Ann")
    first = await menu(wire, ann, select())
    shown = private(ann)
    newer = [{"label": "Lowball", "value": "low"}]
    changed = {"components": [text("Choose"), select(options=newer)]}
    await wire.hook("PATCH", first, "/messages/@original", changed)
    with pytest.raises(AssertionError, match=r"offers the values \['low'\], not \['soko'\]"):
        await ann.press(shown, "pick:7", values=["soko"])
    with pytest.raises(AssertionError, match="takes 1 to 1 choices, not 0"):
        await ann.press(shown, "pick:7")
    presses: list[dict[str, Any]] = [
        {"values": ["soko"], "version": 0},
        {"values": ["soko"], "raw": True},
        {"values": ["x"], "custom_id": "forged"},
    ]
    for press in presses:
        how: dict[str, Any] = {"custom_id": "pick:7"} | press
        wire.waiting = wire.loop_task(ann.press(shown, how.pop("custom_id"), **how))
        heard = await wire.hear_event("INTERACTION_CREATE")
        assert (heard["data"]["component_type"], heard["data"]["values"]) == (3, press["values"])
        await wire.answer(heard, DEFER_UPDATE)
        await wire.waiting

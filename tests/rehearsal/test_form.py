"""A modal as a person fills it in."""

from typing import Any

import pytest

from bot.rehearsal.form import Form
from bot.rehearsal.wire import Json

OPTIONS = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2", "default": True}]
AMOUNT = {"type": 4, "custom_id": "amount", "style": 1, "required": False, "value": "20"}
GAME = {"type": 3, "custom_id": "game", "options": OPTIONS}
LIMIT = {"type": 21, "custom_id": "limit", "options": OPTIONS[:1]}
PUBLIC = {"type": 23, "custom_id": "public"}
MODAL: Json = {
    "custom_id": "m",
    "title": "Rules",
    "components": [
        {"type": 10, "content": "Words"},
        {"type": 18, "label": "How much", "component": AMOUNT},
        {"type": 18, "label": "Which game", "component": GAME},
        {"type": 18, "label": "Betting limit", "component": LIMIT},
        {"type": 18, "label": "Seen by all", "component": PUBLIC},
        {"type": 1, "components": [{**AMOUNT, "custom_id": "old", "label": "Old style"}]},
    ],
}


def sent(**fields: Any) -> dict[str, object]:
    """Gives what each field sends."""
    form = Form(MODAL)
    for name, value in fields.items():
        form.fill(name, value)
    found: dict[str, object] = {}
    for component in form.payload()["components"]:
        for control in [component.get("component"), *component.get("components", [])]:
            if control:
                found[control["custom_id"]] = control.get("value", control.get("values"))
    return found


def test_fields_are_filled_by_custom_id_or_label_or_the_beginning_of_either() -> None:
    assert sent(amount=60, which="One", betting_limit="One", seen=True, old_style="7") == {
        "amount": "60",
        "game": ["1"],
        "limit": "1",
        "public": True,
        "old": "7",
    }


def test_what_is_not_filled_has_its_default() -> None:
    assert sent(limit="1") == {
        "amount": "20",
        "game": ["2"],
        "limit": "1",
        "public": False,
        "old": "20",
    }


@pytest.mark.parametrize(
    ("fields", "objection"),
    [
        ({}, "'Betting limit' must be chosen"),
        ({"limit": "1", "game": "Three"}, "'Which game' offers One, Two"),
        ({"limit": "1", "amount": "x" * 4001}, "'How much' takes 0 to 4000 characters"),
        ({"size": "1"}, "has no field 'size'"),
    ],
)
def test_the_client_objects(fields: dict[str, Any], objection: str) -> None:
    with pytest.raises(AssertionError, match=objection):
        sent(**fields)


def test_raw_sends_what_the_client_would_not() -> None:
    form = Form(MODAL, raw=True)
    form.fill("amount", "x" * 5000)
    form.fill("game", "Three")
    components = form.payload()["components"]
    assert len(components[1]["component"]["value"]) == 5000
    assert components[2]["component"]["values"] == ["Three"]

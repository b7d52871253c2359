"""What a modal may not be."""

from typing import Any

import pytest

from bot.rehearsal.errors import Refused
from bot.rehearsal.modal_refusals import refuse_modal
from bot.rehearsal.wire import Json


def field(number: int = 0, **changes: Any) -> Json:
    return {"type": 4, "custom_id": f"f{number}", "style": 1} | changes


def label(control: Json | None = None, text: str = "Amount", **changes: Any) -> Json:
    return {"type": 18, "label": text, "component": control or field()} | changes


def modal(*components: Json, **changes: Any) -> Json:
    return {"custom_id": "m", "title": "Raise", "components": list(components)} | changes


OPTIONS = [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]
TAKEN = [
    modal(*(label(field(n)) for n in range(5))),
    modal({"type": 10, "content": "Words"}, label()),
    modal({"type": 1, "components": [field(label="Amount")]}),
    modal(label({"type": 3, "custom_id": "s", "options": OPTIONS})),
    modal(label({"type": 5, "custom_id": "s"})),
    modal(label({"type": 21, "custom_id": "r", "options": OPTIONS})),
    modal(label({"type": 22, "custom_id": "c", "options": OPTIONS})),
    modal(label({"type": 23, "custom_id": "c"})),
]


@pytest.mark.parametrize("body", TAKEN)
def test_a_modal_within_the_limits_is_taken(body: Json) -> None:
    refuse_modal(body)


REFUSED = {
    "a title of 46": modal(label(), title="t" * 46),
    "no title": modal(label(), title=None),
    "a custom_id of 101": modal(label(), custom_id="c" * 101),
    "no component": modal(),
    "six components": modal(*(label(field(n)) for n in range(6))),
    "a label of 46": modal(label(text="l" * 46)),
    "a description of 101": modal(label(description="d" * 101)),
    "a button": modal({"type": 2, "style": 1, "label": "x", "custom_id": "x"}),
    "a button in a label": modal(label({"type": 2, "style": 1, "label": "x", "custom_id": "x"})),
    "the same custom_id twice": modal(label(), label()),
    "an input with min over max": modal(label(field(min_length=5, max_length=4))),
    "an input of 4,001": modal(label(field(max_length=4001))),
    "a value longer than its limit": modal(label(field(max_length=2, value="abc"))),
    "an input of no style": modal(label({"type": 4, "custom_id": "f"})),
    "an input in a row without label": modal({"type": 1, "components": [field()]}),
    "an input in a label with a label": modal(label(field(label="Amount"))),
    "a placeholder of 101": modal(label(field(placeholder="p" * 101))),
    "a radio group of one": modal(label({"type": 21, "custom_id": "r", "options": OPTIONS[:1]})),
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_what_discord_refuses_is_refused(body: Json) -> None:
    with pytest.raises(Refused) as caught:
        refuse_modal(body)
    assert caught.value.code == 50035

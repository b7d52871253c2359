"""Messages and modals in plain text."""

from typing import Any

import pytest

from bot.rehearsal.plain import plain, plain_modal
from bot.rehearsal.wire import Json

CALL = {"type": 2, "style": 1, "label": "Call", "custom_id": "c"}
TEXT = {"type": 10, "content": "Words"}
PICTURE = {"media": {"url": "https://a.b/c.png"}, "description": "Cards"}
OPTIONS = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]


def message(*components: Json, **fields: Any) -> Json:
    empty: Json = {"content": "", "embeds": [], "attachments": [], "flags": 0}
    return empty | {"components": list(components)} | fields


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (message(content="Hello"), "Hello"),
        (message(flags=128), "... is thinking"),
        (message(attachments=[{"filename": "a.png"}]), "<file a.png>"),
        (
            message(
                embeds=[
                    {
                        "title": "Title",
                        "fields": [{"name": "Pot", "value": "20"}],
                        "image": {"url": "https://a.b"},
                        "footer": {"text": "Foot"},
                    }
                ]
            ),
            "Title\nPot: 20\n<picture https://a.b>\nFoot",
        ),
        (message({"type": 17, "components": [TEXT, {"type": 14}, TEXT]}), "Words\n---\nWords"),
        (message({"type": 9, "components": [TEXT], "accessory": CALL}), "Words\n[Call]"),
        (
            message({"type": 9, "components": [TEXT], "accessory": {"type": 11, **PICTURE}}),
            "Words\n<picture https://a.b/c.png Cards>",
        ),
        (message({"type": 12, "items": [PICTURE]}), "<picture https://a.b/c.png Cards>"),
        (message({"type": 13, "file": {"url": "https://a.b/c"}}), "<file https://a.b/c>"),
        (message({"type": 1, "components": [CALL | {"emoji": {"name": "♠"}}]}), "[♠ Call]"),
        (
            message({"type": 1, "components": [{"type": 3, "custom_id": "s", "options": OPTIONS}]}),
            "[Choose: One | Two]",
        ),
        (
            message({"type": 3, "custom_id": "s", "options": OPTIONS[:1], "disabled": True}),
            "(Choose: One)",
        ),
        (message(TEXT, attachments=[{"filename": "a.png"}], flags=1 << 15), "Words"),
    ],
)
def test_a_message_reads_as_it_looks(payload: Json, text: str) -> None:
    assert plain(payload) == text


def test_a_modal_reads_as_it_looks() -> None:
    field = {"type": 4, "custom_id": "n", "style": 1}
    radio = {"type": 21, "custom_id": "r", "options": OPTIONS}
    modal: Json = {
        "title": "Raise",
        "components": [
            {"type": 18, "label": "To", "description": "20 to 60", "component": field},
            {"type": 18, "label": "How", "component": radio},
            {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "c"}},
            {"type": 1, "components": [field | {"label": "Old", "placeholder": "20"}]},
        ],
    }
    assert plain_modal(modal) == (
        "<<Raise>>\nTo: 20 to 60 []\nHow [One | Two]\nSure [ ]\nOld: [20]"
    )

"""What a message may not be."""

from typing import Any

import pytest

from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.refusals import CHANNEL_FLAGS, EDIT_FLAGS, REPLY_FLAGS, refuse_message
from bot.rehearsal.wire import Json, MessageFlag

V2 = int(MessageFlag.IS_COMPONENTS_V2)
EPHEMERAL = int(MessageFlag.EPHEMERAL)


def button(number: int = 0, **changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Call", "custom_id": f"b{number}"} | changes


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def select(*values: str, **changes: Any) -> Json:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "s", "options": options} | changes


def text(content: str = "Words") -> Json:
    return {"type": 10, "content": content}


def container(*components: Json) -> Json:
    return {"type": 17, "components": list(components)}


def v2(*components: Json, **changes: Any) -> Json:
    return {"flags": V2, "components": list(components)} | changes


def without(component: Json, *keys: str) -> Json:
    return {key: value for key, value in component.items() if key not in keys}


def standing(flags: int = 0, **fields: Any) -> Json:
    empty: Json = {"content": "", "embeds": [], "components": [], "attachments": []}
    return empty | {"flags": flags} | fields


def complaints(refused: Refused) -> list[tuple[str, str]]:
    """Gives each complaint as its path and its code."""
    found: list[tuple[str, str]] = []

    def walk(tree: Json, path: str) -> None:
        for key, value in tree.items():
            if key == "_errors":
                found.extend((path, error["code"]) for error in value)
            else:
                walk(value, f"{path}.{key}" if path else key)

    walk(refused.errors or {}, "")
    return found


TAKEN: list[Json] = [
    {"content": "x" * 2000},
    {"embeds": [{"title": "t" * 256, "description": "d" * 4096}]},
    {"content": "x", "components": [row(*(button(n) for n in range(5)))]},
    {"content": "x", "components": [row(button(n)) for n in range(5)]},
    {"content": "x", "components": [row(select("a", "b", min_values=0, max_values=2))]},
    {
        "content": "x",
        "components": [row({"type": 2, "style": 5, "label": "Rules", "url": "https://a.b"})],
    },
    {"content": "x", "components": [row(button(emoji={"name": "♠️"}, label=None))]},
    {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"], "replied_user": False}},
    v2(text("x" * 4000)),
    v2(container(text(), {"type": 14, "divider": True, "spacing": 2}, row(button()))),
    v2({"type": 9, "components": [text()], "accessory": button()}),
    v2({"type": 12, "items": [{"media": {"url": "https://a.b/c.png"}, "description": "c"}]}),
    v2(*(text() for _ in range(40))),
    v2(text(), content=None, embeds=[]),
    {"content": "x", "nonce": "n" * 25, "enforce_nonce": True},
]


@pytest.mark.parametrize("body", TAKEN)
def test_a_message_within_the_limits_is_taken(body: Json) -> None:
    refuse_message(body, CHANNEL_FLAGS)


EMBED = "embeds.0"
FIRST = "components.0"
IN_ROW = "components.0.components.0"
REFUSED: dict[str, tuple[Json, str, str]] = {
    "content over 2,000": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content no text": ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
    "embed title": ({"embeds": [{"title": "t" * 257}]}, f"{EMBED}.title", "BASE_TYPE_MAX_LENGTH"),
    "embed description": (
        {"embeds": [{"description": "d" * 4097}]},
        f"{EMBED}.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "embed field without value": (
        {"embeds": [{"fields": [{"name": "n", "value": ""}]}]},
        f"{EMBED}.fields.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "embed with 26 fields": (
        {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]},
        f"{EMBED}.fields",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "embed footer": (
        {"embeds": [{"footer": {"text": "f" * 2049}}]},
        f"{EMBED}.footer.text",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "embed without anything": ({"embeds": [{}]}, f"{EMBED}.description", "BASE_TYPE_REQUIRED"),
    "embeds over 6,000 in sum": (
        {"embeds": [{"description": "d" * 3001}, {"description": "d" * 3000}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "eleven embeds": ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    "embed picture not uploaded": (
        {"embeds": [{"image": {"url": "attachment://cards.png"}}]},
        f"{EMBED}.image.url",
        "ATTACHMENT_NOT_FOUND",
    ),
    "embed picture elsewhere": (
        {"embeds": [{"image": {"url": "ftp://a.b"}}]},
        f"{EMBED}.image.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "six rows": (
        {"components": [row(button(n)) for n in range(6)]},
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "six buttons in a row": (
        {"components": [row(*(button(n) for n in range(6)))]},
        f"{FIRST}.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": ({"components": [row()]}, f"{FIRST}.components", "BASE_TYPE_BAD_LENGTH"),
    "a button outside a row": ({"components": [button()]}, f"{FIRST}.type", "BASE_TYPE_CHOICES"),
    "a select beside a button": (
        {"components": [row(select("a"), button())]},
        f"{FIRST}.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two selects in a row": (
        {"components": [row(select("a"), select("a", custom_id="t"))]},
        f"{FIRST}.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a button without custom_id": (
        {"components": [row(without(button(), "custom_id"))]},
        f"{IN_ROW}.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "a custom_id of 101": (
        {"components": [row(button(custom_id="c" * 101))]},
        f"{IN_ROW}.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty custom_id": (
        {"components": [row(button(custom_id=""))]},
        f"{IN_ROW}.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a label of 81": (
        {"components": [row(button(label="l" * 81))]},
        f"{IN_ROW}.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a button with neither label nor emoji": (
        {"components": [row(without(button(), "label"))]},
        IN_ROW,
        "BUTTON_COMPONENT_LABEL_REQUIRED",
    ),
    "a button of an unknown style": (
        {"components": [row(button(style=9))]},
        f"{IN_ROW}.style",
        "BASE_TYPE_CHOICES",
    ),
    "a button with words for an emoji": (
        {"components": [row(button(emoji={"name": "spade"}))]},
        f"{IN_ROW}.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    "a link with a custom_id": (
        {"components": [row(button(style=5, url="https://a.b"))]},
        f"{IN_ROW}.custom_id",
        "BASE_TYPE_CHOICES",
    ),
    "a link without url": (
        {"components": [row(without(button(style=5), "custom_id"))]},
        f"{IN_ROW}.url",
        "BASE_TYPE_REQUIRED",
    ),
    "a button with a url": (
        {"components": [row(button(url="https://a.b"))]},
        f"{IN_ROW}.url",
        "BASE_TYPE_CHOICES",
    ),
    "the same custom_id twice": (
        {"components": [row(button(1), button(1))]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a select value twice": (
        {"components": [row(select("a", "a"))]},
        f"{IN_ROW}.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a select with min over max": (
        {"components": [row(select("a", "b", min_values=2, max_values=1))]},
        f"{IN_ROW}.min_values",
        "SELECT_COMPONENT_MIN_OVER_MAX",
    ),
    "a select of 26": (
        {"components": [row(select(*(str(n) for n in range(26))))]},
        f"{IN_ROW}.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a select without options": (
        {"components": [row(select())]},
        f"{IN_ROW}.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a select option with words for an emoji": (
        {
            "components": [
                row(select(options=[{"label": "a", "value": "a", "emoji": {"name": "a"}}]))
            ]
        },
        f"{IN_ROW}.options.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    "a select option described in 101": (
        {
            "components": [
                row(select(options=[{"label": "a", "value": "a", "description": "d" * 101}]))
            ]
        },
        f"{IN_ROW}.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a select that takes more than it has": (
        {"components": [row(select("a", "b", max_values=3))]},
        f"{IN_ROW}.max_values",
        "SELECT_COMPONENT_MAX_OVER_OPTIONS",
    ),
    "a select with a custom_id of 101": (
        {"components": [row(select("a", custom_id="c" * 101))]},
        f"{IN_ROW}.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a select disabled by a word": (
        {"components": [row(select("a", disabled="yes"))]},
        f"{IN_ROW}.disabled",
        "BOOLEAN_TYPE_CONVERT",
    ),
    "a select option of 101": (
        {"components": [row(select("x" * 101))]},
        f"{IN_ROW}.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a placeholder of 151": (
        {"components": [row(select("a", placeholder="p" * 151))]},
        f"{IN_ROW}.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "V2 components without the flag": (
        {"components": [text()]},
        f"{FIRST}.type",
        "BASE_TYPE_CHOICES",
    ),
    "the V2 flag with content": (
        v2(text(), content="x"),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "the V2 flag with embeds": (
        v2(text(), embeds=[{"title": "t"}]),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "41 nested components": (
        v2(container(*(text() for _ in range(20))), container(*(text() for _ in range(19)))),
        "components",
        "COMPONENT_LAYOUT_TOO_MANY",
    ),
    "4,001 characters of V2 text": (
        v2(text("x" * 2000), container(text("x" * 2001))),
        "components",
        "COMPONENT_TEXT_TOO_LONG",
    ),
    "an empty text": (v2(text("")), f"{FIRST}.content", "BASE_TYPE_BAD_LENGTH"),
    "an empty container": (v2(container()), f"{FIRST}.components", "BASE_TYPE_BAD_LENGTH"),
    "a container in a container": (
        v2(container(container(text()))),
        f"{IN_ROW}.type",
        "BASE_TYPE_CHOICES",
    ),
    "a section without accessory": (
        v2({"type": 9, "components": [text()]}),
        f"{FIRST}.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a section of four texts": (
        v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
        f"{FIRST}.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a gallery picture not uploaded": (
        v2({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        f"{FIRST}.items.0.media.url",
        "ATTACHMENT_NOT_FOUND",
    ),
    "a file not uploaded": (
        v2({"type": 13, "file": {"url": "https://a.b/c"}}),
        f"{FIRST}.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a separator of three": (
        v2({"type": 14, "spacing": 3}),
        f"{FIRST}.spacing",
        "BASE_TYPE_CHOICES",
    ),
    "an unknown component": (v2({"type": 99}), f"{FIRST}.type", "BASE_TYPE_CHOICES"),
    "the ephemeral flag on a channel message": (
        {"content": "x", "flags": EPHEMERAL},
        "flags",
        "MESSAGE_FLAGS_INVALID",
    ),
    "allowed mentions of anything": (
        {"content": "x", "allowed_mentions": {"parse": ["members"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    "allowed mentions twice": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions.parse",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a nonce of 26": ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    "an attachment not uploaded": (
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
        "attachments.0",
        "ATTACHMENT_NOT_FOUND",
    ),
}


@pytest.mark.parametrize(("body", "path", "code"), REFUSED.values(), ids=REFUSED)
def test_what_discord_refuses_is_refused(body: Json, path: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        refuse_message(body, CHANNEL_FLAGS)
    assert caught.value.fault is Fault.INVALID_BODY
    assert (path, code) in complaints(caught.value)


@pytest.mark.parametrize("body", [{}, {"content": " \n"}, {"embeds": []}, {"flags": V2}])
def test_a_message_of_nothing_is_refused(body: Json) -> None:
    with pytest.raises(Refused) as caught:
        refuse_message(body, CHANNEL_FLAGS)
    assert caught.value.code == 50006


def test_an_answer_may_be_ephemeral() -> None:
    refuse_message({"content": "x", "flags": EPHEMERAL}, REPLY_FLAGS)


def test_an_uploaded_file_may_be_shown() -> None:
    body = {"embeds": [{"image": {"url": "attachment://a.png"}}]}
    refuse_message(body, CHANNEL_FLAGS, uploads={0: "a.png"})


def test_a_file_of_the_edited_message_may_be_shown() -> None:
    before = standing(attachments=[{"id": "7", "filename": "a.png"}])
    refuse_message(
        {"embeds": [{"image": {"url": "attachment://a.png"}}]}, EDIT_FLAGS, before=before
    )


def test_a_file_that_the_edit_takes_away_may_not_be_shown() -> None:
    before = standing(attachments=[{"id": "7", "filename": "a.png"}])
    body = {"embeds": [{"image": {"url": "attachment://a.png"}}], "attachments": []}
    with pytest.raises(Refused):
        refuse_message(body, EDIT_FLAGS, before=before)


def test_an_edit_without_flags_of_a_v2_message_is_judged_as_v2() -> None:
    refuse_message({"components": [text()]}, EDIT_FLAGS, before=standing(V2, components=[text()]))


@pytest.mark.parametrize("body", [{"content": "x"}, {"embeds": [{"title": "t"}]}])
def test_a_v2_message_takes_no_content_and_no_embeds_by_an_edit(body: Json) -> None:
    with pytest.raises(Refused) as caught:
        refuse_message(body, EDIT_FLAGS, before=standing(V2, components=[text()]))
    assert [code for _, code in complaints(caught.value)] == [
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    ]


def test_the_v2_flag_cannot_be_removed() -> None:
    with pytest.raises(Refused) as caught:
        refuse_message({"flags": 0}, EDIT_FLAGS, before=standing(V2, components=[text()]))
    assert complaints(caught.value) == [("flags", "MESSAGE_FLAGS_INVALID")]


def test_a_message_with_content_becomes_v2_only_when_the_content_goes() -> None:
    before = standing(content="old")
    with pytest.raises(Refused):
        refuse_message(v2(text()), EDIT_FLAGS, before=before)
    refuse_message(v2(text(), content=None), EDIT_FLAGS, before=before)


def test_an_edit_that_leaves_nothing_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        refuse_message({"content": ""}, EDIT_FLAGS, before=standing(content="old"))
    assert caught.value.code == 50006


def test_the_errors_are_nested_as_discord_nests_them() -> None:
    with pytest.raises(Refused) as caught:
        refuse_message({"components": [row(button(label="l" * 81))]}, CHANNEL_FLAGS)
    assert caught.value.body() == {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {
            "components": {
                "0": {
                    "components": {
                        "0": {
                            "label": {
                                "_errors": [
                                    {
                                        "code": "BASE_TYPE_MAX_LENGTH",
                                        "message": "Must be 80 or fewer in length.",
                                    }
                                ]
                            }
                        }
                    }
                }
            }
        },
    }

"""Whatever people write stays text: no markup, no mention, no SQL, no second line in the log.

Every place where a member's words go in is given every kind of words, and then everything that the
bot has sent is read: messages and their edits, modals, choices, files and the log.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import pytest

from bot.rehearsal.answer import Answer
from bot.rehearsal.messages import Message
from bot.rehearsal.parcel import Upload
from bot.rehearsal.people import Person
from bot.rehearsal.wire import CallbackKind, Json

TEXTS: Final = {
    "mentions": "@everyone @here <@1> <@&2> <#3>",
    "more mentions": "<@!1> </zap:4> <id:home> <t:0:R>",
    "emphasis": "**qux** __qux__ ~~qux~~ ||qux||",
    "code": "`zap` ```zap``` \\`zap",
    "links": "[zap](https://zap.example)",
    "a bare link": "https://zap.example <a:zap:5>",
    "heads": "# zap\n> zap\n- zap\n-# zap",
    "right to left": "\u202ezap\u202c \u2066zap \u05d0\u05d1",
    "nothing to see": "za\u200bp\u2060\ufeff\u00ad",
    "sql": "'); DROP TABLE account; --",
    "more sql": '" OR 1=1; DELETE FROM balance',
    "control signs": "zap\x00zap\x1b[31mzap\x07\x7f",
    "line breaks": "zap\nzap\r\nzap\u2028zap\x85zap",
    "formats": "{name} {0} %s %(zap)s {} $zap",
    "signs": "\U0001f0cf\U0001f468\u200d\U0001f469 zap\ud83c".encode("utf-16", "surrogatepass")
    .decode("utf-16", "replace"),
    "very long": "zap " * 500,
}  # fmt: skip

FIRST: Final = next(iter(TEXTS.values()))

UNESCAPED: Final = re.compile(
    r"@everyone|@here|<@[!&]?\d|<#3|</zap|<id:home|<t:0|\*\*qux|__qux|~~qux|\|\|qux|`zap|\]\(https"
    r"|https://zap|<a:zap|^(?:#{1,3}|>|-|-#) zap|[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u202e\u202c"
    r"\u2066\u200b\u2060\ufeff\u00ad]",
    re.MULTILINE,
)
"""What Discord would make something of, once what a backslash guards is taken out."""

OF_OTHERS: Final = ("author", "mentions", "interaction_metadata", "referenced_message")
"""The parts of a message that the bot has not written."""

RECORD: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ [\w.]+: ")


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_would_be_noticed_if_it_were_not_guarded(kind: str) -> None:
    harmless = ("sql", "more sql", "formats", "signs", "very long")
    assert bool(UNESCAPED.search(_unguarded(TEXTS[kind]))) is (kind not in harmless)


async def test_texts_of_members_are_never_markup_a_mention_sql_or_a_line_of_the_log(
    play: Any,
) -> None:
    async with play(pause=60) as table:
        stage = table.stage
        await table.begin(table.ann, table.ben, preset="classic_nl", clock=0)
        hostile = [stage.person(text[:32]) for text in TEXTS.values()]
        for person, text in zip(hostile, TEXTS.values(), strict=True):
            for attempt in attempts(table.ann, person, text):
                await attempt()
            await amounts(table, text)
        await table.ann.slash("leaderboard")
        await table.ann.slash("bank audit")
        with sqlite3.connect(stage.database) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("SELECT sum(chips) FROM balance").fetchone() == (0,)
            names = {name for (name,) in connection.execute("SELECT name FROM member")}
            reasons = {reason for (reason,) in connection.execute("SELECT text FROM reason")}
        connection.close()
        assert {person.name for person in hostile} <= names
        assert {"'); DROP TABLE account; --", TEXTS["mentions"]} <= reasons
        people = {person.id for person in (*table.people, *hostile)}
        seen = [text for payload in sent(stage) for text in marked_up(payload)]
        assert len(seen) > 400
        wrong = {text for text in seen if UNESCAPED.search(_unguarded(text))}
        assert not wrong, sorted(wrong)[:5]
        for message in of_the_bot(stage):
            assert set(message.pinged) <= people, message.text
            assert not message.payload["mention_everyone"]
        odd = [line for line in stage.bot_output.split("\n") if not RECORD.match(line)]
        assert odd == [], "\n".join(odd[:60])
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u202e]", stage.bot_output)


def attempts(ann: Person, person: Person, text: str) -> Iterator[Callable[[], Awaitable[object]]]:
    """Yield what is tried with a text and with who is named so, by a manager and by himself."""

    def by(who: Person, words: str, **options: object) -> Callable[[], Awaitable[object]]:
        return lambda: who.slash(words, raw=True, **options)

    given: Json = {"name": text, "from": "casino_fixed"}
    yield by(ann, "chips grant", member=person, amount=50, reason=text)
    yield by(ann, "chips take", member=person, amount=5, reason=text)
    yield by(ann, "chips balance", member=person)
    yield by(ann, "stats", member=person)
    yield by(person, "chips history")
    yield by(person, "sit", amount=100)
    yield by(person, "wait")
    yield by(ann, "table kick", member=person)
    yield by(ann, "house save", **given)
    yield by(ann, "house save", **given | {"name": "ours", "from": text})
    for option in ("house show", "house default", "house delete"):
        yield by(ann, option, name=text)
    yield by(ann, "house set", variant=text, option=text, value=text)
    yield by(ann, "house set", variant="ours", option="limit", value=text)
    yield by(ann, "house room", option=text, value=text)
    yield by(ann, "house room", option="clock", value=text)
    yield by(ann, "house list add", game=text)
    yield by(ann, "house channel remove", channel=text)
    yield by(ann, "table open", preset=text)
    yield by(ann, "house import", file=Upload("zap.toml", "text/plain", charter(text)))
    yield by(person, "rules", preset=text)
    yield by(person, "privacy export")
    yield lambda: ann.completes("table open", "preset", text)
    yield lambda: ann.completes("house show", "name", text)
    yield lambda: person.say(f"@Doorcard {text[:1900]}")
    yield lambda: person.say(f"@Doorcard raise to {text[:1900]}")


def charter(text: str) -> bytes:
    """Return a file of a house whose every name and value is a text."""
    words = json.dumps(text)
    return f"doorcard = 1\n[room]\n{words} = {words}\n[games.{words}]\n{words} = {words}\n".encode()


async def amounts(table: Any, text: str) -> None:
    """Open the modal of a free amount and fill it in with a text."""
    answer: Answer = await table.actor().click("Bring in" if text is FIRST else "Raise to …")
    if text is FIRST:
        await table.panel("Raise to …")
        answer = await table.actor().click("Raise to …")
    assert answer.type is CallbackKind.MODAL
    refused = await table.actor().submit(amount=text, raw=True)
    assert "is not a whole number" in refused.text


def sent(stage: Any) -> Iterator[Json]:
    """Yield every payload of the bot's: each version of its messages, modals, choices."""
    for message in of_the_bot(stage):
        yield from message.versions
    for interaction in stage.world.interactions.values():
        if interaction.modal is not None:
            yield interaction.modal
        yield from interaction.choices


def of_the_bot(stage: Any) -> Iterator[Message]:
    """Yield the bot's messages that are there."""
    bot = stage.world.bot.id
    return (one for one in stage.world.messages.values() if one.author.id == bot)


def marked_up(payload: object, key: str = "content") -> Iterator[str]:
    """Yield every text in a payload in which Discord knows markup."""
    if isinstance(payload, dict):
        for name, part in payload.items():
            if name not in OF_OTHERS:
                yield from marked_up(part, name)
    elif isinstance(payload, list):
        for part in payload:
            yield from marked_up(part, key)
    elif isinstance(payload, str) and key == "content":
        yield payload


def _unguarded(text: str) -> str:
    """Return a text without what a backslash guards, and without mentions that the bot makes."""
    return re.sub(r"<@\d{15,}>|<t:[1-9]\d+:\w>", "", re.sub(r"\\[^0-9A-Za-z\s]", "·", text))

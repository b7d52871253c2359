"""Replay of malformed and hostile files: one clear line each, soon, and nothing is raised."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import thread_time
from typing import Final

import pytest

from engine.cards import FULL_DECK
from engine.replay import Replay, Verdict, replay
from engine.rules import HouseRules

HANDS = Path(__file__).parent / "hands"

OVERHEAD: Final = 600
"""How often the work of an ordinary file any file may take, however short."""

SEARCH: Final = 5_000
"""How often it one may take whose unseen cards are sought until the search gives up."""

HEAD = """variant = "N5S"
players = ["Ann", "Ben"]
starting_stacks = [50, 60]
finishing_stacks = [100, 10]
"""
ACTIONS = [
    "d dh p1 Ks", "d dh p2 Qs", "d dh p1 Kc", "d dh p2 Qc", "p1 cbr 49", "p2 cc",
    "d dh p1 Ah", "d dh p2 2d", "d dh p1 4h", "d dh p2 5s", "d dh p1 7h", "d dh p2 8h",
]  # fmt: skip
TAIL = """
[_rules]
ante = 1
limit = "none"
min_bet = 10
"""


def file(actions: list[str] = ACTIONS, head: str = HEAD, extra: str = "", tail: str = TAIL) -> str:
    return f"{head}actions = {json.dumps(actions)}\n{extra}{tail}"


def replay_soon(text: str, overhead: int = OVERHEAD) -> Replay:
    """Replay a file within the work allowed to its entries, in that of an ordinary file.

    Both are this thread's own time in one run: what else the machine does makes neither longer.
    """
    ordinary = file()
    least = min(_work(ordinary)[1] for _ in range(20))
    result, work = _work(text)
    allowed = overhead + text.count(",") / ordinary.count(",")
    assert work < allowed * least, (
        f"{work / least:.0f} times an ordinary file, {allowed:.0f} may be"
    )
    return result


def _work(text: str) -> tuple[Replay, float]:
    began = thread_time()
    result = replay(text)
    return result, thread_time() - began


def changed(at: int, line: str | None) -> list[str]:
    """Return the actions with one line replaced, or left out."""
    return [*ACTIONS[:at], *([] if line is None else [line]), *ACTIONS[at + 1 :]]


def rejected(after: object, action: object, words: str = "w") -> str:
    line = "" if action is None else f"action = {json.dumps(action)}\n"
    return f"\n[[_rejected]]\nafter = {after}\n{line}words = {json.dumps(words)}\n"


WRONG = ["true", "5", "-1", "1.5", '"x"', "[]", "{}", "[[]]", "[{}]", "[1.5]", "[true]", "[-1]",
         "nan", "1979-05-27", "[1, 2, 3]", '["a", "b", "c"]', '[""]', '"\\u0000"']  # fmt: skip
KEYS = ["variant", "players", "starting_stacks", "finishing_stacks", "actions", "_deck",
        "_rejected", "_rules", "antes", "bring_in", "min_bet"]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize("rules", [True, False], ids=["ours", "PHH"])
def test_a_wrong_value_at_any_key_is_told_in_one_line(key: str, value: str, *, rules: bool) -> None:
    entries = {
        "variant": '"N5S"', "players": '["Ann", "Ben"]', "starting_stacks": "[50, 60]",
        "antes": "[1, 1]", "min_bet": "10", "actions": json.dumps(ACTIONS),
    }  # fmt: skip
    if rules:
        entries["_rules"] = '{ante = 1, limit = "none", min_bet = 10}'
    assert replay(toml(entries)).verdict is Verdict.LEGAL
    result = replay(toml({**entries, key: value}))
    if result.verdict is Verdict.LEGAL:
        assert key not in ("actions", "starting_stacks")
    else:
        assert result.error
        assert "\n" not in result.error


def toml(entries: dict[str, str]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in entries.items())


@pytest.mark.parametrize("name", ["ante", "limit", "burn", "raise_cap", "deck", "buy_price"])
@pytest.mark.parametrize("value", WRONG)
def test_a_wrong_house_rule_is_told_in_one_line(name: str, value: str) -> None:
    tail = TAIL.replace("ante = 1\n", "" if name == "ante" else "ante = 1\n")
    tail = tail.replace('limit = "none"\n', "" if name == "limit" else 'limit = "none"\n')
    result = replay(file(tail=f"{tail}{name} = {value}\n"))
    if result.verdict is Verdict.BROKEN:
        assert result.error
        assert "\n" not in result.error


@pytest.mark.parametrize("missing", ["variant", "starting_stacks", "actions"])
def test_a_file_lacks_a_key(missing: str) -> None:
    entries = {
        "variant": '"N5S"', "starting_stacks": "[50, 60]", "antes": "[1, 1]",
        "actions": json.dumps(ACTIONS),
    }  # fmt: skip
    assert replay(toml(entries)).verdict is Verdict.LEGAL
    result = replay(toml({key: value for key, value in entries.items() if key != missing}))
    assert result.verdict is Verdict.BROKEN
    assert result.error is not None
    assert missing in result.error


HOSTILE = {
    "nothing": "",
    "no TOML": "hello, world",
    "zeros": "\x00" * 100,
    "a megabyte of garbage": "\x00\xff[[{\"'" * 150_000,
    "a megabyte of one word": "a" * 1_000_000,
    "a megabyte of remarks": "# x\n" * 250_000,
    "a surrogate": 'variant = "\ud800"',
    "lists in lists": "a = " + "[" * 100_000,
    "closed lists in lists": "a = " + "[" * 5_000 + "]" * 5_000,
    "tables in tables": "a = " + "{a = " * 5_000,
    "a long number": f"starting_stacks = [{'9' * 5_000}, 1]",
    "a long number in the rules": file(tail=TAIL + f"raise_cap = {'9' * 4_000}\n"),
    "a long hexadecimal stack": file(head=HEAD.replace("[50", "[0x" + "F" * 9_000)),
    "a long hexadecimal end": file(head=HEAD.replace("[100", "[0x" + "F" * 9_000)),
    "a long hexadecimal rule": file(tail=TAIL + "big = 0x" + "F" * 9_000 + "\n"),
    "a long hexadecimal buy": file(tail=TAIL + "buy = 0x" + "F" * 9_000 + "\n"),
    "a long hexadecimal deck": file(tail=TAIL + "deck = 0x" + "F" * 9_000 + "\n"),
    "a long hexadecimal variant": toml({"variant": "0x" + "F" * 9_000}),
    "a long hexadecimal place": file(tail=TAIL + rejected("0x" + "F" * 9_000, "p1 f")),
    "a long amount": file(changed(4, "p1 cbr " + "9" * 100_000)),
    "many deals": file(["d dh p1 2c", "d dh p1 3d"] * 30_000),
    "many unseen deals": file(["d dh p1 ??"] * 60_000),
    "many acts": file([*ACTIONS[:4], *["p1 cc"] * 60_000]),
    "many stacks": toml({"variant": '"N5S"', "antes": "[1]", "actions": "[]",
                         "starting_stacks": json.dumps([1] * 100_000)}),
    "a deck twice": file(extra=f'_deck = "{" ".join(c.text for c in FULL_DECK * 2)}"\n'),
    "a torn deck": file(extra='_deck = "K s"\n'),
    "a deck of another game": file(extra='_deck = "Jo Jo"\n'),
    "a muck of nobody": file(["p9 sm"]),
}  # fmt: skip


BUY = 'game = "hilo"\ndeal = "1-3-1"\nbuy = 2\nbuy_price = [1, 2]\n'
EVERYBODY = range(1, 11)
UPS = iter([card.text for card in FULL_DECK])
UNSEEN = [
    *[f"d dh p{seat} ??" for seat in EVERYBODY],
    *[f"d dh p{seat} {next(UPS)}" for _ in range(3) for seat in EVERYBODY],
    *[f"d dh p{seat} ??" for seat in EVERYBODY],
]
BOUGHT = [line for seat in EVERYBODY for line in (f"p{seat} sd ??", f"d dh p{seat} ??")]
MANY = HEAD.replace('["Ann", "Ben"]', json.dumps([f"p{seat}" for seat in EVERYBODY])).replace(
    "[50, 60]", "[50, 50, 50, 50, 50, 50, 50, 50, 50, 50]"
).replace("finishing_stacks = [100, 10]\n", "")  # fmt: skip
HOSTILE_BUYS = {
    "many discards": file(["p1 sd 7s"] * 60_000, tail=TAIL + BUY),
    "many unseen buys": file([*UNSEEN, *BOUGHT * 2_000], MANY, tail=TAIL + BUY),
    "unseen buys, then a card that is held": file(
        [*UNSEEN, *BOUGHT, *BOUGHT[:-2], "p10 sd ??", "d dh p10 2c"], MANY, tail=TAIL + BUY
    ),
    "unseen buys, then cards that contradict": file(
        [*UNSEEN, *BOUGHT * 2, *[f"p{seat} sm Ah2c3c4cAh" for seat in EVERYBODY]],
        MANY, tail=TAIL + BUY,
    ),
    "unseen buys, then all show the same": file(
        [*UNSEEN, *BOUGHT * 2, *[f"p{seat} sm Ah" for seat in EVERYBODY]], MANY, tail=TAIL + BUY
    ),
    "a bought card that is not dealt": file([*UNSEEN, "p1 sd ??"], MANY, tail=TAIL + BUY),
    "a card bought without a buy": file([*UNSEEN, *BOUGHT], MANY),
    "declarations": file([*ACTIONS[:4], *["p1 dc high"] * 60_000], tail=TAIL + BUY),
    "a reserve alone": file(
        [*UNSEEN, *BOUGHT], MANY, extra='_reserve = "2c 3c"\n', tail=TAIL + BUY
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE_BUYS)
def test_hostile_buys_get_one_clear_line_and_soon(name: str) -> None:
    result = replay_soon(HOSTILE_BUYS[name])
    assert result.verdict is Verdict.BROKEN
    assert result.error
    assert "\n" not in result.error
    assert len(result.error) < 1_000


@pytest.mark.parametrize("seats", [6, 10])
@pytest.mark.parametrize("stack", [1, 7, 40])
def test_stacks_that_no_cards_can_give_are_told_soon(seats: int, stack: int) -> None:
    """Everybody's two down cards are unseen, and the stacks told are nobody's."""
    among = range(1, seats + 1)
    ups = iter([card.text for card in FULL_DECK])
    actions = [
        *[f"d dh p{seat} ??" for seat in among],
        *[f"d dh p{seat} {next(ups)}" for seat in among],
    ]
    rules = HouseRules.from_options(
        {"ante": 50, "game": "hilo", "deal": "1-3-1", "limit": "none", "min_bet": 10}
    )
    actions += [f"d dh p{seat} {next(ups)}" for _ in range(2) for seat in among]
    actions += [f"d dh p{seat} ??" for seat in among]
    finishing = [stack] * (seats - 1)
    finishing.append(50 * seats - sum(finishing))
    text = toml({
        "variant": '"N5S"', "players": json.dumps([f"p{seat}" for seat in among]),
        "starting_stacks": json.dumps([50] * seats), "finishing_stacks": json.dumps(finishing),
        "actions": json.dumps(actions),
    })  # fmt: skip
    options = rules.to_options().items()
    text += "[_rules]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in options)
    result = replay_soon(text, SEARCH)
    assert result.verdict is not Verdict.LEGAL
    assert result.error
    assert "\n" not in result.error


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_one_clear_line_and_soon(name: str) -> None:
    result = replay_soon(HOSTILE[name])
    assert result.verdict is Verdict.BROKEN
    assert result.error
    assert "\n" not in result.error
    assert len(result.error) < 120_000


@pytest.mark.parametrize(
    "text",
    [
        file(tail=TAIL + '"a\\nb" = 1\n'),
        file(changed(4, "p1 f\n\np2 f\n")),
        file(tail=TAIL + "limit2 = \"a\\nb\"\n"),
        file(changed(0, "d dh p1 2s")[:1] + ["d dh p2 ??"]
             + [line.replace("2d", "Qd") for line in ACTIONS[2:]],
             head=HEAD.replace('"Ben"', '"B\\nen"').replace("[100, 10]", "[100, 10]")),
    ],
)  # fmt: skip
def test_no_name_of_the_file_breaks_the_one_line(text: str) -> None:
    result = replay(text)
    assert result.verdict is Verdict.BROKEN
    assert result.error
    assert "\n" not in result.error


def test_any_damage_to_a_golden_hand_is_told_and_never_raised() -> None:
    chance = Random(2)
    texts = [path.read_text("utf-8") for path in sorted(HANDS.glob("*.phh"))]
    for _ in range(400):
        text = list(chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            text[at : at + chance.choice((0, 1, 1, 9))] = chance.choice('0129-_"[]{}=pdcbrfsm?K\n')
        result = replay("".join(text))
        assert (result.error is None) == (result.verdict is Verdict.LEGAL)

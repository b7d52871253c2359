"""Random hands dealt without Discord: what is verified, what is counted, what is refused."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.broken import BrokenHand
from bot.practice import deal
from bot.random_hand import RandomHand, illegal_act, random_act, verify_written
from bot.tally import Tally
from engine.actions import Action, Verb
from engine.cards import Card
from engine.decks import deck_for
from engine.errors import ChipsLost, IllegalAction
from engine.hand import Hand
from engine.presets import PRESETS
from engine.replay import Verdict, replay

ROOT = Path(__file__).parents[2]


def table(game: str, players: str | None = None, hands: str = "40", seed: str = "1") -> list[str]:
    """Return the lines that are written about hands dealt at random."""
    out = io.StringIO()
    assert deal(game, players, hands, seed, out) == 0
    return out.getvalue().splitlines()


def counted(lines: list[str], words: str) -> int:
    """Return the number that stands after the words in a table."""
    (line,) = [one for one in lines if one.strip().startswith(f"{words}  ")]
    return int(line.strip()[len(words) :].split()[0].replace(",", ""))


@pytest.mark.parametrize("game", list(PRESETS))
def test_r_side_6_random_hands_of_every_preset_hold(game: str) -> None:
    lines = table(game)
    assert lines[0] == f"{game}, 6 players, seed 1"
    assert counted(lines, "hands") == 40


def test_a_seed_gives_the_same_hands_again() -> None:
    first, again = (table("dealers_choice", hands="10") for _ in range(2))
    other = table("dealers_choice", hands="10", seed="2")

    def without_speed(lines: list[str]) -> list[str]:
        return [line for line in lines if "a second" not in line]

    assert without_speed(first) == without_speed(again)
    assert without_speed(first)[1:] != without_speed(other)[1:]


def test_what_wins_high_and_low_is_counted_apart() -> None:
    lines = table("hilo_8", hands="100")
    pots = counted(lines, "pots shown down for")
    halved, scooped = (
        counted(lines, words)
        for words in ("halved between high and low", "both halves to one hand")
    )
    assert halved + scooped + counted(lines, "without a low that qualifies") == pots
    at = lines.index(next(line for line in lines if line.startswith("won by")))
    cells = [line[34:].replace(",", "").split() for line in lines[at + 1 :]]
    assert lines[at].split() == ["won", "by", "high", "low"]
    assert sum(int(row[0]) for row in cells) == pots
    assert sum(int(row[3]) for row in cells) == halved + scooped


def test_a_low_game_has_no_high_and_a_buy_tells_what_was_bought() -> None:
    header = [line.split() for line in table("lowball_27") if line.startswith("won by")]
    assert header == [["won", "by", "low"]]
    lines = table("hilo_buy")
    assert counted(lines, "cards bought, when asked") > 0
    assert counted(lines, "declared high") > 0
    assert counted(lines, "declared low") > 0


def test_r_deck_4_as_many_as_the_deck_has_cards_for_play_by_themselves() -> None:
    assert table("manila_32", hands="2")[0] == "manila_32, 6 players, seed 1"
    assert table("dealers_choice", "10", "30")[0] == "dealers_choice, 10 players, seed 1"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "canasta"], "there is no game 'canasta'; there are casino_fixed, "),
        (["--game", "manila_32", "--players", "7"], "has cards for 6 players, not for 7"),
        (["--game", "hilo", "--players", "1"], "--players: '1' is not a whole number from 2 to 10"),
        (["--game", "hilo", "--players", "11"], "from 2 to 10"),
        (["--game", ","], "--game: ',' names no game"),
        (["--game", "hilo,canasta"], "there is no game 'canasta'"),
        (["--game", "hilo,manila_32", "--players", "7"], "has cards for 6 players, not for 7"),
        (["--players", "11"], "--players: '11' is not a whole number from 2 to 10"),
        (["--hands", "x"], "--hands: 'x' is not a whole number"),
        (["--game", "hilo", "--hands", "0"], "--hands: '0' is not a whole number"),
        (["--game", "hilo", "--hands", "²"], "--hands: '²' is not a whole number"),
        (["--game", "hilo", "--seed", "-1"], "--seed: '-1' is not a whole number"),
        (["--game", "hilo", "--seed", "9" * 5000], "is not a whole number"),
    ],
)
def test_what_cannot_be_dealt_is_one_line_and_exit_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("doorcard: ")
    assert told.err.count("\n") == 1
    assert words in told.err


def test_without_a_game_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal"]) == 0
    _, *games = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in games] == list(PRESETS)


def test_all_games_are_dealt_one_after_another() -> None:
    lines = table("all", hands="1")
    assert [line for line in lines if line.endswith(" players, seed 1")] == [
        f"{name}, 6 players, seed 1" for name in PRESETS
    ]
    crowded = table("all", "9", hands="1")
    assert "manila_32, 6 players, seed 1" in crowded
    assert "hilo, 9 players, seed 1" in crowded
    several = table("hilo, soko_fi", hands="1")
    assert several[0] == "hilo, 6 players, seed 1"
    assert "soko_fi, 6 players, seed 1" in several


def test_it_runs_where_discord_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "discord.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "deal", "--game", "soko_fi", "--hands", "3"],
        env={"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("soko_fi, 6 players, seed ")


def test_a_fault_of_the_engine_is_written_to_a_file_and_exit_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A chip vanishes at the sixth act of a hand."""
    act = Hand.act

    def lose(hand: Hand, seat: int, action: Action) -> object:
        after = act(hand, seat, action)
        if after[0].turn == 6:
            raise ChipsLost("a chip is gone")
        return after

    monkeypatch.setattr(Hand, "act", lose)
    monkeypatch.chdir(tmp_path)
    assert main(["deal", "--game", "hilo", "--seed", "3", "--hands", "5"]) == 1
    file = tmp_path / "doorcard-hilo-3-1.phh"
    told = capsys.readouterr()
    assert told.err == (
        "doorcard: hand 1 of seed 3 broke: ChipsLost: a chip is gone; it is written to"
        " doorcard-hilo-3-1.phh\n"
    )
    assert counted(told.out.splitlines(), "hands") == 0
    text = file.read_text("utf-8")
    assert "# hand 1 of: doorcard deal --game hilo --players 6 --seed 3" in text
    assert "# with: (" in text
    assert replay(text).verdict is Verdict.LEGAL


def test_a_folder_that_takes_no_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "doorcard-hilo-3-1.phh").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Hand, "digest", property(lambda hand: str(id(hand))))
    with pytest.raises(BrokenHand, match=r"hilo-3-1\.phh cannot be written"):
        deal("hilo", None, "1", "3", io.StringIO())


def broken_by(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> str:
    """Return what is said of a hand, once a part of `Hand` lies."""
    with monkeypatch.context() as patched:
        patched.setattr(Hand, name, value)
        for number in range(20):
            try:
                RandomHand(PRESETS["hilo_buy"].rules(), 4, Random(number)).play()
            except BrokenHand as broken:
                return str(broken)
    return "nothing broke"


def test_each_thing_that_always_holds_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    options, act = Hand.options, Hand.act
    whole: Callable[[Hand], tuple[int, ...]] = vars(Hand)["stacks"].fget

    def more(hand: Hand) -> tuple[int, ...]:
        first, *others = whole(hand)
        return (first + hand.turn // 4, *others)

    def below(hand: Hand) -> tuple[int, ...]:
        first, *others = whole(hand)
        return (first, -1, *others)

    def careless(hand: Hand, seat: int, action: Action) -> object:
        try:
            return act(hand, seat, action)
        except IllegalAction:
            return hand, ()

    assert "chips were made or lost" in broken_by(monkeypatch, "stacks", property(more))
    assert "below nothing" in broken_by(monkeypatch, "stacks", property(below))
    nothing = broken_by(monkeypatch, "options", lambda hand, seat: options(hand, 99))
    assert "nothing is legal" in nothing
    assert "not offered was accepted" in broken_by(monkeypatch, "act", careless)
    nobody = broken_by(monkeypatch, "actors", property(lambda hand: ()))
    assert "nobody is to act" in nobody
    counted_twice = broken_by(monkeypatch, "turn", property(id))
    assert "never ends" in counted_twice


def test_a_written_form_of_another_hand_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = RandomHand(PRESETS["131_nl"].rules(), 3, Random(1)).play()
    verify_written(hand)
    monkeypatch.setattr(Hand, "digest", property(lambda hand: str(id(hand))))
    with pytest.raises(BrokenHand, match="plays out otherwise"):
        verify_written(hand)


@pytest.mark.parametrize("game", ["hilo_buy2", "131_nl", "home_fixed"])
def test_an_act_that_is_meant_to_be_illegal_is(game: str) -> None:
    chance = Random(game)
    for _hand in range(20):
        hand = Hand.start(PRESETS[game].rules(), [150, 90, 400], shuffled(game, chance))
        while hand.actors:
            options = hand.options(hand.actors[0])
            assert options.refusal(random_act(options, chance)) is None
            with pytest.raises(IllegalAction):
                hand.act(options.seat, illegal_act(options, chance))
            hand, _ = hand.act(options.seat, random_act(options, chance))


def shuffled(game: str, chance: Random) -> list[Card]:
    cards = deck_for(PRESETS[game].rules(), 3)
    return chance.sample(cards, len(cards))


def test_an_interrupted_deal_tells_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    add = Tally.add

    def add_one(tally: Tally, hand: Hand) -> None:
        if tally.hands == 3:
            raise KeyboardInterrupt
        add(tally, hand)

    monkeypatch.setattr(Tally, "add", add_one)
    out = io.StringIO()
    assert deal("pot_limit", None, None, "1", out) == 130
    assert counted(out.getvalue().splitlines(), "hands") == 3


def test_folds_are_drawn_seldom() -> None:
    hand = Hand.start(PRESETS["pot_limit"].rules(), [90, 90, 90], shuffled("pot_limit", Random(1)))
    options, chance = hand.options(hand.actors[0]), Random(1)
    verbs = [random_act(options, chance).verb for _ in range(300)]
    assert verbs.count(Verb.FOLD) < 100

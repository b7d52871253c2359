"""`doorcard deal`: random legal hands of any game, without Discord, every rule's sum verified."""

from __future__ import annotations

import secrets
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, TextIO

from bot.argument import MOST_SEED, BadOption, game_names, whole_number
from bot.broken import BrokenHand
from bot.random_hand import RandomHand, written
from bot.tally import Tally
from bot.words import _
from engine.decks import most_players
from engine.options import Choice
from engine.presets import PRESETS, Preset
from engine.rules import MOST_SEATS, HouseRules

MOST_HANDS: Final = 10_000_000
USUAL_HANDS: Final = 1000
USUAL_PLAYERS: Final = 6

INTERRUPTED: Final = 130
"""The exit code of whoever is stopped by Ctrl-C, as shells count it (SIGINT)."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What is to be dealt: games by name, one of them drawn for each hand."""

    name: str
    games: tuple[HouseRules, ...]
    players: int
    hands: int
    seed: int


def deal(
    game: str | None, players: str | None, hands: str | None, seed: str | None, out: TextIO
) -> int:
    """Play the hands asked for of each game and write what came of them; return the exit code.

    Without a game the games are listed. Raises BadOption for what cannot be dealt, and BrokenHand,
    once the table is written, where something broke; 130 says that it was interrupted.
    """
    wanted = _Wanted(
        None if players is None else whole_number("--players", players, 2, MOST_SEATS),
        USUAL_HANDS if hands is None else whole_number("--hands", hands, 1, MOST_HANDS),
        secrets.randbelow(1 << 32) if seed is None else whole_number("--seed", seed, 0, MOST_SEED),
    )
    if game is None:
        out.writelines(f"{line}\n" for line in _games())
        return 0
    names = game_names(game)
    practices = [_practice(name, wanted, every=len(names) == len(PRESETS)) for name in names]
    for number, practice in enumerate(practices):
        out.write("\n" if number else "")
        if (code := _play(practice, out)) != 0:
            return code
    return 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How many are dealt in (None: as many as is usual), for how many hands, and the seed."""

    players: int | None
    hands: int
    seed: int


def _games() -> list[str]:
    wide = max(map(len, PRESETS))
    named = [f"  {name:<{wide}}  {_(preset.title)}" for name, preset in PRESETS.items()]
    return [_("Name a game to deal: --game NAME, or all. There are"), *named]


def _practice(name: str, wanted: _Wanted, *, every: bool) -> Practice:
    """Prepare one game; where every game is dealt each takes as many players as it can.

    Raises BadOption where its deck has not enough cards.
    """
    rules = _rules(PRESETS[name])
    most = max(map(most_players, rules))
    seats = wanted.players or USUAL_PLAYERS
    if wanted.players is None or every:
        seats = min(seats, most)
    if seats > most:
        told = _("the deck of {name} has cards for {most} players, not for {players}")
        raise BadOption(told.format(name=name, most=most, players=seats))
    games = tuple(one for one in rules if most_players(one) >= seats)
    return Practice(name, games, seats, wanted.hands, wanted.seed)


def _rules(preset: Preset) -> tuple[HouseRules, ...]:
    """Return the rules of a preset; of dealer's choice those of every other (part E)."""
    own = preset.rules()
    if own.choice is Choice.NONE:
        return (own,)
    others = (one.rules() for one in PRESETS.values())
    return tuple(rules for rules in others if rules.choice is Choice.NONE)


def _play(practice: Practice, out: TextIO) -> int:
    tally, began, code = Tally(), perf_counter(), 0
    broken: BrokenHand | None = None
    try:
        for number in range(1, practice.hands + 1):
            played = _prepared(practice, number)
            try:
                tally.add(played.play())
            except BrokenHand as fault:
                broken = BrokenHand(_reported(practice, number, played, fault))
                break
    except KeyboardInterrupt:
        code = INTERRUPTED
    told = _("{game}, {players} players, seed {seed}")
    head = told.format(game=practice.name, players=practice.players, seed=practice.seed)
    out.writelines(f"{line}\n" for line in (head, *tally.lines(perf_counter() - began)))
    if broken is not None:
        raise broken
    return code


def _prepared(practice: Practice, number: int) -> RandomHand:
    """Return hand `number`, which depends on the seed and its number alone."""
    chance = Random(f"{practice.seed} {number}")  # noqa: S311 -- nobody plays for it
    return RandomHand(chance.choice(practice.games), practice.players, chance)


def _reported(practice: Practice, number: int, played: RandomHand, fault: BrokenHand) -> str:
    """Write the broken hand to a file, with what broke as a comment, and return what to say."""
    told = [
        f"hand {number} of: doorcard deal --game {practice.name} --players {practice.players}"
        f" --seed {practice.seed}",
        f"broken: {fault}",
        f"with: {played.trying}",
        *"".join(traceback.format_exception(fault)).splitlines(),
    ]
    text = ""
    try:
        text = written(played.hand) if played.hand else ""
    except BrokenHand as unwritten:
        told.append(str(unwritten))
    comments = "".join(f"# {line}\n" for line in told)
    file = Path(f"doorcard-{practice.name}-{practice.seed}-{number}.phh")
    words = _("hand {number} of seed {seed} broke: {fault}; it is written to {file}")
    try:
        file.write_text(comments + text, encoding="utf-8")
    except OSError:
        words = _("hand {number} of seed {seed} broke: {fault}; {file} cannot be written")
    line = " ".join(str(fault).split())
    return words.format(number=number, seed=practice.seed, fault=line, file=file)

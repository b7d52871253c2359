"""`doorcard deal`: random legal hands of one game, without Discord, every rule's sum verified."""

from __future__ import annotations

import secrets
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, TextIO

from bot.random_hand import Broken, RandomHand, written
from bot.tally import Tally
from bot.words import _
from engine.decks import most_players
from engine.errors import RefusedRules
from engine.options import Choice
from engine.presets import PRESETS, Preset, preset_named
from engine.rules import MOST_SEATS, HouseRules

MOST_HANDS: Final = 10_000_000
MOST_SEED: Final = (1 << 63) - 1
USUAL_HANDS: Final = 1000
USUAL_PLAYERS: Final = 6

INTERRUPTED: Final = 130
"""The exit code of whoever is stopped by Ctrl-C, as shells count it (SIGINT)."""


class BadPractice(Exception):
    """The command line asks for what cannot be dealt; the message is one line."""


class BrokenHand(Exception):
    """Something broke that always holds; the message says what, and where the hand is written."""


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
    """Play the hands asked for and write what came of them; return the exit code.

    Without a game the games are listed. Raises BadPractice for what cannot be dealt, and
    BrokenHand, once the table is written, where something broke; 130 says that it was interrupted.
    """
    if game is None:
        out.writelines(f"{line}\n" for line in _games())
        return 0
    return _play(_read(game, players, hands, seed), out)


def _games() -> list[str]:
    wide = max(map(len, PRESETS))
    named = [f"  {name:<{wide}}  {_(preset.title)}" for name, preset in PRESETS.items()]
    return [_("Name a game to deal: --game NAME. There are"), *named]


def _read(game: str, players: str | None, hands: str | None, seed: str | None) -> Practice:
    """Read the command line; raise BadPractice for the first thing wrong with it."""
    try:
        preset = preset_named(game)
    except RefusedRules:
        names = ", ".join(PRESETS)
        raise BadPractice(
            _("there is no game {name}; there are {names}").format(name=repr(game), names=names)
        ) from None
    rules = _rules(preset)
    most = max(map(most_players, rules))
    seats = _number("--players", players, min(USUAL_PLAYERS, most), 2, MOST_SEATS)
    if seats > most:
        told = _("the deck of {name} has cards for {most} players, not for {players}")
        raise BadPractice(told.format(name=game, most=most, players=seats))
    return Practice(
        name=game,
        games=tuple(one for one in rules if most_players(one) >= seats),
        players=seats,
        hands=_number("--hands", hands, USUAL_HANDS, 1, MOST_HANDS),
        seed=_number("--seed", seed, secrets.randbelow(1 << 32), 0, MOST_SEED),
    )


def _rules(preset: Preset) -> tuple[HouseRules, ...]:
    """Return the rules of a preset; of dealer's choice those of every other (part E)."""
    own = preset.rules()
    if own.choice is Choice.NONE:
        return (own,)
    others = (one.rules() for one in PRESETS.values())
    return tuple(rules for rules in others if rules.choice is Choice.NONE)


def _number(option: str, text: str | None, usual: int, least: int, most: int) -> int:
    if text is None:
        return usual
    if text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most:
        return int(text)
    told = _("{option}: {text} is not a whole number from {least} to {most}")
    raise BadPractice(told.format(option=option, text=repr(text), least=least, most=most))


def _play(practice: Practice, out: TextIO) -> int:
    tally, began, code = Tally(), perf_counter(), 0
    broken: BrokenHand | None = None
    try:
        for number in range(1, practice.hands + 1):
            played = _prepared(practice, number)
            try:
                tally.add(played.play())
            except Broken as fault:
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


def _reported(practice: Practice, number: int, played: RandomHand, fault: Broken) -> str:
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
    except Broken as unwritten:
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

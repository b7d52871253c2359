"""Plays five-card stud on a pretend Discord: `python -m bot.rehearsal`."""

import argparse
import asyncio
import errno
import functools
import itertools
import os
import secrets
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from gettext import gettext as _
from typing import TypeVar

from bot.rehearsal.answer import NoAnswer
from bot.rehearsal.evening import Evening, NoGame, Stuck, games_offered
from bot.rehearsal.spec import NoSpec
from bot.rehearsal.stage import BotDied, Rehearsal
from bot.rehearsal.transcript import Transcript

REAL_TOKENS = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE")
MOST_HANDS = 1_000_000
GAME, ALL = "casino_fixed", "all"
IN_TURN = 5
"""How many hands each of several games is played for, where no number is asked for."""

REMEMBERED = 2000
T = TypeVar("T")
FAULTS = (BotDied, NoAnswer, Stuck, TimeoutError, AssertionError, OSError, sqlite3.Error)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; gives 0 after the evening, 1 when it failed, 2 for a bad start."""
    options = _parser().parse_args(arguments)
    for name in REAL_TOKENS:
        if os.environ.get(name):
            return _complain(
                _("The rehearsal does not start beside a real token: unset {name} first.").format(
                    name=name
                ),
                2,
            )
    try:
        return asyncio.run(_rehearse(options))
    except (NoSpec, NoGame) as fault:
        return _complain(str(fault), 2)
    except KeyboardInterrupt:
        return 0  # so early that nothing was begun yet


async def _rehearse(options: argparse.Namespace) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(ending, stop.set)
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    games: list[str] | None = options.game
    if games is None:
        games = await _on_stage(seed, options.port, games_offered)
    if not games:
        return 1
    several = options.hands or (None if len(games) == 1 else IN_TURN)
    for number, game in enumerate(itertools.cycle(games)):
        if stop.is_set() or (options.hands is not None and number == len(games)):
            break
        _tell(_("The game: {game}.").format(game=game))
        evenings = _Evenings(game, seed + number, options.port, stop)
        if not await evenings.play(several):
            return 1
    return 0


class _Evenings:
    """Plays one game: an evening, and another where one of them has all the chips too early."""

    def __init__(self, game: str, seed: int, port: int, stop: asyncio.Event) -> None:
        self._game = game
        self._seed = seed
        self._port = port
        self._stop = stop

    async def play(self, hands: int | None) -> bool:
        """Plays so many hands (None: until stopped) and says whether all went well."""
        played = 0
        while not self._stop.is_set() and (hands is None or played < hands):
            left = None if hands is None else hands - played
            evening = functools.partial(self._evening, hands=left)
            outcome = await _on_stage(self._seed, self._port, evening)
            if outcome is None:
                return False
            played, self._seed = played + outcome, self._seed + 1
        return True

    async def _evening(self, stage: Rehearsal, hands: int | None) -> int:
        Transcript(stage.world, _tell)
        evening = Evening(stage, self._stop, hands=hands, seed=self._seed, game=self._game)
        played = await evening.play()
        code = await stage.stop_bot()
        if code != 0:
            raise Stuck(_("the bot ended with exit code {code}").format(code=code))
        _tell_balances(evening.balances())
        return played


async def _on_stage(seed: int, port: int, work: Callable[[Rehearsal], Awaitable[T]]) -> T | None:
    """Does something on a stage with the bot, and gives what came of it, or None when it failed."""
    stage = Rehearsal(seed=seed, port=port, remember=REMEMBERED)
    try:
        async with stage:
            _tell(
                _("A pretend Discord listens on {url}; seed {seed}.").format(
                    url=stage.url, seed=seed
                )
            )
            await stage.start_bot()
            return await work(stage)
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            _fail(stage, fault)
            return None
        _complain(_("Port {port} on 127.0.0.1 is taken: name another.").format(port=port), 1)
        return None
    except FAULTS as fault:
        _fail(stage, fault)
        return None


def _fail(stage: Rehearsal, fault: Exception) -> None:
    words = str(fault) or type(fault).__name__
    _complain(words.splitlines()[0], 1)
    if stage.bot_output:
        _complain(stage.bot_output[-4000:], 1)


def _tell_balances(balances: dict[str, int]) -> None:
    _tell(_("Balances"))
    for name, chips in balances.items():
        _tell(f"    {name:<12}{chips:>8,}")
    _tell(f"    {_('Sum'):<12}{sum(balances.values()):>8,}")


def _tell(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def _complain(words: str, code: int) -> int:
    sys.stderr.write(words + "\n")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="doorcard rehearse",
        description=_("Plays five-card stud on a pretend Discord, without a token."),
    )
    parser.add_argument(
        "--hands", type=_bounded(1, MOST_HANDS), help=_("how many hands (default: until Ctrl-C)")
    )
    parser.add_argument("--seed", type=_bounded(0, (1 << 63) - 1), help=_("fixes cards and play"))
    parser.add_argument(
        "--port", type=_bounded(0, 65535), default=0, help=_("on 127.0.0.1 (default: a free one)")
    )
    parser.add_argument(
        "--game",
        type=_games,
        default=[GAME],
        metavar="NAME",
        help=_("a game, several with commas, or all: one table after another ({game})").format(
            game=GAME
        ),
    )
    return parser


def _games(text: str) -> list[str] | None:
    """Gives the names of games, None for all of them."""
    games = [name for word in text.split(",") if (name := word.strip())]
    if not games:
        raise argparse.ArgumentTypeError(_("{text} names no game").format(text=repr(text)))
    return None if ALL in games else games


class _Bounded:
    """Reads a whole number within bounds from the command line."""

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def __call__(self, text: str) -> int:
        """Gives the number; ArgumentTypeError, which argparse words, for anything else."""
        if not text.isascii() or not text.isdecimal() or not self._low <= int(text) <= self._high:
            raise argparse.ArgumentTypeError(
                _("{text} is not a whole number from {low} to {high}").format(
                    text=repr(text), low=self._low, high=self._high
                )
            )
        return int(text)


def _bounded(low: int, high: int) -> _Bounded:
    return _Bounded(low, high)


if __name__ == "__main__":
    sys.exit(main())

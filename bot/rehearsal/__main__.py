"""Plays five-card stud on a pretend Discord: `python -m bot.rehearsal`."""

import argparse
import asyncio
import errno
import os
import secrets
import signal
import sqlite3
import sys
from gettext import gettext as _

from bot.rehearsal.answer import NoAnswer
from bot.rehearsal.evening import Evening, Stuck
from bot.rehearsal.spec import NoSpec
from bot.rehearsal.stage import BotDied, Rehearsal
from bot.rehearsal.transcript import Transcript

REAL_TOKENS = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE")
MOST_HANDS = 1_000_000
REMEMBERED = 2000
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
        return asyncio.run(_rehearse(options.hands, options.seed, options.port))
    except NoSpec as fault:
        return _complain(str(fault), 2)
    except KeyboardInterrupt:
        return 0  # so early that nothing was begun yet


async def _rehearse(hands: int | None, seed: int | None, port: int) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    start = secrets.randbelow(1 << 32) if seed is None else seed
    played = evenings = 0
    while not stop.is_set() and (hands is None or played < hands):
        left = None if hands is None else hands - played
        outcome = await _evening(left, start + evenings, port, stop)
        if outcome is None:
            return 1
        played, evenings = played + outcome, evenings + 1
    return 0


async def _evening(hands: int | None, seed: int, port: int, stop: asyncio.Event) -> int | None:
    """Plays one evening and gives its number of hands, or None when it failed."""
    stage = Rehearsal(seed=seed, port=port, remember=REMEMBERED)
    try:
        async with stage:
            Transcript(stage.world, _tell)
            _tell(
                _("A pretend Discord listens on {url}; seed {seed}.").format(
                    url=stage.url, seed=seed
                )
            )
            await stage.start_bot()
            evening = Evening(stage, stop, hands=hands, seed=seed)
            played = await evening.play()
            code = await stage.stop_bot()
            if code != 0:
                raise Stuck(_("the bot ended with exit code {code}").format(code=code))
            _tell_balances(evening.balances())
            return played
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
    return parser


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

"""The command line: run the bot, look after its database, replay or deal hands, rehearse."""

from __future__ import annotations

import argparse
import asyncio
import io
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NoReturn, TextIO

from bot.argument import MOST_SEED, BadOption, game_names, whole_number
from bot.broken import BrokenHand
from bot.discreet import flat
from bot.practice import deal
from bot.replay import replay_files

TROUBLE: Final = 1
"""The exit code of a bot that could not start or was thrown out, and of a hand that broke."""

BAD_INPUT: Final = 2
"""The exit code of a bot that was started wrongly: settings, database, command line."""

CLOSED_PIPE: Final = 141
"""The exit code of whoever writes to a reader that has gone, as shells count it (SIGPIPE)."""

_REHEARSED: Final = {"hands": (1, 1_000_000), "seed": (0, MOST_SEED), "port": (0, 65_535)}
"""The bounds of the rehearsal's numbers."""


class CommandLine(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, as everything else of the program does."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        raise SystemExit(_complain(f"{message} (see {self.prog} --help)", BAD_INPUT))


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for and return the exit code."""
    asked = _parser().parse_args(arguments)
    os.umask(0o077)  # what is made holds cards and members: it is for this user alone
    match asked.command:
        case "replay":
            return _replay(asked)
        case "deal":
            return _deal(asked)
        case "rehearse":
            return _rehearse(asked)
        case "health":
            return _health()
        case "backup":
            return _backup(asked)
        case "restore":
            return _restore(asked)
        case "audit":
            return _audit(asked)
        case "doctor":
            return _doctor()
        case _:
            return _run()


def _parser() -> argparse.ArgumentParser:
    parser = CommandLine(prog="doorcard", description="A Discord bot that deals five-card stud.")
    parser.add_argument("--version", action="version", version=f"doorcard {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="connect to Discord and deal (the default)")
    commands.add_parser("health", help="tell whether the bot that should be running is well")
    saved = commands.add_parser("backup", help="copy the database while the bot plays on")
    saved.add_argument("path", metavar="PATH", help="a new file")
    restored = commands.add_parser("restore", help="put a backup in the place of the database")
    restored.add_argument("path", metavar="PATH", help="a file that `doorcard backup` has written")
    audited = commands.add_parser("audit", help="tell whether everything in the database adds up")
    audited.add_argument(
        "--hands", metavar="N", help="how many hands that are over are replayed (default: 1000)"
    )
    commands.add_parser("doctor", help="look at versions, settings, database and permissions")
    replayed = commands.add_parser("replay", help="play written hands again and compare")
    replayed.add_argument("--json", action="store_true", help="a JSON object a file")
    replayed.add_argument("files", nargs="+", metavar="FILE")
    dealt = commands.add_parser("deal", help="deal random hands, verify and count what comes out")
    dealt.add_argument(
        "--game",
        metavar="NAME",
        help="a game, several with commas, or all; without it the games are listed",
    )
    for name, words in (
        ("--players", "how many are dealt in (default: 6, or what the deck has cards for)"),
        ("--hands", "how many hands (default: 1000)"),
        ("--seed", "fixes cards and play"),
    ):
        dealt.add_argument(name, metavar="N", help=words)
    rehearsed = commands.add_parser("rehearse", help="play against a pretend Discord, no token")
    for name, words in (
        ("--hands", "stop after so many hands"),
        ("--seed", "the shuffle's seed"),
        ("--port", "the port of the pretend Discord"),
    ):
        rehearsed.add_argument(name, metavar="N", help=words)
    rehearsed.add_argument("--game", metavar="NAME", help="a game, several with commas, or all")
    return parser


def _version() -> str:
    try:
        return version("doorcard")
    except PackageNotFoundError:
        return "(not installed)"


def _replay(asked: argparse.Namespace) -> int:
    return _to_output(lambda out: replay_files(asked.files, out, as_json=asked.json))


def _deal(asked: argparse.Namespace) -> int:
    try:
        return _to_output(lambda out: deal(asked.game, asked.players, asked.hands, asked.seed, out))
    except BadOption as fault:
        return _complain(fault, BAD_INPUT)
    except BrokenHand as fault:
        return _complain(fault, TROUBLE)


def _to_output(write: Callable[[TextIO], int]) -> int:
    """Let something write to standard output, which may be closed, full, or read no further."""
    if sys.stdout is None:
        return _complain("standard output is closed", BAD_INPUT)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may be in any script
    try:
        code = write(sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return CLOSED_PIPE
    except OSError as error:
        _drop_output()
        return _complain(f"standard output cannot be written: {error.strerror}", BAD_INPUT)
    return code


def _drop_output() -> None:
    """Let what is not written yet go nowhere: Python would complain when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rehearse(asked: argparse.Namespace) -> int:
    """Become the rehearsal, which is a process of its own and starts the bot beside it."""
    try:
        options = list(_rehearsal_options(asked))
    except BadOption as fault:
        return _complain(fault, BAD_INPUT)
    command = [sys.executable, "-m", "bot.rehearsal", *options]
    return os.execv(sys.executable, command)  # noqa: S606 -- our own module


def _rehearsal_options(asked: argparse.Namespace) -> Iterator[str]:
    """Yield the options given; raise BadOption for a wrong one before a stage is set."""
    for name, (least, most) in _REHEARSED.items():
        text = getattr(asked, name)
        if text is not None:
            yield from (f"--{name}", str(whole_number(f"--{name}", text, least, most)))
    if asked.game is not None:
        game_names(asked.game)
        yield from ("--game", asked.game)


def _health() -> int:
    """Tell whether the bot is well: for whoever watches it, by the exit code."""
    from bot.heartbeat import Unwell, verify_alive  # noqa: PLC0415

    def look(database: Path, _out: TextIO) -> int:
        try:
            verify_alive(database)
        except Unwell as unwell:
            return _complain(unwell, TROUBLE)
        return 0

    return _beside(look)


def _backup(asked: argparse.Namespace) -> int:
    from bot.store.backup import back_up  # noqa: PLC0415

    def save(database: Path, out: TextIO) -> int:
        copied = back_up(database, Path(asked.path))
        out.write(f"{asked.path}: {copied.size:,} bytes, schema {copied.schema}\n")
        return 0

    return _beside(save)


def _restore(asked: argparse.Namespace) -> int:
    from bot.store.restore import restore  # noqa: PLC0415

    def put(database: Path, out: TextIO) -> int:
        restored = restore(database, Path(asked.path))
        before = restored.aside or "nothing"
        out.write(f"{database}: restored, schema {restored.schema}; before it was {before}\n")
        return 0

    return _beside(put)


def _audit(asked: argparse.Namespace) -> int:
    from bot.auditing import HANDS, MOST_HANDS, audit  # noqa: PLC0415

    try:
        number = asked.hands
        hands = HANDS if number is None else whole_number("--hands", number, 0, MOST_HANDS)
    except BadOption as fault:
        return _complain(fault, BAD_INPUT)
    return _beside(lambda database, out: audit(database, hands, out))


def _doctor() -> int:
    from bot.doctor import examine  # noqa: PLC0415

    return _to_output(lambda out: examine(Path(".env"), out))


def _beside(work: Callable[[Path, TextIO], int]) -> int:
    """Do something with the database of the settings, whether or not a bot is using it."""
    from bot.settings import read_whereabouts  # noqa: PLC0415
    from bot.store import StoreFault  # noqa: PLC0415
    from bot.variables import SettingsFault  # noqa: PLC0415

    try:
        database = read_whereabouts(Path(".env")).database
        return _to_output(lambda out: work(database, out))
    except (SettingsFault, StoreFault) as fault:
        return _complain(fault, BAD_INPUT)


def _run() -> int:
    """Run the bot until it is stopped.

    What needs Discord or a database is loaded here: a replay needs neither. An order to stop that
    comes meanwhile waits until somebody listens (`Stop`): process 1 of a container is deaf to it.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    from bot.process import begin_log, serve  # noqa: PLC0415
    from bot.running import StartFault  # noqa: PLC0415
    from bot.settings import read_settings  # noqa: PLC0415
    from bot.store import StoreFault  # noqa: PLC0415
    from bot.variables import SettingsFault  # noqa: PLC0415

    try:
        settings = read_settings(Path(".env"))
        begin_log(settings)
        asyncio.run(serve(settings))
    except (SettingsFault, StoreFault) as fault:
        return _complain(fault, BAD_INPUT)
    except StartFault as fault:
        return _complain(fault, TROUBLE)
    except Exception:
        # Python would write the traceback itself, and mask no token in it.
        logging.getLogger(__name__).exception("the bot ends by a fault of its own")
        return TROUBLE
    return 0


def _complain(fault: Exception | str, code: int) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"doorcard: {flat(str(fault))}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())

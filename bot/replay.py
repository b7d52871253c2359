"""`doorcard replay`: written hands played again, a line or a JSON object for each file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO
from unicodedata import category

from engine.replay import Replay, Verdict, replay

MOST_BYTES: Final = 256 * 1024
"""The largest file that is read: the longest hand takes a few kilobytes."""

_STEERING: Final = frozenset({"Cc", "Cf"})
"""The classes of signs without a picture that do something to the signs around them."""


def replay_files(files: Sequence[str], out: TextIO, *, as_json: bool) -> int:
    """Replay each file, write what became of it, and return the highest exit code.

    0: legal and ending as written; 1: one ends otherwise, or takes an act it says is refused;
    2: an illegal act or a file that cannot be read.
    """
    worst = Verdict.LEGAL
    for file in files:
        played = _replay_file(file)
        worst = max(worst, played.verdict)
        line = json.dumps(_json_of(file, played)) if as_json else ""
        out.write((line or _line_of(file, played)) + "\n")
    return int(worst)


def _replay_file(file: str) -> Replay:
    try:
        with Path(file).open("rb") as stream:
            text = stream.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            return Replay(Verdict.BROKEN, error=f"is larger than {MOST_BYTES:,} bytes")
        return replay(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Replay(Verdict.BROKEN, error="is not a text file in UTF-8")
    except OSError as error:
        return Replay(Verdict.BROKEN, error=error.strerror or str(error))


def _json_of(file: str, played: Replay) -> dict[str, object]:
    return {
        "file": file,
        "ok": played.verdict is Verdict.LEGAL,
        "players": list(played.players),
        "starting_stacks": list(played.starting_stacks),
        "finishing_stacks": list(played.finishing_stacks),
        "pots": [
            {
                "amount": pot.amount,
                "contenders": list(pot.contenders),
                "winners": list(pot.winners),
            }
            for pot in played.pots
        ],
        "unchecked": list(played.unchecked),
        "error": played.error,
    }


def _line_of(file: str, played: Replay) -> str:
    if played.verdict is not Verdict.LEGAL:
        return f"{file}: {_flat(played.error or 'broken')}"
    ends = zip(played.players, played.finishing_stacks, strict=False)
    stacks = ", ".join(f"{player} {stack}" for player, stack in ends) or "not played to its end"
    line = f"{file}: ok, {stacks}"
    if played.unchecked:
        line += f" (unchecked: {'; '.join(played.unchecked)})"
    return _flat(line)


def _flat(text: str) -> str:
    """Return a text as one line that any terminal takes, names of no encoding included.

    A stranger's file may hold signs that steer a terminal or turn the line round: they are told as
    what they are.
    """
    line = " ".join(text.split())
    shown = "".join(
        sign.encode("unicode_escape").decode() if category(sign) in _STEERING else sign
        for sign in line
    )
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")

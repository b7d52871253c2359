"""The command line: replaying written hands, and what it says of itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.rehearsal.process import ROOT

LEGAL = """\
variant = "F5S"
antes = [1, 1]
players = ["Ann", "Ben"]
starting_stacks = [100, 100]
finishing_stacks = [{ann}, {ben}]
actions = [
  "d dh p1 2c", "d dh p2 7d", "d dh p1 9c", "d dh p2 Kd",
  {acts}
]
[_rules]
ante = 1
bring_in_mode = "low"
bring_in = 4
small = 10
big = 20
"""


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(name: str, acts: str, ann: int, ben: int) -> str:
        file = tmp_path / name
        file.write_text(LEGAL.format(acts=acts, ann=ann, ben=ben), encoding="utf-8")
        return str(file)

    return write


def test_a_legal_file_is_one_line_and_exit_0(
    written: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written("good.phh", '"p1 pb", "p2 f"', 101, 99)
    assert main(["replay", file]) == 0
    assert capsys.readouterr().out == f"{file}: ok, Ann 101, Ben 99\n"


def test_a_strangers_names_steer_no_terminal(
    written: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(written("good.phh", '"p1 pb", "p2 f"', 101, 99))
    steering = r"\u001b[31mAnn\u202e\u0007"
    file.write_text(file.read_text("utf-8").replace('"Ann"', f'"{steering}"'), "utf-8")
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert told == f"{file}: ok, \\x1b[31mAnn\\u202e\\x07 101, Ben 99\n"


def test_other_stacks_are_exit_1(written: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = written("other.phh", '"p1 pb", "p2 f"', 100, 100)
    assert main(["replay", file]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_an_illegal_act_is_exit_2_and_the_highest_code_wins(
    written: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    good = written("good.phh", '"p1 pb", "p2 f"', 101, 99)
    bad = written("bad.phh", '"p1 pb", "p2 cbr 11"', 101, 99)
    assert main(["replay", "--json", good, bad]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["ok"] is True
    assert first["players"] == ["Ann", "Ben"]
    assert first["starting_stacks"] == [100, 100]
    assert first["finishing_stacks"] == [101, 99]
    assert first["pots"] == [{"amount": 2, "contenders": ["Ann"], "winners": ["Ann"]}]
    assert first["error"] is None
    assert second["ok"] is False
    assert "action 6" in second["error"]


@pytest.mark.parametrize("kind", ["missing", "folder", "binary", "no toml"])
def test_an_unreadable_file_is_exit_2_and_one_line(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.phh"
    match kind:
        case "folder":
            file.mkdir()
        case "binary":
            file.write_bytes(b"\xff\xfe\x00")
        case "no toml":
            file.write_text("= = =", encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_file_that_begins_with_a_mark_of_its_encoding_is_read(
    written: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written("windows.phh", '"p1 pb", "p2 f"', 101, 99)
    Path(file).write_text(Path(file).read_text("utf-8"), encoding="utf-8-sig")
    assert main(["replay", file]) == 0
    assert "ok, Ann 101" in capsys.readouterr().out


def in_a_shell(command: str, *files: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of which "$@" is `doorcard replay FILE...`."""
    replay = [sys.executable, "-m", "bot", "replay", *files]
    return subprocess.run(
        ["/bin/sh", "-c", command, "sh", *replay],
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_reader_who_has_enough_ends_it_silently(written: Any) -> None:
    """More lines than a pipe holds, and a reader who takes one."""
    file = written("good.phh", '"p1 pb", "p2 f"', 101, 99)
    done = in_a_shell('{ "$@"; echo "code $?" >&2; } | read first', *[file] * 2000)
    assert done.stderr == "code 141\n"


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (">&-", "is closed"),
        pytest.param(
            "> /dev/full",
            "cannot be written: No space left on device",
            marks=pytest.mark.skipif(
                not Path("/dev/full").exists(), reason="no device of this system is always full"
            ),
        ),
    ],
)
@pytest.mark.parametrize("many", [1, 1000])
def test_an_output_that_takes_nothing_is_one_line_and_exit_2(
    written: Any, output: str, words: str, many: int
) -> None:
    file = written("good.phh", '"p1 pb", "p2 f"', 101, 99)
    done = in_a_shell(f'"$@" {output}', *[file] * many)
    assert (done.returncode, done.stderr) == (2, f"doorcard: standard output {words}\n")


def test_names_that_the_output_cannot_write_are_spelt(written: Any) -> None:
    file = written("good.phh", '"p1 pb", "p2 f"', 101, 99)
    text = Path(file).read_text("utf-8").replace("Ann", "Än\u4e2d")
    Path(file).write_text(text, encoding="utf-8")
    done = in_a_shell('"$@"', file)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"ok, \xc4n\u4e2d 101" in done.stdout


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--version"])
    assert done.value.code == 0
    assert capsys.readouterr().out.startswith("doorcard ")


def test_an_unknown_command_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["shuffle"])
    assert done.value.code == 2
    assert "shuffle" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["shuffle"], "invalid choice: 'shuffle'"),
        (["backup"], "the following arguments are required: PATH (see doorcard backup --help)"),
        (["backup", "a", "b"], "unrecognized arguments: b"),
        (["restore"], "the following arguments are required: PATH"),
        (["audit", "--hands"], "argument --hands: expected one argument"),
        (["audit", "--all"], "unrecognized arguments: --all"),
        (["health", "now"], "unrecognized arguments: now"),
        (["doctor", "--quick"], "unrecognized arguments: --quick"),
        (["backup", "a\n\x1b[31mb/c"], "a\\n\\x1b[31mb is no folder: make it first"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_exit_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOORCARD_DATABASE", "chips.db")
    try:
        code: object = main(arguments)
    except SystemExit as done:
        code = done.code
    out, said = capsys.readouterr()
    assert (code, out) == (2, "")
    assert said.startswith("doorcard: ")
    assert words in said
    assert len(said.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--hands", "many", "--hands: 'many' is not a whole number from 1 to 1000000"),
        ("--seed", "-1", "--seed: '-1' is not a whole number from 0 to 9223372036854775807"),
        ("--port", "65536", "--port: '65536' is not a whole number from 0 to 65535"),
        ("--game", ",", "--game: ',' names no game"),
        ("--game", "hilo,nope", "there is no game 'nope'; there are casino_fixed, "),
    ],
)
def test_a_wrong_option_of_the_rehearsal_is_one_line_before_anything_starts(
    tmp_path: Path, option: str, value: str, words: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "rehearse", f"{option}={value}"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"doorcard: {words}")
    assert len(done.stderr.splitlines()) == 1

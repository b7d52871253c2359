"""What the files around the container promise: the invite link, the settings, the commands."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import discord
import pytest

from bot import asked
from bot.__main__ import main
from bot.settings import Settings
from tests.image.context import Context
from tests.image.inspection import holds

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
TOLD = [ROOT / "README.md", ROOT / "docs" / "hosting.md"]


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.name)
def test_the_invite_link_asks_for_what_a_table_needs_and_no_more(path: Path) -> None:
    needed = (*asked.NEEDED, "send_messages", "send_messages_in_threads")
    number = discord.Permissions(**dict.fromkeys(needed, True)).value
    links = re.findall(r"scope=(\S+)&permissions=(\d+)", path.read_text("utf-8"))
    assert links == [("bot+applications.commands", str(number))]


def test_every_setting_stands_in_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    names = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert len(names) > 5
    assert [name for name in names if name not in example] == []


def test_every_command_in_the_guide_is_one() -> None:
    commands = set(re.findall(r"\bdoorcard(?: -T)? doorcard ([a-z]+)", HOSTING))
    commands |= set(re.findall(r"\.venv/bin/doorcard ([a-z]+)", HOSTING))
    assert commands >= {"backup", "health", "audit"}
    for command in sorted(commands):
        with pytest.raises(SystemExit) as end:
            main([command, "--help"])
        assert end.value.code == 0, command


def told_after(words: str) -> str:
    """Return what the guide tells to write into a file, from the line that begins so."""
    lines = HOSTING[HOSTING.index(f"    {words}\n") :].splitlines()
    end = next(at for at, line in enumerate(lines) if line and not line.startswith("    "))
    return "".join(f"{line[4:]}\n" for line in lines[:end])


# Stands for Docker: the container's /data is a folder beside it, and bringing out may fail.
DOCKER = """#!/bin/sh
cd "$(dirname "$0")"
case "$*" in
*" rm -f "*) rm -f "data/${7##*/}" ;;
*" backup "*) echo chips > "data/${7##*/}" ;;
*" cp "*) [ -e full ] && exit 1; cp "data/${3##*/}" "home/$4" ;;
esac
"""


@pytest.mark.parametrize("full", [False, True], ids=["there is room", "the disk is full"])
def test_the_guides_backup_leaves_one_copy_at_most_and_none_in_the_volume(
    tmp_path: Path, *, full: bool
) -> None:
    for folder in ("data", "home"):
        (tmp_path / folder).mkdir()
    if full:
        (tmp_path / "full").touch()
    (tmp_path / "docker").write_text(DOCKER, "utf-8")
    (tmp_path / "docker").chmod(0o755)
    (tmp_path / "home" / "backup.sh").write_text(told_after("#!/bin/sh"), "utf-8")
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ("/bin/sh", "home/backup.sh")
    done = subprocess.run(command, cwd=tmp_path, env=path, check=False, timeout=60)
    backups = tmp_path / "home" / "backups"
    assert (done.returncode == 0) is not full
    assert [one.suffix for one in backups.iterdir()] == ([] if full else [".sqlite3"])
    assert backups.stat().st_mode & 0o777 == 0o700
    assert list((tmp_path / "data").iterdir()) == []


def test_every_make_target_in_the_guide_is_one() -> None:
    targets = set(re.findall(r"(?:^ {4}(?:.* )?|`)make ([a-z]+)", HOSTING, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert targets == {"install", "run"}
    assert [one for one in targets if f"\n{one}: " not in makefile] == []


def test_the_image_is_built_on_the_same_base_by_compose_and_without() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    (base,) = re.findall(r"^ARG BASE=(\S+)$", dockerfile, re.MULTILINE)
    assert f"BASE: ${{BASE:-{base}}}\n" in (ROOT / "compose.yaml").read_text("utf-8")
    assert f"# BASE={base}\n" in (ROOT / ".env.example").read_text("utf-8")


def test_what_lies_beside_the_code_is_laid_where_it_could_slip_in(tmp_path: Path) -> None:
    context = Context(ROOT, tmp_path / "context")
    assert holds(context.folder / ".env", context.marker.encode())
    assert not holds(context.folder / "Dockerfile", context.marker.encode())
    assert (context.folder / "bot" / "__main__.py").exists()

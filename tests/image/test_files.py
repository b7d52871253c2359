"""What the files around the container promise: the invite link, the settings, the commands."""

from __future__ import annotations

import re
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


def test_what_lies_beside_the_code_is_laid_where_it_could_slip_in(tmp_path: Path) -> None:
    context = Context(ROOT, tmp_path / "context")
    assert holds(context.folder / ".env", context.marker.encode())
    assert not holds(context.folder / "Dockerfile", context.marker.encode())
    assert (context.folder / "bot" / "__main__.py").exists()

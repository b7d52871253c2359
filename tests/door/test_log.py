"""Where the log goes: standard output, as text or JSON; what keeps from starting to the other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.rehearsal.process import ROOT

TOKEN = "doorcard-rehearsal-" + "0" * 32


def run(tmp_path: Path, form: str) -> subprocess.CompletedProcess[str]:
    """Run a bot that finds no Discord."""
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "DOORCARD_DISCORD_URL": "http://127.0.0.1:9",
            "DOORCARD_LOG_FORMAT": form,
            "DOORCARD_SHARD_COUNT": "",
        },
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_is_output_and_the_fault_is_not(tmp_path: Path, form: str) -> None:
    done = run(tmp_path, form)
    assert done.returncode == 1
    assert done.stderr.startswith("doorcard: Discord cannot be reached: ")
    assert len(done.stderr.splitlines()) == 1
    assert "the chips are in " in done.stdout
    assert TOKEN not in done.stdout
    if form == "json":
        records = [json.loads(line) for line in done.stdout.splitlines()]
        assert {"time", "level", "logger", "message"} <= records[0].keys()

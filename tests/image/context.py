"""What the image is built from: a copy of the project in which secrets lie about."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path
from typing import Final

_LEFT_OUT: Final = (
    *(".git", ".venv", "build", "dist", "data", "secrets", ".env", "*.sqlite3*", "*.egg-info"),
    *("__pycache__", ".*_cache", ".hypothesis", ".coverage*"),
)
_DECOYS: Final = (
    *(".env", ".env.local", ".git/config", ".git/objects/pack", "secrets/discord_token"),
    *("data/doorcard.sqlite3", "doorcard.sqlite3", "bot/.env", "bot/chips.sqlite3-wal"),
    *("discord_token.txt", "tests/decoy.py", "engine/__pycache__/cards.cpython-311.pyc"),
    *("backup.tar", ".venv/decoy"),
)
"""What may lie in the folder of who builds the image, and must not get into it."""


class Context:
    """A copy of the project; each file that must stay out holds `marker`."""

    def __init__(self, project: Path, folder: Path) -> None:
        """Copy the project into a folder that is not there yet, and lay the decoys."""
        self.folder = folder
        self.marker = f"decoy-{secrets.token_hex(16)}"
        shutil.copytree(project, folder, ignore=shutil.ignore_patterns(*_LEFT_OUT))
        for name in _DECOYS:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"DISCORD_TOKEN={self.marker}\n", encoding="utf-8")

    @property
    def decoys(self) -> int:
        """Return how many files must stay out."""
        return len(_DECOYS)

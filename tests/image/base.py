"""Base images made on the spot: a small Debian with its own Python, from no image registry."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.image.unmet import NoTools

PACKAGES: Final = {"mmdebstrap": "mmdebstrap"}
_INCLUDED: Final = "python3,python3-venv,ca-certificates,tzdata"

_PIP: Final = '--customize-hook=chroot "$1" python3 -m venv /usr/local'
"""Gives it a pip where the official image of Python has its own."""


@dataclass(frozen=True, slots=True)
class Base:
    """A release of Debian, and the version of Python that it brings."""

    suite: str
    python: str

    @property
    def image(self) -> str:
        """Return the name of its image."""
        return f"localhost/base:{self.suite}"

    def made_in(self, folder: Path) -> Path:
        """Return its root file system as a tar file; one that was made before is taken again.

        Raises NoTools where it can't be made.
        """
        folder.mkdir(parents=True, exist_ok=True)
        tar = folder / f"{self.suite}.tar"
        if tar.exists():
            return tar
        half = folder / f"{self.suite}.half.tar"
        half.unlink(missing_ok=True)
        command = ("mmdebstrap", "--quiet", "--variant=minbase", f"--include={_INCLUDED}", _PIP)
        try:
            subprocess.run(
                (*command, self.suite, str(half)),
                check=True,
                capture_output=True,
                text=True,
                timeout=900,
            )
        except subprocess.CalledProcessError as error:
            last = " ".join(error.stderr.splitlines()[-2:])
            raise NoTools(f"mmdebstrap can't make a base of {self.suite}: {last}") from error
        except subprocess.TimeoutExpired as error:
            raise NoTools(f"mmdebstrap takes more than 15 minutes for {self.suite}") from error
        return half.rename(tar)


BASES: Final = (Base("bookworm", "3.11"), Base("trixie", "3.13"))

"""`make image-check`: the image built and run for real, on a Debian with each Python it is for.

Each thing that was seen is a line. Exit code 0 when all is as it must be, 1 when something is not,
2 where this machine lacks what is needed. CA_BUNDLE and PIP_CONF name files that are there for the
build alone: the certificates of whoever sees to this machine's connections, and pip's settings.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.image import base as bases
from tests.image import podman as podmen
from tests.image.base import BASES, Base
from tests.image.context import Context
from tests.image.inspection import inspect
from tests.image.life import Life
from tests.image.podman import Podman, verify_installed
from tests.image.sights import Sights
from tests.image.unmet import NoTools, Unmet

PROJECT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = PROJECT / "build" / "image"
"""Where the bases are kept for the next time; `make clean` removes them."""

_IMAGE: Final = "localhost/doorcard:verified"
_CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"
FAILED, NO_TOOLS, INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the image on each base asked for and return the exit code."""
    asked = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sights = Sights(sys.stdout)
    try:
        _verify_machine()
        mounts = list(_mounts(asked))
        for one in BASES:
            if asked.base in (None, one.suite):
                _verify(one, mounts, sights)
    except NoTools as fault:
        return _complain(str(fault), NO_TOOLS)
    except Unmet as fault:
        return _complain(f"FAILED {fault}", FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    sights.tell("the image is as it must be")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make image-check", description=__doc__)
    parser.add_argument("--base", choices=[one.suite for one in BASES], help="on this one alone")
    parser.add_argument("--ca-bundle", type=Path, help="certificates for the build alone")
    parser.add_argument("--pip-conf", type=Path, help="pip's settings for the build alone")
    return parser


def _verify_machine() -> None:
    """Raise NoTools where the image can't be run here."""
    if sys.platform != "linux":
        raise NoTools("the image is verified on Linux only")
    if os.geteuid() != 0:
        raise NoTools("the bases are made and the containers run as root: sudo make image-check")
    verify_installed({**podmen.PACKAGES, **bases.PACKAGES})


def _mounts(asked: argparse.Namespace) -> list[str]:
    """Return what the build alone may read of this machine."""
    mounts = []
    for file, there in ((asked.ca_bundle, _CERTIFICATES), (asked.pip_conf, "/etc/pip.conf")):
        if file is None:
            continue
        if not file.is_file():
            raise NoTools(f"{file} is no file")
        mounts.append(f"{file.resolve()}:{there}:ro")
    return mounts


def _verify(base: Base, mounts: Sequence[str], sights: Sights) -> None:
    """Build the image on a base, look at it, and let it live through an evening."""
    sights.tell(f"Python {base.python} ({base.suite})")
    tar = base.made_in(KEPT)
    sights.see(f"a base of {tar.stat().st_size / 1e6:.0f} MB made of Debian's packages")
    with tempfile.TemporaryDirectory(prefix="doorcard-image-") as name:
        folder = Path(name)
        podman = Podman(folder / "podman")
        try:
            _build(podman, base, tar, mounts, folder, sights)
            asyncio.run(Life(podman, _IMAGE, folder, sights).live())
        finally:
            podman.remove_all()


def _build(
    podman: Podman, base: Base, tar: Path, mounts: Sequence[str], folder: Path, sights: Sights
) -> None:
    podman.import_base(tar, base.image)
    context = Context(PROJECT, folder / "context")
    began = time.monotonic()
    podman.build(context.folder, base.image, _IMAGE, mounts)
    sights.see(f"built in {time.monotonic() - began:.0f} s, {context.decoys} secrets lying about")
    for line in inspect(podman, _IMAGE, base.image, context.marker, folder):
        sights.see(line)
    python = podman.run("run", "--rm", *podman.limits, "--entrypoint=python3", _IMAGE, "--version")
    if not python.startswith(f"Python {base.python}."):
        raise Unmet(f"the base brings {python}, not {base.python}")
    sights.see(f"{podman.run('run', '--rm', *podman.limits, _IMAGE, '--version')} on {python}")


def _complain(words: str, code: int) -> int:
    sys.stderr.write(f"image-check: {words}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())

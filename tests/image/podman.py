"""Podman with a store of its own: nothing of the machine's own containers is seen or touched."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.image.unmet import NoTools, Unmet

PACKAGES: Final = {"podman": "podman", "runc": "runc", "conmon": "conmon"}
"""The programs that are needed, and the Debian packages that bring them."""

_FILES: Final = ("--ulimit", "nofile=4096:4096")
"""Limits of its own: podman's usual ones are refused to a root without CAP_SYS_RESOURCE."""

_PROCESSES: Final = ("--ulimit", "nproc=4096:4096")


class Podman:
    """The commands of podman that the verification needs, on images and volumes in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # runc and cgroupfs: crun fails on hybrid cgroups, and no systemd need run.
        self._command = (
            *("podman", "--root", str(folder / "storage"), "--runroot", str(folder / "run")),
            *("--tmpdir", str(folder / "tmp"), "--storage-driver", "overlay"),
            *("--cgroup-manager", "cgroupfs", "--runtime", "runc"),
        )

    def call(self, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        """Run one command to its end, whatever its exit code; Unmet after `timeout` seconds."""
        try:
            return subprocess.run(
                (*self._command, *arguments),
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=timeout,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired as error:
            raise Unmet(f"podman {arguments[0]} takes more than {timeout:.0f} s") from error

    def run(self, *arguments: str, timeout: float = 120) -> str:
        """Run one command and return what it prints; raise Unmet where it fails."""
        done = self.call(*arguments, timeout=timeout)
        if done.returncode != 0:
            words = [*done.stdout.splitlines(), *done.stderr.splitlines()][-12:]
            told = "\n".join(f"       {line}" for line in words)
            raise Unmet(f"podman {arguments[0]} ends with exit code {done.returncode}:\n{told}")
        return done.stdout.strip()

    def import_base(self, tar: Path, name: str) -> None:
        """Make an image of a root file system."""
        path = "ENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        self.run("import", "--quiet", "--change", path, str(tar), name)

    def build(self, context: Path, base: str, name: str, mounts: Sequence[str]) -> None:
        """Build the Dockerfile of a folder on a base; the mounts are there for the build alone."""
        volumes = [word for mount in mounts for word in ("--volume", mount)]
        self.run(
            *("build", "--quiet", "--network=host", *_FILES, "--pull=never"),
            *("--format=docker", *volumes, "--build-arg", f"BASE={base}"),
            *("--tag", name, str(context)),
            timeout=900,
        )

    def inspect(self, name: str) -> Any:
        """Return what podman knows of an image or a container."""
        return json.loads(self.run("inspect", name))[0]

    def start_new(self, name: str, image: str, *options: str) -> None:
        """Start a container in the background, on this machine's network."""
        self.run("run", "--detach", "--name", name, "--network=host", *self.limits, *options, image)

    @property
    def limits(self) -> tuple[str, ...]:
        """Return the limits that each container is started with."""
        return (*_FILES, *_PROCESSES)

    def remove_all(self) -> None:
        """End every container and forget all that is stored."""
        self.call("rm", "--all", "--force", "--time=0")
        self.call("volume", "rm", "--all", "--force")
        self.call("rmi", "--all", "--force")
        self.call("system", "reset", "--force")
        shutil.rmtree(self._folder, ignore_errors=True)


def verify_installed(programs: dict[str, str]) -> None:
    """Raise NoTools naming the Debian packages of the programs that are not there."""
    lacking = [package for program, package in programs.items() if shutil.which(program) is None]
    if lacking:
        raise NoTools(
            "the image can't be verified here, install what is missing:"
            f" apt-get install --no-install-recommends {' '.join(lacking)}"
        )

"""One container of the bot, as compose.yaml starts it: locked down, beside a pretend Discord."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

from bot.rehearsal.stage import Rehearsal
from tests.image.podman import Podman
from tests.image.unmet import Unmet, require

LOCKED_DOWN: Final = (
    *("--read-only", "--tmpfs=/tmp", "--cap-drop=all", "--security-opt=no-new-privileges"),
    "--pids-limit=100",
)
_ASKED_EVERY: Final = 1.0
_KILLED: Final = 137
_PATIENCE: Final = 20
"""Seconds that a container gets to end; compose.yaml gives as many."""


class Container:
    """A container named `name`; its chips are in the volume of that name."""

    def __init__(self, podman: Podman, stage: Rehearsal, image: str, name: str) -> None:
        self._podman = podman
        self._stage = stage
        self._image = image
        self.name = name

    async def create(self, token_file: Path, *options: str, pause: float = 1) -> None:
        """Start it for the first time, the token as a file; return when the bot is connected."""
        seen = self._stage.gateway.identified
        await asyncio.to_thread(
            self._podman.start_new,
            self.name,
            self._image,
            *options,
            f"--volume={self.name}:/data",
            f"--volume={token_file}:/run/secrets/discord_token:ro",
            "--env=DISCORD_TOKEN_FILE=/run/secrets/discord_token",
            f"--env=DOORCARD_DISCORD_URL={self._stage.url}",
            f"--env=DOORCARD_PAUSE={pause}",
        )
        await self._connected(seen)

    async def start(self) -> None:
        """Start it again; return when the bot is connected."""
        seen = self._stage.gateway.identified
        await self._run("start", self.name)
        await self._connected(seen)

    async def kill(self) -> None:
        """End it at once (SIGKILL)."""
        await self._run("kill", "--signal=KILL", self.name)
        code = await self._run("wait", self.name)
        require(code == str(_KILLED), f"killed it ends with exit code {code}")

    async def stop(self) -> float:
        """Send SIGTERM and return the seconds until it has ended; Unmet unless with code 0."""
        began = time.monotonic()
        await self._run("stop", f"--time={_PATIENCE}", self.name)
        took = time.monotonic() - began
        code = await self._run("inspect", self.name, "--format={{.State.ExitCode}}")
        require(code == "0", f"SIGTERM ends it with exit code {code} after {took:.1f} s")
        return took

    async def inside(self, *arguments: str) -> str:
        """Run `doorcard` inside it beside the bot and return what it prints."""
        return await self._run("exec", self.name, "doorcard", *arguments)

    async def instead(self, *arguments: str) -> str:
        """Run `doorcard` on its volume while it does not run and return what it prints."""
        volume = f"--volume={self.name}:/data"
        limits = (*LOCKED_DOWN, *self._podman.limits, "--network=none", volume)
        return await self._run("run", "--rm", *limits, self._image, *arguments)

    async def becomes(self, *, healthy: bool, within: float) -> float:
        """Wait until its health check says so and return the seconds; Unmet after `within`."""
        began = time.monotonic()
        while time.monotonic() - began < within:
            done = await self._call("healthcheck", "run", self.name)
            if (done.returncode == 0) is healthy:
                return time.monotonic() - began
            await asyncio.sleep(_ASKED_EVERY)
        raise Unmet(f"not {'healthy' if healthy else 'unhealthy'} within {within:.0f} s")

    async def why_unwell(self) -> str:
        """Return what the command of the health check says of a bot that is not well."""
        done = await self._call("exec", self.name, "doorcard", "health")
        require(done.returncode == 1, f"doorcard health ends with exit code {done.returncode}")
        return str(done.stderr.strip().splitlines()[0])

    async def processes(self) -> list[str]:
        """Return each process inside as its host's user id, and what it may do (hex)."""
        return [
            " ".join(line.split())
            for line in (await self._run("top", self.name, "huser", "capeff"))
            .strip()
            .splitlines()[1:]
        ]

    async def volume(self) -> Path:
        """Return the folder of this machine in which its volume lies."""
        known = await self._run("volume", "inspect", self.name, "--format={{.Mountpoint}}")
        return Path(known)

    async def written(self) -> list[str]:
        """Return the paths that were changed in its root file system."""
        lines = (await self._run("diff", self.name)).splitlines()
        return [line.split(maxsplit=1)[1] for line in lines]

    async def logs(self) -> tuple[str, str]:
        """Return what it wrote to standard output and to standard error."""
        done = await self._call("logs", self.name)
        return done.stdout, done.stderr

    async def _connected(self, seen: int) -> None:
        try:
            await self._stage.wait_ready(after=seen, timeout=60)
        except TimeoutError as error:
            out, err = await self.logs()
            raise Unmet(f"the bot does not connect; it says:\n{(out + err)[-2000:]}") from error

    async def _run(self, *arguments: str) -> str:
        """Run a command of podman; the pretend Discord goes on in this process meanwhile."""
        return await asyncio.to_thread(self._podman.run, *arguments)

    async def _call(self, *arguments: str) -> CompletedProcess[str]:
        return await asyncio.to_thread(self._podman.call, *arguments)

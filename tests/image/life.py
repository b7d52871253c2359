"""What a container of the bot lives through: an evening with a stuck Discord, kills and stops."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.rehearsal.stage import Rehearsal
from tests.image.container import LOCKED_DOWN, Container
from tests.image.people import People, chips_in
from tests.image.podman import Podman
from tests.image.sights import Sights
from tests.image.unmet import Unmet, require

_DATABASE: Final = "doorcard.sqlite3"
_GIVEN: Final = 3 * 1000
"""What Ann, Ben and Cid start with."""

_STOPPING: Final = 10.0
"""Seconds within which SIGTERM must end it."""

_BEAT: Final = 5.0
"""Seconds between two heartbeats that this Discord asks for; Discord itself asks for 41."""

_LOCKS: Final = (120, 8)
"""Where SQLite's locks of a WAL database lie in its -shm file, and how many there are."""

_LAST_WORDS: Final = 3000
"""How many characters of a failed bot's log are shown."""

_WRITABLE: Final = ("/data", "/tmp", "/run", "/etc", "/proc", "/sys", "/dev")  # noqa: S108
"""Where a container that may write anywhere differs from its image: podman's own mount points."""


class Life:
    """One container's life beside a pretend Discord; each thing seen goes to `sights`."""

    def __init__(self, podman: Podman, image: str, folder: Path, sights: Sights) -> None:
        self._podman = podman
        self._image = image
        self._token_file = folder / "discord_token"
        self._sights = sights

    async def live(self) -> None:
        """Live it; raise Unmet where something is not as it must be."""
        async with Rehearsal() as stage:
            stage.gateway.heartbeat = _BEAT
            self._token_file.write_text(f"{stage.token}\n", encoding="ascii")
            self._token_file.chmod(0o644)
            box = Container(self._podman, stage, self._image, "doorcard")
            try:
                await self._evening(box, stage)
            except (Unmet, AssertionError, TimeoutError) as fault:
                last = "".join(await box.logs())[-_LAST_WORDS:]
                raise Unmet(f"{fault}\n the bot's last words:\n{last}") from fault
            await self._writes_nowhere_else(stage)
            require(stage.unknown_routes == [], f"it asked for {stage.unknown_routes}")
            require(stage.violations == [], f"refused for their form: {stage.violations}")

    async def _evening(self, box: Container, stage: Rehearsal) -> None:
        await box.create(self._token_file, *LOCKED_DOWN)
        await self._is_locked_down(box)
        await self._knows_how_it_is(box, stage)
        people = People(stage)
        await self._plays_a_hand(box, people)
        await self._is_killed(box, people)
        await self._is_stopped(box, people)
        await self._is_copied(box)
        await self._logs(box, stage)

    async def _is_locked_down(self, box: Container) -> None:
        processes = await box.processes()
        require(processes == ["10001 none"], f"it runs as (host's user, capabilities) {processes}")
        self._sights.see("connected: read-only root, user 10001, no capability, nothing to gain")

    async def _knows_how_it_is(self, box: Container, stage: Rehearsal) -> None:
        took = await box.becomes(healthy=True, within=60)
        self._sights.see(f"healthy {took:.1f} s after it was connected")
        stage.gateway.acknowledges = False
        took = await box.becomes(healthy=False, within=180)
        why = await box.why_unwell()
        self._sights.see(f"unhealthy {took:.0f} s after the gateway fell silent: {why}")
        stage.gateway.acknowledges = True
        took = await box.becomes(healthy=True, within=120)
        self._sights.see(f"healthy {took:.1f} s after it spoke again")
        with _locked(await box.volume() / f"{_DATABASE}-shm"):
            took = await box.becomes(healthy=False, within=180)
        self._sights.see(f"unhealthy {took:.0f} s after the database was locked by another")
        took = await box.becomes(healthy=True, within=120)
        self._sights.see(f"healthy {took:.1f} s after it was released")

    async def _plays_a_hand(self, box: Container, people: People) -> None:
        await people.begin()
        await people.play_out(1)
        chips = chips_in(await box.volume() / _DATABASE)
        require(chips == _GIVEN, f"{chips} chips of {_GIVEN} are left after a hand")
        self._sights.see(f"a hand played to its showdown by three people; {chips:,} chips of 3,000")

    async def _is_killed(self, box: Container, people: People) -> None:
        panel = await people.panel("Hand 2", "to act")
        await people.act()
        acts, cards, turn = panel.text, await people.cards(), people.turn()
        await box.kill()
        await box.start()
        took = await box.becomes(healthy=True, within=60)
        require(
            await people.cards() == cards, f"cards were {cards}, and are {await people.cards()}"
        )
        require(people.turn() == turn, f"after a kill it says {people.turn()}, not {turn}")
        now = await people.panel("Hand 2", "to act")
        require(now is panel, f"another panel after a kill: {now.text}")
        await people.play_out(2)
        require("Hand 2 is over" in panel.text, f"the hand ends elsewhere: {acts}")
        chips = chips_in(await box.volume() / _DATABASE)
        require(chips == _GIVEN, f"{chips} chips of {_GIVEN} are left after a kill")
        self._sights.see(
            f"killed (-9) in mid-hand and started again, healthy {took:.1f} s later: the same cards"
            " for each, the same turn, the hand played to its end"
        )

    async def _is_stopped(self, box: Container, people: People) -> None:
        await people.panel("Hand 3", "to act")
        cards, turn = await people.cards(), people.turn()
        took = await box.stop()
        require(took < _STOPPING, f"SIGTERM takes {took:.1f} s to end it")
        told = await people.panel("The bot stops for now")
        require(not told.buttons(enabled=True), "a stopped bot leaves buttons to press")
        self._sights.see(f"SIGTERM in mid-hand: exit code 0 after {took:.1f} s, the table told")
        await box.start()
        require(await people.cards() == cards, "other cards after a stop")
        require(people.turn() == turn, f"after a stop it says {people.turn()}, not {turn}")
        await people.play_out(3)
        await people.close()
        self._sights.see("started again: the same cards and turn, played on; the table closed")

    async def _is_copied(self, box: Container) -> None:
        said = await box.inside("backup", "/data/copy.sqlite3")
        self._sights.see(f"backed up while the bot runs: {said}")
        self._sights.see(f"audited: {await box.inside('audit')}")
        await box.stop()
        database = await box.volume() / _DATABASE
        database.unlink()
        said = await box.instead("restore", "/data/copy.sqlite3")
        await box.start()
        await box.becomes(healthy=True, within=60)
        chips = chips_in(database)
        require(chips == _GIVEN, f"{chips} chips of {_GIVEN} are left after a restore")
        self._sights.see(f"its database lost and restored: {said}")

    async def _logs(self, box: Container, stage: Rehearsal) -> None:
        await box.stop()
        out, err = await box.logs()
        require(err == "", f"it writes to standard error: {err[:500]}")
        require("ready in 1 guild" in out, f"its log is {out[:500]}")
        require(stage.token not in out, "the log holds the token")
        require("Traceback" not in out, f"the log holds a fault: {out}")
        self._sights.see(f"{len(out.splitlines())} lines of log, all on standard output, no token")

    async def _writes_nowhere_else(self, stage: Rehearsal) -> None:
        """Let it write anywhere for once, and look where it has."""
        free = Container(self._podman, stage, self._image, "free")
        await free.create(self._token_file, "--cap-drop=all")
        await free.becomes(healthy=True, within=60)
        await free.stop()
        changed = await free.written()
        odd = [path for path in changed if not path.startswith(_WRITABLE)]
        require(not odd, f"it writes to {odd}")
        self._sights.see("where it may write anywhere it writes to /data and /tmp alone")


@contextmanager
def _locked(shared: Path) -> Iterator[None]:
    """Hold every lock of a WAL database, as a process would that hangs in it."""
    start, length = _LOCKS
    with shared.open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX, length, start)
        yield

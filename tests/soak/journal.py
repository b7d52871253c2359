"""What has happened in the last two rounds of a simulation, for whoever looks for a fault."""

from __future__ import annotations

from pathlib import Path

from bot.rehearsal.transcript import Transcript
from bot.rehearsal.world import World


class Broken(AssertionError):
    """Something that must hold does not; the message repeats it."""


class Journal:
    """A transcript of a pretend Discord, with the steps of a simulation between its lines."""

    def __init__(self, world: World) -> None:
        self._told: list[str] = []
        self._calm_at = 0
        Transcript(world, self.tell)

    def tell(self, words: str) -> None:
        """Add a line."""
        self._told.append(words)

    def turn_over(self) -> None:
        """Forget all but the round that has just ended."""
        del self._told[: self._calm_at]
        self._calm_at = len(self._told)

    def broken(self, seed: int, step: int, words: str, output: str) -> Broken:
        """Write everything beside, the bot's output too, and return the fault to be raised."""
        path = Path("build") / f"soak-{seed}-{step}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join([*self._told, "", words, "", output]))
        return Broken(
            f"seed {seed}, step {step} (make soak SEED={seed};"
            f" the transcript is {path}):\n{words[:6000]}"
        )

"""What people have asked of the bot: who it was, and what was acknowledged and must not be lost."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from bot.rehearsal.interactions import Interaction
from bot.rehearsal.plain import plain
from bot.rehearsal.stage import Rehearsal
from bot.rehearsal.wire import CallbackKind, InteractionKind
from bot.rehearsal.world import Deed, Happening
from tests.soak.model import reading

_ANSWERED: Final = re.compile(
    r"You (check|call|bet|raise|complete|fold|bring|stand|go|sit with|leave with|are back)\b"
    r"|The table is (open|closed)\b|The cards are dealt"
)
"""How the answer to a command begins that was taken."""

_TAKEN: Final = (
    "SELECT (SELECT count(*) FROM act WHERE key = :key)"
    " + (SELECT count(*) FROM request WHERE key = :key)"
)
"""How often something asked was taken."""


class Asked:
    """Hears all interactions and messages of a stage; `askers` are who sent each, by its id."""

    def __init__(self, stage: Rehearsal) -> None:
        self.askers: dict[str, int] = {}
        self._stage = stage
        self._heard: list[Interaction] = []
        stage.world.on_interaction.append(self._hear)
        stage.world.on_message.append(self._read)

    def lost(self, counts: Counter[str]) -> list[str]:
        """Return what was acknowledged since, and is not in the store exactly once.

        Adds to `counts` how many commands and clicks were taken, and how many acknowledged.
        """
        found = []
        with reading(self._stage) as connection:
            for one in self._heard:
                times = connection.execute(_TAKEN, {"key": str(one.id)}).fetchone()[0]
                kind = "commands" if one.kind is InteractionKind.COMMAND else "clicks"
                counts[f"{kind} taken"] += times
                if acknowledged(one):
                    counts[f"{kind} acknowledged"] += 1
                    if times != 1:
                        found.append(f"what was acknowledged is not there: {one.words}")
        self._heard.clear()
        return found

    def _hear(self, interaction: Interaction) -> None:
        self._heard.append(interaction)
        self.askers[str(interaction.id)] = interaction.user.id

    def _read(self, happening: Happening) -> None:
        if happening.deed is Deed.POST:
            message = happening.message
            self.askers[str(message.id)] = message.author.id


def acknowledged(interaction: Interaction) -> bool:
    """Tell whether an answer says that something was taken: a panel drawn anew, or words."""
    source, said = interaction.source, interaction.said
    if interaction.kind is InteractionKind.COMMAND:
        return said is not None and bool(_ANSWERED.match(plain(said)))
    drawn = interaction.callback is CallbackKind.UPDATE and source is not None
    custom_id = str(interaction.data.get("custom_id", ""))
    return bool(drawn and source and not source.ephemeral and _is_act(custom_id))


def _is_act(custom_id: str) -> bool:
    acts = {"fold", "check", "call", "bring_in", "complete", "bet", "raise", "stand_pat"}
    parts = custom_id.split(":")
    return len(parts) > 5 and parts[0] == "dc" and parts[5] in acts

"""What the bot sent that Discord would not take."""

import json
from dataclasses import dataclass

from bot.rehearsal.wire import Json


@dataclass(frozen=True, slots=True)
class Violation:
    """A body that was refused for its form: Invalid Form Body, or an empty message.

    `route` is `METHOD /path/{parameter}`, `errors` the tree of the answer, if it has one.
    """

    route: str
    words: str
    errors: Json | None = None

    def __str__(self) -> str:
        return (
            f"{self.route}: {self.words} {json.dumps(self.errors) if self.errors else ''}".strip()
        )

"""The transcript: everything that is written, as it comes."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from bot.rehearsal.transcript import Transcript

if TYPE_CHECKING:
    from tests.rehearsal.conftest import Wire


async def test_it_tells_what_is_written_where_and_for_whom(wire: Wire) -> None:
    told: list[str] = []
    Transcript(wire.stage.world, told.append)
    await wire.identify()
    ann = wire.stage.person("Ann")
    _, posted = await wire.post({"content": f"{ann.mention} to act\nnow"})
    path = f"/channels/{wire.stage.table.id}/messages/{posted['id']}"
    await wire.call("PATCH", path, {"content": "Over"})
    due = int(wire.stage.world.clock.now()) + 600
    marked = rf"### Hand 1\n-# **Pot** `??`\n\*a\_\<\@{ann.id}\> <t:{due}:T>".replace(r"\n", "\n")
    await wire.call("PATCH", path, {"content": marked})
    at = time.strftime("%H:%M:%S", time.localtime(due))
    assert told.pop() == f"[#table] edit\n    Hand 1\n    Pot ??\n    *a_<@{ann.id}> {at}"
    await wire.call("PATCH", path, {"content": f"<t:{due}:R> <t:{due - 1200}:R>"})
    soon = re.fullmatch(r"\[#table\] edit\n    in (\d+) s (\d+) s ago", told.pop())
    assert soon is not None
    assert int(soon[1]) + int(soon[2]) == 1200
    assert 590 <= int(soon[1]) <= 600
    asked = await wire.asked(ann)
    await wire.answer(asked, 4, {"content": "Kd 7c", "flags": 1 << 6})
    await wire.call("DELETE", path)
    assert told == [
        "[#table] post\n    @Ann to act\n    now",
        "[#table] edit\n    Over",
        "[Ann] /table open",
        "[only Ann] post\n    Kd 7c",
        "[#table] delete",
    ]

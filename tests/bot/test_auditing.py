"""An audit beside a bot that plays sees one state of its database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot import auditing
from bot.auditing import look_over
from bot.bank import Audit, audited
from tests.bot.conftest import ANN, BEN, House

if TYPE_CHECKING:
    import pytest

    from bot.store.ledger import Ledger


async def test_what_is_written_meanwhile_is_no_part_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody opens an account between two of its queries: the later ones do not see it either."""
    await house.dealt(ANN, BEN)
    before = look_over(house.path, 10)

    def meanwhile(ledger: Ledger) -> Audit:
        found = audited(ledger)
        with closing(sqlite3.connect(house.path)) as connection, connection:
            connection.execute("INSERT INTO account (kind, guild) VALUES ('house', 77)")
        return found

    monkeypatch.setattr(auditing, "audited", meanwhile)
    assert look_over(house.path, 10) == before
    monkeypatch.undo()
    assert look_over(house.path, 10).accounts == before.accounts + 1

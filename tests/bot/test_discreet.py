"""The log: no token stands in it, whatever is logged."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import aiohttp
import pytest
from aiohttp.client_exceptions import ConnectionTimeoutError

from bot.discreet import DiscreetFormatter

BOT = "MTIz.abc-DEF_456.secret"
VOICE = "aW50ZXJhY3Rpb24:x-Y_z=="
ANSWER = f"https://discord.com/api/v10/interactions/123456/{VOICE}/callback"
FOLLOWUP = f"https://discord.com/api/v10/webhooks/987654/{VOICE}?wait=true"


@pytest.fixture
def written() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def log(written: io.StringIO) -> Iterator[logging.Logger]:
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter("%(levelname)s %(name)s: %(message)s", BOT))
    log = logging.getLogger("tests.discreet")
    log.addHandler(handler)
    yield log
    log.removeHandler(handler)


def lost(url: str) -> aiohttp.ClientError:
    """Return what aiohttp raises where no connection comes about, in its own words."""
    return ConnectionTimeoutError(f"Connection timeout to host {url}")


@pytest.mark.parametrize("url", [ANSWER, FOLLOWUP, f"{FOLLOWUP[:-10]}/messages/@original"])
def test_an_address_tells_no_token(log: logging.Logger, written: io.StringIO, url: str) -> None:
    log.error("could not be answered: %s, %r", lost(url), lost(url))
    assert VOICE not in written.getvalue()
    assert "/***" in written.getvalue()
    assert "Connection timeout to host https://discord.com/api/v10/" in written.getvalue()


def test_a_traceback_tells_no_token(log: logging.Logger, written: io.StringIO) -> None:
    try:
        try:
            raise lost(ANSWER)
        except aiohttp.ClientError as error:
            raise RuntimeError(f"Bot {BOT}") from error
    except RuntimeError:
        log.exception("fault %s", "abc")
    text = written.getvalue()
    assert VOICE not in text
    assert BOT not in text
    assert text.count("Traceback") == 2
    assert "/interactions/123456/***/callback" in text
    assert "RuntimeError: Bot ***" in text


def test_what_holds_no_token_is_written_as_it_is(log: logging.Logger, written: io.StringIO) -> None:
    log.warning("act guild=%s table=%s act=%r", 900, 1, "p1 cbr 40")
    assert written.getvalue() == "WARNING tests.discreet: act guild=900 table=1 act='p1 cbr 40'\n"

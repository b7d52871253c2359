"""The log: no token stands in it, whatever is logged."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
from collections.abc import Iterator
from datetime import datetime, timedelta

import aiohttp
import pytest
from aiohttp.client_exceptions import ConnectionTimeoutError

from bot.discreet import DiscreetFormatter, DiscreetJson, DiscreetStream

BOT = "MTIz.abc-DEF_456.secret"
VOICE = "aW50ZXJhY3Rpb24:x-Y_z=="
ANSWER = f"https://discord.com/api/v10/interactions/123456/{VOICE}/callback"
FOLLOWUP = f"https://discord.com/api/v10/webhooks/987654/{VOICE}?wait=true"

NAMED = logging.LogRecord(
    "tests.discreet",
    logging.WARNING,
    "",
    1,
    "here is %s",
    ("\x1b[31mAnn\u202e\x07\ud800 \u4e2d",),
    None,
)  # as a record: the log itself would be handed on by pytest, and no encoding has its signs


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


class TestForgery:
    """Names and reasons are written by strangers; each record stays one."""

    @pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x0b", "\x85", "\u2028", "\u2029"])
    def test_a_name_begins_no_record(
        self, log: logging.Logger, written: io.StringIO, end: str
    ) -> None:
        log.warning("here is %s", f"Ann{end}ERROR tests.discreet: the house is on fire")
        log.warning("next")
        lines = written.getvalue().splitlines()
        assert [line for line in lines if not line.startswith("    ")] == [
            lines[0],
            "WARNING tests.discreet: next",
        ]
        assert lines[0].startswith("WARNING tests.discreet: here is Ann")

    def test_a_name_steers_no_terminal(self) -> None:
        told = DiscreetFormatter("%(message)s", BOT).format(NAMED)
        assert told == "here is \\x1b[31mAnn\\u202e\\x07\\ud800 \u4e2d"

    def test_a_fault_with_such_a_name_is_no_record_either(
        self, log: logging.Logger, written: io.StringIO
    ) -> None:
        named = RuntimeError("Ann\nERROR tests.discreet: the house is on fire")
        log.error("fault", exc_info=named)
        lines = written.getvalue().splitlines()
        assert lines[0] == "ERROR tests.discreet: fault"
        assert all(line.startswith("    ") for line in lines[1:])
        assert "    ERROR tests.discreet: the house is on fire" in lines


class TestJson:
    @pytest.fixture(autouse=True)
    def as_json(self, log: logging.Logger) -> None:
        log.handlers[0].setFormatter(DiscreetJson(BOT))

    def test_a_record_is_one_object(self) -> None:
        line = DiscreetJson(BOT).format(NAMED)
        assert len(line.splitlines()) == 1
        assert line.isascii()
        told = json.loads(line)
        at = datetime.fromisoformat(told.pop("time"))
        assert at.utcoffset() == timedelta(0)
        assert abs(at.timestamp() - NAMED.created) < 0.001
        assert told == {
            "level": "WARNING",
            "logger": "tests.discreet",
            "message": "here is \x1b[31mAnn\u202e\x07\ud800 \u4e2d",
        }

    def test_no_token_is_in_message_or_fault(
        self, log: logging.Logger, written: io.StringIO
    ) -> None:
        fault = RuntimeError(f"Bot {BOT}")
        fault.__cause__ = lost(ANSWER)
        log.error("to %s as %s", FOLLOWUP, BOT, exc_info=fault, stack_info=True)
        told = json.loads(written.getvalue())
        assert VOICE not in written.getvalue()
        assert BOT not in written.getvalue()
        assert told["message"].endswith("/987654/***?wait=true as ***")
        assert "ConnectionTimeoutError: Connection timeout to host https://" in told["exception"]
        assert "RuntimeError: Bot ***" in told["exception"]
        assert "Stack (most recent call last)" in told["exception"]


class TestLost:
    """A record that cannot be written tells what it holds nowhere else."""

    def test_a_record_that_cannot_be_worded(
        self, written: io.StringIO, capsys: pytest.CaptureFixture[str]
    ) -> None:
        stream = DiscreetStream(written)
        stream.handle(logging.LogRecord("deal", 20, "", 1, "%d cards", (BOT,), None))
        assert written.getvalue() == ""
        assert capsys.readouterr().err == "doorcard: a record of deal is not written: TypeError\n"

    def test_an_output_that_nobody_reads(self, capsys: pytest.CaptureFixture[str]) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        stream = DiscreetStream(os.fdopen(writing, "w", buffering=1))
        stream.handle(logging.LogRecord("deal", 20, "", 1, BOT, (), None))
        assert capsys.readouterr().err == ""
        with contextlib.suppress(BrokenPipeError):
            stream.stream.close()


def test_what_holds_no_token_is_written_as_it_is(log: logging.Logger, written: io.StringIO) -> None:
    log.warning("act guild=%s table=%s act=%r", 900, 1, "p1 cbr 40")
    assert written.getvalue() == "WARNING tests.discreet: act guild=900 table=1 act='p1 cbr 40'\n"

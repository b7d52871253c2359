"""Errands: work on another thread, whose outcome is known however its sender waits."""

import asyncio
import threading

import pytest

from bot.store.errand import Errand


def _fail() -> int:
    raise OSError("the disk is full")


class TestOutcome:
    def test_what_the_work_returns(self) -> None:
        errand = Errand(lambda: 7)
        errand.run()
        assert errand.outcome() == 7

    def test_what_the_work_raises(self) -> None:
        errand = Errand(_fail)
        errand.run()
        with pytest.raises(OSError, match="full"):
            errand.outcome()


class TestWaiting:
    async def test_for_work_that_has_run(self) -> None:
        errand = Errand(lambda: 7)
        errand.run()
        await errand.wait()
        assert errand.outcome() == 7

    async def test_for_work_that_runs_meanwhile(self) -> None:
        begin = threading.Event()
        errand = Errand(begin.wait)
        thread = threading.Thread(target=errand.run)
        thread.start()
        waiting = asyncio.ensure_future(errand.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        begin.set()
        await waiting
        thread.join()
        assert errand.outcome() is True

    async def test_a_cancelled_one_still_waits_to_the_end(self) -> None:
        begin = threading.Event()
        errand = Errand(begin.wait)
        thread = threading.Thread(target=errand.run)
        thread.start()
        told = list[bool]()

        async def send() -> None:
            await errand.wait()
            told.append(errand.outcome())
            await asyncio.sleep(0)  # the cancellation that was held back comes here
            told.append(False)

        sender = asyncio.ensure_future(send())
        await asyncio.sleep(0)
        sender.cancel()
        await asyncio.sleep(0)
        assert not sender.done()
        begin.set()
        with pytest.raises(asyncio.CancelledError):
            await sender
        thread.join()
        assert told == [True]

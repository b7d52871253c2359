"""Waiting that a cancellation does not cut short."""

from __future__ import annotations

import asyncio
from typing import TypeVar

T = TypeVar("T")


async def outlast(future: asyncio.Future[T]) -> T:
    """Wait for a future to its end even when the caller is cancelled, and tell the true outcome.

    Raises what the future raises. Where the caller was cancelled meanwhile it still gets the
    outcome; the cancellation is asked for again and meets it at its next await.
    """
    cancelled = False
    while not future.done():
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError:
            cancelled = not future.cancelled()
        except BaseException:
            if not future.done():
                raise
    if cancelled:
        cancel_again()
    return future.result()


def cancel_again() -> None:
    """Hand a cancellation that was held back on to the running task."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
        task.cancel()

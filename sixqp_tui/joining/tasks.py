"""Background tasks of the event loop."""

import asyncio
from collections.abc import Callable
from logging import Logger
from typing import Any


def log_failure(log: Logger, message: str) -> Callable[[asyncio.Task[Any]], None]:
    """For `Task.add_done_callback`; a cancelled task hasn't failed."""

    def report(task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error(message, exc_info=error)

    return report


async def cancel(task: asyncio.Task[Any]) -> None:
    """Returns once the task has ended."""
    task.cancel()
    await asyncio.wait((task,))


async def wait_for_first(*events: asyncio.Event) -> None:
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()

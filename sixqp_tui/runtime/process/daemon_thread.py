"""Slow work that reads and changes nothing, in a thread that nobody has to wait for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


async def run_in_daemon_thread(work: Callable[[], Result]) -> Result:
    """What the work returns or raises.

    Whoever stops waiting, or ends the program, does so at once: `asyncio.to_thread` would be waited for at the end.
    """
    outcome: Future[Result] = Future()
    loop = asyncio.get_running_loop()
    done = asyncio.Event()

    def run() -> None:
        try:
            outcome.set_result(work())
        except Exception as error:  # noqa: BLE001 (whoever waits is handed it)
            outcome.set_exception(error)
        with suppress(RuntimeError):  # nobody waits any more: the loop is closed
            loop.call_soon_threadsafe(done.set)

    Thread(target=run, daemon=True).start()
    await done.wait()
    return outcome.result()

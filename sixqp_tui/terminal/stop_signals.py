"""Requests to stop, as one event: SIGINT, SIGTERM, SIGHUP, and on Windows SIGBREAK."""

import asyncio
import os
import signal
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

Result = TypeVar("Result")
STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Ctrl-C, the system, a closed terminal, Ctrl-Break."""
HANGUP = getattr(signal, "SIGHUP", None)
STANDARD_INPUT = 0
STANDARD_STREAMS = (STANDARD_INPUT, 1, 2)
HANGUP_CODE = 129
STOPPED: Final = 130
"""The exit code after a request to stop."""


@contextmanager
def stop_requested(hangup_seconds: float | None = None) -> Iterator[asyncio.Event]:
    """An event that is set when the system or user asks this process to stop.

    After a hangup, output is discarded, so that a screen can end normally, within `hangup_seconds`. Uses
    `signal.signal`, as loops on Windows have no signal handlers.
    """
    event, loop = asyncio.Event(), asyncio.get_running_loop()
    terminals = tuple(stream for stream in STANDARD_STREAMS if _is_terminal(stream))

    def handle(number: int, _frame: FrameType | None) -> None:
        if number == HANGUP:
            _discard(terminals, at_a_screen=hangup_seconds is not None)
            if hangup_seconds is not None:
                _end_after(hangup_seconds)
        loop.call_soon_threadsafe(event.set)

    numbers = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def run_until_stopped(work: Coroutine[Any, Any, Result]) -> Result | None:
    """None if a request to stop comes first, which cancels the work."""
    with stop_requested() as stop:
        working, stopping = asyncio.create_task(work), asyncio.create_task(stop.wait())
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not working.done():
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            return None
    return working.result()


def run_stoppable(work: Coroutine[Any, Any, Result]) -> Result:
    """Run this in an event loop of its own. A request to stop cancels it, and raises KeyboardInterrupt."""
    result = asyncio.run(run_until_stopped(work))
    if result is None:
        raise KeyboardInterrupt
    return result


def _is_terminal(stream: int) -> bool:
    try:
        return os.isatty(stream)
    except OSError:
        return False


def _discard(streams: tuple[int, ...], at_a_screen: bool) -> None:
    """Writing does nothing from now on, and reading finds the end of the file.

    At a screen, reading finds nothing instead: Textual's thread would read the end in a busy loop.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in streams:
        os.dup2(_silence() if stream == STANDARD_INPUT and at_a_screen else nowhere, stream)
    os.close(nowhere)


def _silence() -> int:
    """A stream without input; its other end stays open. Reading fails instead of blocking."""
    reading, _writing = os.pipe()
    os.set_blocking(reading, False)
    return reading


def _end_after(seconds: float) -> None:
    timer = threading.Timer(seconds, os._exit, (HANGUP_CODE,))
    timer.daemon = True
    timer.start()

"""Being asked to stop: SIGINT, SIGTERM, SIGHUP, and SIGBREAK on Windows, as one event of the running loop."""

import asyncio
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGBREAK")
HANGUP_SIGNAL = "SIGHUP"


@contextmanager
def stop_requested(names: Sequence[str] = (*STOP_SIGNALS, HANGUP_SIGNAL)) -> Iterator[asyncio.Event]:
    """An event that is set when the system or the user asks this process to stop, by one of these signals.

    `signal.signal` rather than the loop's own handlers, which Windows has not.
    """
    event, loop = asyncio.Event(), asyncio.get_running_loop()

    def handle(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(event.set)

    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

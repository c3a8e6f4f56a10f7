"""Whether a process that runs still answers."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

PING_SECONDS: Final = 2.0
"""Seconds between an answer and the next ping."""
PONG_SECONDS: Final = 1.0
MAX_SILENCES: Final = 8
"""A process that leaves a ping unanswered for this many times `PONG_SECONDS` hangs."""


async def wait_until_silent(ping: Callable[[], object], pong: asyncio.Event) -> None:
    """Ping a process, which answers by `pong`, until it hangs.

    A machine that slept finds one silence expired, not all of them: the process still has time to answer.
    """
    while True:
        pong.clear()
        ping()
        for _silence in range(MAX_SILENCES):
            with suppress(TimeoutError):
                async with asyncio.timeout(PONG_SECONDS):
                    await pong.wait()
                    break
        else:
            return
        await asyncio.sleep(PING_SECONDS)  # noqa: TID251 (the interval of the pings)

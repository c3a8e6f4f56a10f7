"""Whether a running process still answers."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

PING_SECONDS: Final = 2.0
"""Seconds between an answer and the next ping."""
PONG_SECONDS: Final = 1.0
MAX_SILENCES: Final = 8
"""After this many times `PONG_SECONDS` without an answer, a process hangs."""


async def wait_until_silent(ping: Callable[[], object], pong: asyncio.Event) -> None:
    """The process answers by setting `pong`.

    After the machine has slept, only one silence has expired, so the process still has time to answer.
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

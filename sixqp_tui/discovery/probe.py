"""Probing whether a host is there: the announcement of one that crashed outlives it by up to an hour."""

import asyncio
from collections.abc import Sequence
from typing import Final

PROBE_WITHIN: Final = 1.0
"""Seconds in which a machine on the LAN answers, however busy."""


async def first_answering(
    endpoints: Sequence[tuple[str, int]], within: float = PROBE_WITHIN
) -> tuple[str, int] | None:
    """The first of these endpoints that accepts a TCP connection within this many seconds, or None."""
    tasks = [asyncio.create_task(_accepts(*endpoint), name="probe") for endpoint in endpoints]
    try:
        async with asyncio.timeout(within):
            for attempt in asyncio.as_completed(tasks):
                endpoint = await attempt
                if endpoint is not None:
                    return endpoint
    except TimeoutError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return None


async def _accepts(address: str, port: int) -> tuple[str, int] | None:
    try:
        _, writer = await asyncio.open_connection(address, port)
    except OSError:
        return None
    writer.close()
    return address, port

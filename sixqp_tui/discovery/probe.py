"""Does somebody answer there? The announcement of a crashed host outlives it by up to an hour."""

import asyncio
from collections.abc import Sequence
from typing import Final

PROBE_WITHIN: Final = 1.0
"""Seconds in which a machine on the LAN answers, however busy."""


async def first_answering(addresses: Sequence[str], port: int, within: float = PROBE_WITHIN) -> str | None:
    """The first of these addresses where a TCP connection is accepted within so many seconds, or None."""
    tasks = [asyncio.create_task(_accepts(address, port), name="probe") for address in addresses]
    try:
        async with asyncio.timeout(within):
            for attempt in asyncio.as_completed(tasks):
                address = await attempt
                if address is not None:
                    return address
    except TimeoutError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return None


async def _accepts(address: str, port: int) -> str | None:
    try:
        _, writer = await asyncio.open_connection(address, port)
    except OSError:
        return None
    writer.close()
    return address

"""Whether this machine could reach a table that another one opens later."""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

Obstacle = Literal["taken", "closed"]
ANSWER_SECONDS: Final = 4.0
"""Seconds that a machine has to refuse a connection. Windows asks three times before it says so."""


async def find_obstacle(addresses: Sequence[str], port: int) -> Obstacle | None:
    """What would keep others from a table there, where nobody listens yet.

    A machine that can be reached refuses the connection. If it accepts, another program has taken the port, and if
    it doesn't answer at any of its addresses, a firewall or the network is in the way.
    """
    for address in addresses:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                _reader, writer = await asyncio.open_connection(address, port)
        except ConnectionRefusedError:
            return None
        except (OSError, TimeoutError):
            continue
        writer.close()
        return "taken"
    return "closed"

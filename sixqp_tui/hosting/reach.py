"""Whether this machine could reach a table that another one opens later."""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

Obstacle = Literal["taken", "closed"]
ANSWER_SECONDS: Final = 4.0
"""Seconds; Windows asks three times before it reports a refused connection."""


async def find_obstacle(addresses: Sequence[str], port: int, within: float = ANSWER_SECONDS) -> Obstacle | None:
    """For a table there, where nobody listens yet: a reachable machine refuses the connection.

    If it accepts, another program has the port; if no address answers, a firewall or the network is in the way.
    """
    for address in addresses:
        try:
            async with asyncio.timeout(within):
                _reader, writer = await asyncio.open_connection(address, port)
        except ConnectionRefusedError:
            return None
        except (OSError, TimeoutError):
            continue
        writer.close()
        return "taken"
    return "closed"

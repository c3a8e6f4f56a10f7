"""Whether a host is there: a line is opened, its certificate looked at, and nothing said."""

import asyncio
from collections.abc import Sequence

from sixqp_tui.client.link import NotATable, OtherCertificate
from sixqp_tui.client.network import Address, NetworkLink

KNOCK_WITHIN = 3.0


async def knock(addresses: Sequence[Address], pin: str, within: float = KNOCK_WITHIN) -> Address | None:
    """The first address at which the host with this certificate answers within so many seconds, or None."""
    link = NetworkLink(addresses, pin)
    try:
        async with asyncio.timeout(within):
            channel = await link.connect()
    except (OSError, NotATable, OtherCertificate):
        return None
    channel.abort()
    return link.addresses[0]

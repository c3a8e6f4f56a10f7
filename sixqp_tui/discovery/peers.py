"""Programs on the LAN that do the same thing at the same moment, and find each other by mDNS."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from sixqp_tui.discovery import zeroconf_service
from sixqp_tui.discovery.addresses import best_to_reach, known_networks, own_addresses
from sixqp_tui.discovery.mdns import ASK_FOR_MS

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncZeroconf

MAX_PEERS: Final = 16
"""Programs that are found; a flood of further names is ignored."""


class Peer(NamedTuple):
    """A program that listens at one of these addresses, the likeliest first."""

    addresses: tuple[str, ...]
    port: int


@asynccontextmanager
async def announced(service_type: str, port: int, found: Callable[[Peer], None]) -> AsyncIterator[None]:
    """Meanwhile, announce this program at this port, and look for others. Raises DiscoveryFailed."""
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

    zeroconf = await zeroconf_service.open_zeroconf()
    own = f"sixqp-{secrets.token_hex(4)}"
    seen: dict[str, asyncio.Task[None]] = {}

    def hear(zeroconf: object, service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        if state_change.name == "Added" and name not in seen and len(seen) < MAX_PEERS and not name.startswith(own):
            seen[name] = asyncio.create_task(_resolve(name))

    async def _resolve(name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        if await info.async_request(zeroconf.zeroconf, ASK_FOR_MS) and info.port:
            found(Peer(best_to_reach(info.parsed_scoped_addresses(), known_networks()), info.port))

    try:
        with zeroconf_service.discovery_errors("announce"):
            await _register(zeroconf, service_type, own, port)
            browser = AsyncServiceBrowser(zeroconf.zeroconf, service_type, handlers=[hear])
        yield
        await browser.async_cancel()
    finally:
        for task in seen.values():
            task.cancel()
        await asyncio.gather(*seen.values(), return_exceptions=True)
        await zeroconf_service.close_zeroconf(zeroconf)


async def _register(zeroconf: "AsyncZeroconf", service_type: str, name: str, port: int) -> None:
    from zeroconf.asyncio import AsyncServiceInfo

    addresses = list(own_addresses())
    info = AsyncServiceInfo(
        service_type, f"{name}.{service_type}", port=port, server=f"{name}.local.", parsed_addresses=addresses
    )
    await (await zeroconf.async_register_service(info))

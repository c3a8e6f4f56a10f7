"""Announces a table on the LAN. A failure never stops the game."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Self

from sixqp_tui.discovery import zeroconf_service
from sixqp_tui.discovery.addresses import NetworkWatch, own_addresses
from sixqp_tui.discovery.advertisement import SERVICE_TYPE, Advertisement, encode, instance_name, server_name
from sixqp_tui.discovery.responder import Responder

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

UPDATE_EVERY: Final = 1.0
"""Seconds; the rate that RFC 6762 (8.4) allows."""
CHECK_ADDRESSES_EVERY: Final = 5.0
"""Seconds between attempts to use interfaces that weren't ready."""


class Announcement:
    """`async with Announcement(advert, port):` announces the table in the background.

    `problem` says why mDNS doesn't announce it now; `known` is true once others can see it there. Queries by
    broadcast are answered from the start. Leaving the block withdraws the announcement within a second.
    """

    def __init__(
        self, advert: Advertisement, port: int, addresses: Callable[[], tuple[str, ...]] = own_addresses
    ) -> None:
        self.problem: zeroconf_service.DiscoveryProblem | None = None
        self.known = False
        self.advert = advert
        self._port = port
        self._addresses = addresses
        self._networks = NetworkWatch()
        self._responder = Responder(lambda: (self.advert, self._port))
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="announcement")
        await self._responder.__aenter__()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._responder.__aexit__()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    def update(self, advert: Advertisement) -> None:
        """Announce this instead, at most once a second. The id must stay the same."""
        if advert.id != self.advert.id:
            raise ValueError("a table keeps its id")
        if advert != self.advert:
            self.advert = advert
            self._responder.announce_change()

    async def _run(self) -> None:
        while True:
            try:
                await self._announce()
            except zeroconf_service.DiscoveryFailed as failed:
                self.problem, self.known = failed.problem, False
            await asyncio.sleep(zeroconf_service.RETRY_AFTER)  # noqa: TID251 (a network that failed is tried again)

    async def _announce(self) -> None:
        zeroconf = await zeroconf_service.open_zeroconf()
        try:
            with zeroconf_service.discovery_errors("announce"):
                announced = self._now()
                await (await zeroconf.async_register_service(_info(*announced)))
                self.problem, self.known = None, True
                while True:
                    announced = await self._keep_up(zeroconf, announced)
        finally:
            await zeroconf_service.close_zeroconf(zeroconf)

    async def _keep_up(self, zeroconf: "AsyncZeroconf", announced: "_Announced") -> "_Announced":
        """Announce changes, and everything again after the addresses have changed or the machine has slept."""
        moved = False
        for _second in range(round(CHECK_ADDRESSES_EVERY / UPDATE_EVERY)):
            await asyncio.sleep(UPDATE_EVERY)  # noqa: TID251 (at most one update a second)
            moved = self._networks.changed()
            if moved or self._now() != announced:
                break
        # Also where the addresses are the same: one that was not ready yet when it was tried is tried again.
        await zeroconf.async_update_interfaces()
        now = self._now()
        if moved or now != announced:
            await (await zeroconf.async_update_service(_info(*now)))
        return now

    def _now(self) -> "_Announced":
        return self.advert, self._port, self._addresses()


_Announced = tuple[Advertisement, int, tuple[str, ...]]


def _info(advert: Advertisement, port: int, addresses: tuple[str, ...]) -> "AsyncServiceInfo":
    from zeroconf.asyncio import AsyncServiceInfo

    return AsyncServiceInfo(
        SERVICE_TYPE,
        instance_name(advert.id),
        port=port,
        properties=encode(advert),
        server=server_name(advert.id),
        parsed_addresses=list(addresses),
    )

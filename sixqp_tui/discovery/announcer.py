"""Announces a table on the LAN. A failure never stops the game."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Self

from sixqp_tui.discovery import mdns
from sixqp_tui.discovery.addresses import NetworkWatch, own_addresses
from sixqp_tui.discovery.advertisement import SERVICE_TYPE, Advertisement, encode, instance_name, server_name
from sixqp_tui.discovery.broadcast import Responder

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

UPDATE_EVERY: Final = 1.0
"""Seconds; the rate that RFC 6762 (8.4) allows."""
CHECK_ADDRESSES_EVERY: Final = 5.0
"""Seconds between attempts to use interfaces that weren't ready, and between announcements because of addresses:
an interface may come and go several times a second.
"""
_log = logging.getLogger(__name__)


class Announcement:
    """`async with Announcement(advert, port):` announces the table in the background.

    Queries by broadcast are answered from the start. Leaving the block withdraws the announcement within a second.
    """

    def __init__(
        self, advert: Advertisement, port: int, addresses: Callable[[], tuple[str, ...]] = own_addresses
    ) -> None:
        self.advert = advert
        self._port, self._addresses = port, addresses
        self._networks = NetworkWatch()
        self._responder = Responder(lambda: (self.advert, self._port), lambda: self._networks.addresses)
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def __aenter__(self) -> Self:
        self._tasks = tuple(map(asyncio.create_task, (self._run(), self._responder.run())))
        for task in self._tasks:
            task.add_done_callback(_report)
        return self

    async def __aexit__(self, *_error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)

    def update(self, advert: Advertisement) -> None:
        """Announce this instead, at most once a second. The id must stay the same."""
        if advert.id != self.advert.id:
            raise ValueError("a table keeps its id")
        self.advert = advert

    async def _run(self) -> None:
        while True:
            try:
                async with mdns.open_zeroconf() as zeroconf:
                    await self._announce(zeroconf)
            except mdns.DiscoveryFailed as failed:
                _log.warning("mDNS doesn't announce the table: %s", failed)
            await asyncio.sleep(mdns.RETRY_AFTER)  # noqa: TID251 (a network that failed is tried again)
            self._networks.changed()

    async def _announce(self, zeroconf: "AsyncZeroconf") -> None:
        """Announce the table, and again whenever it or the addresses change, or the machine has slept."""
        clock = asyncio.get_running_loop().time
        announced = self.advert, self._addresses()
        await (await zeroconf.async_register_service(self._info(*announced)))
        moved, look_at, move_at = False, clock() + CHECK_ADDRESSES_EVERY, clock()
        while True:
            await asyncio.sleep(UPDATE_EVERY)  # noqa: TID251 (at most one update a second)
            moved = self._networks.changed() or moved
            addresses, anew = announced[1], moved and clock() >= move_at
            if anew or clock() >= look_at:
                await zeroconf.async_update_interfaces()
                addresses, look_at = self._addresses(), clock() + CHECK_ADDRESSES_EVERY
            if anew:
                moved, move_at = False, clock() + CHECK_ADDRESSES_EVERY
            if anew or announced != (self.advert, addresses):
                announced = self.advert, addresses
                await (await zeroconf.async_update_service(self._info(*announced)))

    def _info(self, advert: Advertisement, addresses: tuple[str, ...]) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            SERVICE_TYPE,
            instance_name(advert.id),
            port=self._port,
            properties=encode(advert),
            server=server_name(advert.id),
            parsed_addresses=list(addresses),
        )


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("announcing the table failed", exc_info=error)

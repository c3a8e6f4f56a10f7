"""Listening for announcements by mDNS, again and again if it fails."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sixqp_tui.discovery.advertisement import SERVICE_TYPE, table_id
from sixqp_tui.discovery.resolver import Found, Resolver
from sixqp_tui.discovery.zeroconf_service import (
    RETRY_AFTER,
    DiscoveryFailed,
    DiscoveryProblem,
    close_zeroconf,
    discovery_errors,
    open_zeroconf,
)

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange


class MdnsBrowser:
    """Passes on tables that are announced (`found`) and withdrawn (`gone`), while `run` runs.

    `problem` says why mDNS can't be used; `changed` is called when that changes.
    """

    def __init__(
        self,
        found: Found,
        gone: Callable[[str], None],
        changed: Callable[[], None],
        service_type: str = SERVICE_TYPE,
    ) -> None:
        self.problem: DiscoveryProblem | None = None
        self._found, self._gone, self._changed = found, gone, changed
        self._type = service_type
        self._refresh = asyncio.Event()

    def refresh(self) -> None:
        self._refresh.set()

    async def run(self) -> None:
        while True:
            try:
                await self._browse()
            except DiscoveryFailed as failed:
                self._become(failed.problem)
                with suppress(TimeoutError):
                    async with asyncio.timeout(RETRY_AFTER):
                        await self._refresh.wait()
            self._refresh.clear()

    async def _browse(self) -> None:
        zeroconf = await open_zeroconf()
        resolver = Resolver(zeroconf, self._found)
        try:
            with discovery_errors("browse"):
                from zeroconf.asyncio import AsyncServiceBrowser

                listener = _BrowseListener(resolver, self._gone)
                browser = AsyncServiceBrowser(zeroconf.zeroconf, self._type, handlers=[listener])
                self._become(None)
                try:
                    await self._refresh.wait()
                finally:
                    await browser.async_cancel()
        finally:
            await resolver.close()
            await close_zeroconf(zeroconf)

    def _become(self, problem: DiscoveryProblem | None) -> None:
        self.problem = problem
        self._changed()


class _BrowseListener:
    def __init__(self, resolver: Resolver, gone: Callable[[str], None]) -> None:
        self._resolver = resolver
        self._gone = gone

    def __call__(self, zeroconf: object, service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        if state_change.name == "Removed":
            self._resolver.drop(name)
            self._gone(table_id(name))
        else:
            self._resolver.want(name)

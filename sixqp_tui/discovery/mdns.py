"""Listens for mDNS announcements, starting over after failures, and resolves their names."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sixqp_tui.discovery import zeroconf_service
from sixqp_tui.discovery.advertisement import SERVICE_TYPE, Advertisement, decode, instance_name, table_id

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncZeroconf


AT_A_TIME: Final = 8
"""Names that are resolved at once, so that a flood has to wait."""
MAX_WAITING: Final = 100
ASK_FOR_MS: Final = 6000
"""Milliseconds, in which zeroconf asks four times."""

Found = Callable[[Advertisement, tuple[str, ...], int], None]


class Resolver:
    def __init__(self, zeroconf: "AsyncZeroconf", found: Found) -> None:
        self._zeroconf = zeroconf
        self._found = found
        self._free = asyncio.Semaphore(AT_A_TIME)
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def want(self, name: str) -> None:
        """Resolve this instance, again if it is already being resolved; names beyond a limit are ignored."""
        if name in self._asking:
            self._again.add(name)
        elif len(self._asking) < MAX_WAITING:
            self._asking[name] = asyncio.create_task(self._resolve(name), name="resolve")

    def drop(self, name: str) -> None:
        task = self._asking.pop(name, None)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        tasks = tuple(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _resolve(self, name: str) -> None:
        self._again.add(name)
        while name in self._again:
            self._again.discard(name)
            async with self._free:
                await self._ask(name)
        self._asking.pop(name, None)

    async def _ask(self, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        try:
            with zeroconf_service.discovery_errors("browse"):
                info = AsyncServiceInfo(SERVICE_TYPE, name)
                complete = await info.async_request(self._zeroconf.zeroconf, ASK_FOR_MS)
        except zeroconf_service.DiscoveryFailed:
            return  # this one cannot be asked for; the next announcement starts again
        advert = decode(info.properties) if complete else None
        # Only a table under its own name counts, so that nobody can replace another's announcement.
        if advert and name.lower() == instance_name(advert.id) and info.port and 1 <= info.port <= 65535:
            self._found(advert, tuple(info.parsed_scoped_addresses()), info.port)


class MdnsBrowser:
    """Reports announced (`found`) and withdrawn (`gone`) tables while `run` runs.

    `problem` says why mDNS doesn't work, and `changed` is called when that changes.
    """

    def __init__(
        self,
        found: Found,
        gone: Callable[[str], None],
        changed: Callable[[], None],
        service_type: str = SERVICE_TYPE,
    ) -> None:
        self.problem: zeroconf_service.DiscoveryProblem | None = None
        self._found, self._gone, self._changed = found, gone, changed
        self._type = service_type
        self._refresh = asyncio.Event()

    def refresh(self) -> None:
        self._refresh.set()

    async def run(self) -> None:
        while True:
            try:
                await self._browse()
            except zeroconf_service.DiscoveryFailed as failed:
                self._become(failed.problem)
                with suppress(TimeoutError):
                    async with asyncio.timeout(zeroconf_service.RETRY_AFTER):
                        await self._refresh.wait()
            self._refresh.clear()

    async def _browse(self) -> None:
        zeroconf = await zeroconf_service.open_zeroconf()
        resolver = Resolver(zeroconf, self._found)
        try:
            with zeroconf_service.discovery_errors("browse"):
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
            await zeroconf_service.close_zeroconf(zeroconf)

    def _become(self, problem: zeroconf_service.DiscoveryProblem | None) -> None:
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

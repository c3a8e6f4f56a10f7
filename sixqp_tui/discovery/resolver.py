"""Resolving the names of service instances to tables."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sixqp_tui.discovery.advertisement import SERVICE_TYPE, Advertisement, decode, instance_name
from sixqp_tui.discovery.zeroconf_service import DiscoveryFailed, discovery_errors

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

AT_A_TIME: Final = 8
"""Names that are resolved at a time: a flood of names waits."""
MAX_WAITING: Final = 100
ASK_FOR_MS: Final = 6000
"""Milliseconds in which zeroconf asks four times."""

Found = Callable[[Advertisement, tuple[str, ...], int], None]


class Resolver:
    def __init__(self, zeroconf: "AsyncZeroconf", found: Found) -> None:
        self._zeroconf = zeroconf
        self._found = found
        self._free = asyncio.Semaphore(AT_A_TIME)
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def want(self, name: str) -> None:
        """Resolve this instance, again if it is being resolved already; names beyond a limit are ignored."""
        if name in self._asking:
            self._again.add(name)
        elif len(self._asking) < MAX_WAITING:
            self._asking[name] = asyncio.create_task(self._resolve(name), name="resolve")

    def drop(self, name: str) -> None:
        """The instance is gone: ignore a pending answer about it."""
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
            with discovery_errors("browse"):
                info = AsyncServiceInfo(SERVICE_TYPE, name)
                complete = await info.async_request(self._zeroconf.zeroconf, ASK_FOR_MS)
        except DiscoveryFailed:
            return  # this one cannot be asked for; the next announcement starts anew
        if complete:
            self._hand_on(name, info)

    def _hand_on(self, name: str, info: "AsyncServiceInfo") -> None:
        """Only a table under its own name counts, so that nobody can replace another's announcement."""
        advert = decode(info.properties)
        if advert and name.lower() == instance_name(advert.id) and info.port and 1 <= info.port <= 65535:
            self._found(advert, tuple(info.parsed_scoped_addresses()), info.port)

"""The live list of the tables on the LAN: heard of by mDNS, probed as long as the list is on screen."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from sixqp_tui.discovery.addresses import OwnAddress, best_to_reach, machine
from sixqp_tui.discovery.advert import SERVICE_TYPE, Advert, table_of
from sixqp_tui.discovery.listing import FoundTable, TableList
from sixqp_tui.discovery.probe import answering
from sixqp_tui.discovery.resolve import Resolver
from sixqp_tui.discovery.service import RETRY_AFTER, DiscoveryFailed, DiscoveryTrouble, closed, failing_as, opened

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange

SETTLE: Final = 0.3
LOOK_EVERY: Final = 1.0
COMPARE_EVERY: Final = 5.0

Probe = Callable[[Sequence[str], int], Awaitable[str | None]]


class Browser:
    """`async with Browser() as browser:` begins at once; `tables` is the list as it stands.

    `trouble` says why nothing can be found automatically (None: it works); a typed address still does.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        own: Callable[[], tuple[OwnAddress, ...]] = machine,
        probe: Probe = answering,
    ) -> None:
        self.trouble: DiscoveryTrouble | None = None
        self._list = TableList()
        self._clock, self._own, self._probe = clock, own, probe
        self._networks: tuple[OwnAddress, ...] = ()
        self._told: tuple[tuple[FoundTable, ...], DiscoveryTrouble | None] = ((), None)
        self._changed = asyncio.Event()
        self._refresh = asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def __aenter__(self) -> Self:
        """Begin to look for tables."""
        self._compare()
        running = (self._run(), self._watch())
        self._tasks = tuple(asyncio.create_task(each, name="browser") for each in running)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop looking, within a second."""
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables found, by title; `stale` ones have not answered lately."""
        return self._list.tables

    async def changes(self) -> AsyncGenerator[tuple[FoundTable, ...], None]:
        """The list now, and again whenever it or `trouble` has changed."""
        while True:
            changed = self._changed
            yield self.tables
            await changed.wait()

    def refresh(self) -> None:
        """Ask the network anew, with a new browser, and doubt all that is on the list."""
        self._refresh.set()

    async def find(self, wanted: str, timeout: float) -> tuple[FoundTable, ...]:  # noqa: ASYNC109
        """The tables with this title (in any case) or id; () if there is none after so many seconds.

        It returns soon after the first, having given a namesake the time to be heard too.
        """
        try:
            async with asyncio.timeout(timeout):
                while not self._list.matching(wanted):
                    await self._changed.wait()
        except TimeoutError:
            return ()
        await asyncio.sleep(SETTLE)
        return self._list.matching(wanted)

    async def _run(self) -> None:
        while True:
            try:
                await self._browse()
            except DiscoveryFailed as failed:
                self.trouble = failed.trouble
                self._tell()
                await self._refreshed(RETRY_AFTER)
            self._refresh.clear()
            self._list.probe_all(self._clock())

    async def _browse(self) -> None:
        """One browser's life, until the next refresh."""
        zeroconf = await opened()
        resolver = Resolver(zeroconf, self._found)
        try:
            with failing_as("browse"):
                from zeroconf.asyncio import AsyncServiceBrowser

                browser = AsyncServiceBrowser(
                    zeroconf.zeroconf, SERVICE_TYPE, handlers=[_Ear(resolver, self._goodbye)]
                )
                self.trouble = None
                self._tell()
                try:
                    await self._refresh.wait()
                finally:
                    await browser.async_cancel()
        finally:
            await resolver.close()
            await closed(zeroconf)

    async def _refreshed(self, within: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._refresh.wait()

    async def _watch(self) -> None:
        """Probe what is due, and start anew when this machine's own addresses change."""
        compare_at = self._clock() + COMPARE_EVERY
        while True:
            await asyncio.sleep(LOOK_EVERY)
            due = self._list.due(self._clock())
            if due:
                await asyncio.gather(*map(self._probe_one, due))
                self._tell()
            if self._clock() >= compare_at:
                compare_at = self._clock() + COMPARE_EVERY
                if self._compare():
                    self.refresh()

    async def _probe_one(self, table: FoundTable) -> None:
        self._list.probed(table.id, await self._probe(table.addresses, table.port))

    def _compare(self) -> bool:
        """Look at this machine's addresses; whether they have changed."""
        before = self._networks
        try:
            self._networks = self._own()
        except OSError:
            self._networks = ()
        return self._networks != before

    def _found(self, advert: Advert, addresses: tuple[str, ...], port: int) -> None:
        reachable = best_to_reach(addresses, self._networks)
        if reachable and self._list.heard(advert, reachable, port, self._clock()):
            self._tell()

    def _goodbye(self, table: str) -> None:
        self._list.said_goodbye(table)
        self._tell()

    def _tell(self) -> None:
        """Wake everybody who waits, if there is a change; the next one has an event of its own."""
        told = (self.tables, self.trouble)
        if told != self._told:
            self._told = told
            self._changed.set()
            self._changed = asyncio.Event()


class _Ear:
    """What zeroconf calls for each instance that comes, changes or goes."""

    def __init__(self, resolver: Resolver, goodbye: Callable[[str], None]) -> None:
        self._resolver = resolver
        self._goodbye = goodbye

    def __call__(self, zeroconf: object, service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        if state_change.name == "Removed":
            self._resolver.drop(name)
            self._goodbye(table_of(name))
        else:
            self._resolver.want(name)

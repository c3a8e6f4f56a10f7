"""The live list of tables on the LAN, found by mDNS and broadcast, and probed."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self

from sixqp_tui.discovery.addresses import NetworkWatch, OwnAddress, best_to_reach, machine_addresses
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.broadcast_query import BroadcastQuery
from sixqp_tui.discovery.datagrams import Answer
from sixqp_tui.discovery.mdns import MdnsBrowser
from sixqp_tui.discovery.table_list import (
    PROBE_EVERY,
    DueProbe,
    Endpoint,
    FoundTable,
    KnownHost,
    ProbeKnown,
    Recognition,
    TableList,
    hosts_to_try,
)
from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem

PROBE_WITHIN: Final = 1.0
"""Seconds; even a busy machine on the LAN answers by then."""


async def first_answering(
    endpoints: Sequence[tuple[str, int]], within: float = PROBE_WITHIN
) -> tuple[str, int] | None:
    tasks = [asyncio.create_task(_accepts(*endpoint), name="probe") for endpoint in endpoints]
    try:
        async with asyncio.timeout(within):
            for attempt in asyncio.as_completed(tasks):
                endpoint = await attempt
                if endpoint is not None:
                    return endpoint
    except TimeoutError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return None


async def _accepts(address: str, port: int) -> tuple[str, int] | None:
    try:
        _, writer = await asyncio.open_connection(address, port)
    except OSError:
        return None
    writer.close()
    return address, port


SETTLE: Final = 0.3
"""Seconds to wait after the first match for another table with the same title."""
LOOK_EVERY: Final = 1.0
"""Seconds between checks for tables to probe."""
LISTEN_ANEW_AFTER: Final = 5.0
LISTEN_ANEW_EVERY: Final = 10.0
"""Seconds after which mDNS starts over while the list is empty, in case an interface wasn't ready."""

_logger = logging.getLogger(__name__)
Probe = Callable[[Sequence[Endpoint]], Awaitable[Endpoint | None]]


@dataclass(frozen=True)
class Efforts:
    """How tables are searched for, and what prevents it.

    Queries go out from the addresses `asked_from`; `hosts_tried` counts the hosts of earlier visits.
    """

    asked_from: tuple[str, ...] = ()
    hosts_tried: int = 0
    mdns: DiscoveryProblem | None = None
    broadcast: DiscoveryProblem | None = None


class Browser:
    """`async with Browser() as browser:` starts the search; `tables` is the current list.

    `known` are tables of earlier visits, latest first; `probe_known` tells whether one's host is there.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        own: Callable[[], tuple[OwnAddress, ...]] = machine_addresses,
        probe: Probe = first_answering,
        known: Sequence[KnownHost] = (),
        probe_known: ProbeKnown | None = None,
    ) -> None:
        self._list = TableList()
        self._clock, self._probe = clock, probe
        self._known, self._probe_known = hosts_to_try(known), probe_known
        self._recognition = Recognition(known)
        hosts = [host for each in self._known for host, _port in each.endpoints]
        self._mdns = MdnsBrowser(self._on_found, self._on_goodbye, self._notify)
        self._broadcast = BroadcastQuery(self._on_answer, self._on_goodbye, hosts, own)
        self._networks = NetworkWatch(own)
        self._notified: tuple[object, ...] = ((), None)
        self._changed, self._wake = asyncio.Event(), asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def __aenter__(self) -> Self:
        running = (self._mdns.run(), self._broadcast.run(), self._watch(), self._try_known())
        self._tasks = tuple(asyncio.create_task(each, name="browser") for each in running)
        for task in self._tasks:
            task.add_done_callback(_report)
        return self

    async def __aexit__(self, *_error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        return tuple(map(self._recognition.marked, self._list.tables))

    @property
    def problem(self) -> DiscoveryProblem | None:
        """Why automatic discovery doesn't work; None if either way does."""
        return self._mdns.problem if self._broadcast.problem else None

    @property
    def efforts(self) -> Efforts:
        asked_from = tuple(each.address for each in self._broadcast.networks)
        return Efforts(asked_from, len(self._known), self._mdns.problem, self._broadcast.problem)

    async def changes(self) -> AsyncGenerator[tuple[FoundTable, ...], None]:
        while True:
            changed = self._changed
            yield self.tables
            await changed.wait()

    def refresh(self) -> None:
        self._list.probe_all(self._clock())
        self._mdns.refresh()
        self._broadcast.refresh()

    async def find(self, wanted: str, timeout: float) -> tuple[FoundTable, ...]:  # noqa: ASYNC109
        """The tables with this id or title, in any case; () if none is found in time."""
        try:
            async with asyncio.timeout(timeout):
                while not self._list.matching(wanted):
                    await self._changed.wait()
        except TimeoutError:
            return ()
        await asyncio.sleep(SETTLE)  # noqa: TID251 (a namesake may be heard; silence is no event)
        return tuple(map(self._recognition.marked, self._list.matching(wanted)))

    async def _watch(self) -> None:
        anew_at = self._clock() + LISTEN_ANEW_AFTER
        while True:
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._wake.wait()
            await asyncio.gather(*map(self._probe_one, self._list.due(self._clock())))
            self._notify()
            if self._clock() >= anew_at and not self.tables:
                anew_at = self._clock() + LISTEN_ANEW_EVERY
                self._mdns.refresh()
            if self._networks.changed():
                self.refresh()

    async def _probe_one(self, due: DueProbe) -> None:
        if due.fingerprint is not None and self._probe_known is not None:
            answered = await self._probe_known(due.endpoints, due.fingerprint)
        else:
            answered = await self._probe(due.endpoints)
        self._list.probed(due.id, answered, self._clock())

    async def _try_known(self) -> None:
        while self._probe_known is not None:
            await asyncio.gather(*(self._try(each, self._probe_known) for each in self._known))
            self._notify()
            await asyncio.sleep(PROBE_EVERY)  # noqa: TID251 (the interval of the probes)

    async def _try(self, each: KnownHost, probe_known: ProbeKnown) -> None:
        endpoint = await probe_known(each.endpoints, each.fingerprint)
        self._list.recalled(each.found_at(endpoint or each.endpoints[0]), endpoint is not None)

    def _on_found(self, advert: Advertisement, addresses: tuple[str, ...], port: int) -> None:
        reachable = best_to_reach(addresses, self._networks.addresses)
        if reachable and self._list.heard(advert, reachable, port, self._clock()):
            self._notify()

    def _on_answer(self, answer: Answer, address: str) -> None:
        if self._list.answered_query(answer.advert, address, answer.port, self._clock()):
            self._notify()

    def _on_goodbye(self, table: str) -> None:
        if self._list.say_goodbye(table, self._clock()):
            self._wake.set()

    def _notify(self) -> None:
        """Wake everybody who waits, if something changed; the next change has its own event."""
        now = (self.tables, self.problem)
        if now != self._notified:
            self._notified = now
            self._changed.set()
            self._changed = asyncio.Event()


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("looking for tables failed", exc_info=error)

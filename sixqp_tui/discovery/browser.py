"""The live list of tables on the LAN, found by mDNS and broadcast, and probed."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from time import monotonic
from typing import Final, Self

from sixqp_tui.discovery.addresses import Addresses, NetworkWatch, best_to_reach, machine_addresses
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.broadcast import Answer, BroadcastQuery
from sixqp_tui.discovery.mdns import MdnsBrowser
from sixqp_tui.discovery.table_list import NOT_KNOWN, Endpoint, FoundTable, KnownHosts, TableList

PROBE_WITHIN: Final = (0.3, 1.0)
"""Seconds until the ends of a probe's two attempts, as an interface may come and go. Even a busy machine on the LAN
answers within the second one.
"""
SETTLE: Final = 0.3
"""Seconds to wait after the first match for another table with the same title."""
LOOK_EVERY: Final = 1.0
"""Seconds between checks for tables to probe."""

_logger = logging.getLogger(__name__)


async def first_answering(endpoints: Sequence[Endpoint]) -> Endpoint | None:
    tasks = [asyncio.create_task(_accepts(*endpoint), name="probe") for endpoint in endpoints]
    try:
        for attempt in asyncio.as_completed(tasks):
            if endpoint := await attempt:
                return endpoint
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return None


async def _accepts(address: str, port: int) -> Endpoint | None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    for seconds in PROBE_WITHIN:
        try:
            async with asyncio.timeout_at(began + seconds):
                _, writer = await asyncio.open_connection(address, port)
        except ConnectionRefusedError:
            return None
        except OSError:
            await asyncio.sleep(began + seconds - loop.time())  # noqa: TID251 (the interface may be back by then)
        else:
            writer.close()
            return address, port
    return None


class Browser:
    """`async with Browser() as browser:` starts the search; `tables` is the current list."""

    def __init__(self, own: Addresses = machine_addresses, known: KnownHosts = NOT_KNOWN) -> None:
        self._list = TableList(known)
        self._networks = NetworkWatch(own)
        self._mdns = MdnsBrowser(self._on_found, self._on_goodbye, self._notify)
        self._broadcast = BroadcastQuery(self._on_answer, lambda: self._networks.addresses)
        self._notified: tuple[object, ...] = ((), None)
        self._changed = asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def __aenter__(self) -> Self:
        running = (self._mdns.run(), self._broadcast.run(), self._watch())
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
        return self._list.tables

    @property
    def problem(self) -> str | None:
        """Why automatic discovery doesn't work; None if either way does."""
        return None if self._broadcast.works else self._mdns.problem

    @property
    def asked_from(self) -> tuple[str, ...]:
        """The own addresses from which queries go out."""
        return tuple(each.address for each in self._networks.addresses if each.is_ipv4)

    async def changes(self) -> AsyncGenerator[tuple[FoundTable, ...], None]:
        while True:
            changed = self._changed
            yield self.tables
            await changed.wait()

    def refresh(self) -> None:
        self._list.probe_all(monotonic())
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
        return self._list.matching(wanted)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (tables fall silent, and addresses change, unannounced)
            await asyncio.gather(*map(self._probe_one, self._list.due(monotonic())))
            self._notify()
            if self._networks.changed():
                self.refresh()

    async def _probe_one(self, table: FoundTable) -> None:
        self._list.probed(table.identity, await first_answering(table.endpoints), monotonic())

    def _on_found(self, advert: Advertisement, addresses: tuple[str, ...], port: int) -> None:
        if reachable := best_to_reach(addresses, self._networks.addresses):
            self._list.heard(advert, [(address, port) for address in reachable], monotonic())
            self._notify()

    def _on_answer(self, answer: Answer, address: str) -> None:
        self._list.heard(answer.advert, [(address, answer.port)], monotonic(), itself=True)
        self._notify()

    def _on_goodbye(self, table: str) -> None:
        self._list.say_goodbye(table, monotonic())
        self._notify()

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

"""The list stays right: tables come, fill, begin, end, vanish and return, in any order."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import pytest
from support.virtual_time import run

from sixqp_tui.discovery import announcer, browser, mdns
from sixqp_tui.discovery.addresses import NetworkWatch, OwnAddress, best_to_announce
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.announcer import CHECK_ADDRESSES_EVERY, Announcement
from sixqp_tui.discovery.broadcast import Answer
from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import MAX_TABLES, Endpoint

PORT = 4666
HOUR = 3600.0
ASK_EVERY = 2.0
SURELY = 40.0
"""Seconds after which what goes on at a table is known, though a fifth of all that is sent is lost."""
GONE = 62.0
"""Seconds after which a table that fell silent is off the list: four probes, and what each takes."""
ASKED_AGAIN = 3.0
"""Seconds after a goodbye in which it turns out that nobody answers any more, beside other tables that don't."""

KINDS = ("fill", "fill", "fill", "leave", "begin", "end", "goodbye", "crash", "cut", "mend", "mend")


@dataclass
class Table:
    """A table on the LAN; `since` is when it was last changed."""

    advert: Advertisement
    address: str
    since: float
    running: bool = True
    plugged: bool = True
    heard_goodbye: bool = False

    @property
    def answers(self) -> bool:
        return self.running and self.plugged


class Search:
    """Stands for mDNS or the broadcasts: a browser waits for what it `tells`."""

    problem = None
    works = True
    networks = ()

    def __init__(self, *tells: Any) -> None:
        self.tells = tells

    def refresh(self) -> None:
        """Nothing is cached."""

    async def run(self) -> None:
        await asyncio.Event().wait()


class Lan:
    """Tables, and a browser that looks for them, in virtual time."""

    def __init__(self, rng: Random, patch: pytest.MonkeyPatch) -> None:
        self.rng, self.tables = rng, list[Table]()
        self._mdns = self._broadcast = Search()
        patch.setattr(browser, "MdnsBrowser", self._search_mdns)
        patch.setattr(browser, "BroadcastQuery", self._search_broadcast)
        self.browser = Browser(clock=self._now, own=lambda: (), probe=self._probe)

    def _search_mdns(self, *tells: Any) -> Search:
        self._mdns = Search(*tells)
        return self._mdns

    def _search_broadcast(self, *tells: Any) -> Search:
        self._broadcast = Search(*tells)
        return self._broadcast

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _passes(self) -> bool:
        return self.rng.random() >= 0.2

    def _send(self, hear: Callable[..., object], *said: Any) -> None:
        if self._passes():
            asyncio.get_running_loop().call_later(self.rng.uniform(0.0, 0.1), hear, *said)

    async def _probe(self, endpoints: Sequence[Endpoint]) -> Endpoint | None:
        up = {table.address for table in self.tables if table.answers}
        answering = next((each for each in endpoints if each[0] in up), None)
        await asyncio.sleep(0.01 if answering else 1.0)  # noqa: TID251 (virtual time: an hour passes at once)
        return answering

    async def answer(self) -> None:
        """Every table answers the broadcasts."""
        while True:
            for table in self.tables:
                if table.answers:
                    told = Answer(bytes(8), table.advert, PORT)
                    self._send(self._broadcast.tells[0], told, table.address)
            await asyncio.sleep(ASK_EVERY)  # noqa: TID251 (virtual time: an hour passes at once)

    def open(self) -> None:
        number = len(self.tables) + 1
        advert = Advertisement(f"{number:08x}", f"Table {number % 7}", fingerprint=f"{number:064x}")
        self.tables.append(Table(advert, f"10.0.{number // 200}.{number % 200 + 1}", self._now()))
        self.change(self.tables[-1])

    def change(self, table: Table, **changes: Any) -> None:
        """The room has changed, which is announced three times."""
        table.advert, table.since = replace(table.advert, **changes), self._now()
        for _ in range(3 if table.answers else 0):
            self._send(self._mdns.tells[0], table.advert, (table.address,), PORT)

    def plug(self, table: Table, plugged: bool) -> None:
        if table.plugged is not plugged:
            table.plugged, table.since = plugged, self._now()

    def end(self, table: Table, politely: bool) -> None:
        """The process ends: having said goodbye, which may be lost, or killed."""
        table.heard_goodbye = politely and table.plugged and self._passes()
        table.running, table.since = False, self._now()
        if table.heard_goodbye:
            self._mdns.tells[1](table.advert.id)

    def happen(self) -> None:
        alive, rng = [table for table in self.tables if table.running], self.rng
        if not alive or (len(alive) < 12 and rng.random() < 0.2):
            self.open()
            return
        table = rng.choice(alive)
        kind = rng.choice(
            ("fill", "fill", "fill", "leave", "begin", "end", "goodbye", "crash", "cut", "mend", "mend")
        )
        match kind:
            case "fill" | "leave":
                taken = table.advert.seats_taken + (1 if kind == "fill" else -1)
                self.change(table, seats_taken=max(0, min(10, taken)))
            case "begin" | "end":
                self.change(
                    table, state="playing" if kind == "begin" else "lobby", variant=rng.choice(("tactic", "draft"))
                )
            case "goodbye" | "crash":
                self.end(table, politely=kind == "goodbye")
            case "cut" | "mend":
                self.plug(table, kind == "mend")

    def demand_right(self) -> None:
        """The list is as it must be by now."""
        now, shown = self._now(), {each.id: each for each in self.browser.tables}
        assert len(shown) == len(self.browser.tables) <= MAX_TABLES
        assert shown.keys() <= {table.advert.id for table in self.tables}
        for table in self.tables:
            quiet, listed = now - table.since, shown.get(table.advert.id)
            if table.answers and quiet > SURELY:
                assert listed is not None and not listed.stale, (table, now)
                assert (listed.advert, listed.endpoints) == (table.advert, ((table.address, PORT),))
            elif (not table.answers and quiet > GONE) or (table.heard_goodbye and quiet > ASKED_AGAIN):
                assert listed is None, (table, now)


def test_the_list_stays_right_on_a_busy_lan(random_seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy() -> None:
        rng, loop = Random(random_seed), asyncio.get_running_loop()
        lan = Lan(rng, monkeypatch)
        async with lan.browser, asyncio.TaskGroup() as group:
            answering = group.create_task(lan.answer())
            while loop.time() < HOUR / 20:
                await asyncio.sleep(rng.expovariate(1 / 8))  # noqa: TID251 (virtual time: an hour passes at once)
                lan.happen()
                lan.demand_right()
            for table in (each for each in lan.tables if each.running):
                lan.end(table, politely=True)
            await asyncio.sleep(GONE)  # noqa: TID251 (virtual time: an hour passes at once)
            assert lan.browser.tables == ()
            answering.cancel()

    run(busy())


def test_a_quiet_hour_changes_nothing_in_the_list_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = list[Any]()

    async def quiet() -> None:
        lan = Lan(Random(1), monkeypatch)

        async def follow() -> None:
            async for each in lan.browser.changes():
                lists.append(each)

        async with lan.browser, asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in (lan.answer(), follow())]
            lan.open()
            await asyncio.sleep(HOUR)  # noqa: TID251 (virtual time: an hour passes at once)
            for task in tasks:
                task.cancel()

    run(quiet())
    assert len(lists) <= 3 and len(lists[-1]) == 1, "nobody's screen is drawn again for nothing"


def test_a_flapping_interface_is_announced_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one appears and disappears five times a second for a minute; what it has at the end is announced."""
    cable, wifi = OwnAddress("eth0", "10.0.0.1", 24), OwnAddress("wlan0", "10.0.0.2", 24)
    announced: list[list[str]] = []

    class Zeroconf:
        async def async_update_interfaces(self) -> None:
            """There are none."""

        async def announce(self, info: Any) -> asyncio.Future[None]:
            announced.append(info.parsed_addresses())
            return asyncio.ensure_future(asyncio.sleep(0.5))  # noqa: TID251 (virtual time)

        async_register_service = async_update_service = announce

    @asynccontextmanager
    async def opened() -> AsyncIterator[Zeroconf]:
        yield Zeroconf()

    async def flap() -> None:
        clock = asyncio.get_running_loop().time

        def own() -> tuple[OwnAddress, ...]:
            now = clock()
            return (cable, wifi) if now > 60 or int(now * 5.01) % 2 else (cable,)

        monkeypatch.setattr(mdns, "open_zeroconf", opened)
        monkeypatch.setattr(announcer, "NetworkWatch", lambda: NetworkWatch(own, clock))
        monkeypatch.setattr(announcer, "Responder", lambda _said, own: nullcontext(own))
        addresses = partial(best_to_announce, default=frozenset[str]())
        async with Announcement(Advertisement("a", "Friday"), 4666, lambda: addresses(own())):
            await asyncio.sleep(70)  # noqa: TID251 (virtual time)

    run(flap())
    assert 5 < len(announced) <= 1 + 60 / CHECK_ADDRESSES_EVERY + 2
    assert announced[-1] == ["10.0.0.1", "10.0.0.2"]

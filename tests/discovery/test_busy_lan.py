"""The list stays right: tables come, fill, begin, end, vanish and return, in any order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import pytest
from support.virtual_time import run

from sixqp_tui.discovery import announcer, mdns
from sixqp_tui.discovery.addresses import NetworkWatch, OwnAddress, best_to_announce
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.announcer import CHECK_ADDRESSES_EVERY, Announcement
from sixqp_tui.discovery.broadcast import Responder
from sixqp_tui.discovery.table_list import MAX_TABLES, TableList

PORT = 4666
SURELY = 40
"""Seconds after which what goes on at a table is known, though a fifth of all that is sent is lost."""
GONE = 18
"""Seconds after which a table that fell silent is off the list: four probes."""


@dataclass
class Table:
    """A table on the LAN; `since` is when it was last changed."""

    advert: Advertisement
    address: str
    since: int
    running: bool = True
    plugged: bool = True
    heard_goodbye: bool = False

    @property
    def answers(self) -> bool:
        return self.running and self.plugged


class Lan:
    """Tables, and a list of them, second by second."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.now = rng, 0
        self.tables, self.list = list[Table](), TableList()

    def happen(self) -> None:
        alive, rng = [table for table in self.tables if table.running], self.rng
        if not alive or (len(alive) < 12 and rng.random() < 0.2):
            number = len(self.tables) + 1
            advert = Advertisement(f"{number:08x}", f"Table {number % 7}", fingerprint=f"{number:064x}")
            self.tables.append(Table(advert, f"10.0.0.{number}", self.now))
            return
        table = rng.choice(alive)
        table.since = self.now
        match rng.choice(("fill", "fill", "begin", "goodbye", "crash", "cut", "mend", "mend")):
            case "fill":
                table.advert = replace(table.advert, seats_taken=rng.randint(0, 10))
            case "begin":
                table.advert = replace(table.advert, state="playing")
            case "goodbye" if table.plugged:
                table.running, table.heard_goodbye = False, True
                self.list.say_goodbye(table.advert.id, self.now)
            case "goodbye" | "crash":
                table.running = False
            case "cut" | "mend" as kind:
                table.plugged = kind == "mend"

    def pass_second(self) -> None:
        """Every table answers every other second, and those that are due are probed."""
        self.now += 1
        endpoints = {(table.address, PORT): table for table in self.tables if table.answers}
        for endpoint, table in endpoints.items():
            if self.now % 2 and self.rng.random() >= 0.2:
                self.list.heard(table.advert, [endpoint], self.now, itself=True)
        for each in self.list.due(self.now):
            answered = next((endpoint for endpoint in each.endpoints if endpoint in endpoints), None)
            self.list.probed(each.identity, answered, self.now)

    def demand_right(self) -> None:
        """The list is as it must be by now."""
        shown = {each.id: each for each in self.list.tables}
        assert len(shown) == len(self.list.tables) <= MAX_TABLES
        for table in self.tables:
            quiet, listed = self.now - table.since, shown.pop(table.advert.id, None)
            if table.answers and quiet > SURELY:
                assert listed is not None and not listed.stale, (table, self.now)
                assert (listed.advert, listed.endpoints) == (table.advert, ((table.address, PORT),))
            elif not table.answers and (quiet > GONE or (table.heard_goodbye and quiet > 1)):
                assert listed is None, (table, self.now)
        assert not shown


def test_the_list_stays_right_on_a_busy_lan(random_seed: int) -> None:
    lan = Lan(Random(random_seed))
    for _ in range(400):
        if lan.rng.random() < 1 / 8:
            lan.happen()
        lan.pass_second()
        lan.demand_right()
    for table in lan.tables:
        table.running = False
    for _ in range(GONE):
        lan.pass_second()
    assert lan.list.tables == ()


def test_a_quiet_hour_changes_nothing_in_the_list_of_tables() -> None:
    lan = Lan(Random(1))
    lan.happen()
    lists = set[Any]()
    for _ in range(3600):
        lan.pass_second()
        lists.add(lan.list.tables)
    assert len(lists - {()}) == 1, "nobody's screen is drawn again for nothing"


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
        monkeypatch.setattr(Responder, "run", asyncio.Event().wait)
        addresses = partial(best_to_announce, default=frozenset[str]())
        async with Announcement(Advertisement("a", "Friday"), 4666, lambda: addresses(own())):
            await asyncio.sleep(70)  # noqa: TID251 (virtual time)

    run(flap())
    assert 5 < len(announced) <= 1 + 60 / CHECK_ADDRESSES_EVERY + 2
    assert announced[-1] == ["10.0.0.1", "10.0.0.2"]

"""A LAN on which tables come, fill, begin, end, vanish and return, and the demand that the list is right."""

import asyncio
from random import Random

import pytest
from support.virtual_lan import Table, Wire

from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import MAX_TABLES

HOUR = 3600.0
SURELY = 40.0
"""Seconds after which what goes on at a table is known, though a fifth of all that is sent is lost."""
GONE = 62.0
"""Seconds after which a table that fell silent is off the list: four probes, and what each takes."""

ASKED_AGAIN = 3.0
"""Seconds after a goodbye in which it turns out that nobody answers any more, beside other tables that don't."""


async def busy(seed: int, seconds: float, patch: pytest.MonkeyPatch) -> tuple[int, int]:
    """A LAN for so long: how much happened, and how often the list was looked through. Raises AssertionError."""
    rng = Random(seed)
    wire = Wire(rng)
    tables: list[Table] = []
    happened = looked = 0
    loop = asyncio.get_running_loop()
    async with wire.browser(patch) as browser:
        while loop.time() < seconds:
            await asyncio.sleep(rng.expovariate(1 / 8))  # noqa: TID251 (virtual time: an hour passes at once)
            await something(rng, wire, tables)
            happened += 1
            looked += right(browser, tables, loop.time())
        for table in tables:
            if table.running:
                await table.end(politely=True)
        await asyncio.sleep(GONE)  # noqa: TID251 (virtual time: an hour passes at once)
        assert browser.tables == ()
    return happened, looked


async def something(rng: Random, wire: Wire, tables: list[Table]) -> None:
    """The next thing that happens on this LAN."""
    alive = [table for table in tables if table.running]
    if not alive or (len(alive) < 12 and rng.random() < 0.2):
        tables.append(Table(wire, len(tables) + 1))
        await tables[-1].open()
        return
    table = rng.choice(alive)
    kind = rng.choice(("fill", "fill", "fill", "leave", "begin", "end", "goodbye", "crash", "cut", "mend", "mend"))
    match kind:
        case "fill" | "leave":
            taken = table.advert.seats_taken + (1 if kind == "fill" else -1)
            table.change(seats_taken=max(0, min(10, taken)))
        case "begin" | "end":
            table.change(state="playing" if kind == "begin" else "lobby", variant=rng.choice(("tactic", "draft")))
        case "goodbye" | "crash":
            await table.end(politely=kind == "goodbye")
        case "cut" | "mend":
            if table.plugged is (kind == "cut"):
                table.plug(not table.plugged)


def right(browser: Browser, tables: list[Table], now: float) -> int:
    """Whether the list is as it must be by now; 1 for having looked."""
    shown = {each.id: each for each in browser.tables}
    assert len(shown) == len(browser.tables) <= MAX_TABLES
    assert shown.keys() <= {table.id for table in tables}
    for table in tables:
        quiet = now - table.since
        listed = shown.get(table.id)
        if table.answers and quiet > SURELY:
            assert listed is not None and not listed.stale, (table.id, now)
            assert listed.advert == table.advert
            assert listed.endpoints == ((table.address, 4666),)
        elif (not table.answers and quiet > GONE) or (table.heard_goodbye and quiet > ASKED_AGAIN):
            assert listed is None, (table.id, now)
    return 1

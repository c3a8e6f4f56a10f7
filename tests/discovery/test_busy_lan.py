"""The list stays right: tables come, fill, begin, end, vanish and return, in any order."""

import asyncio
from random import Random
from typing import Any

import pytest
from support import virtual_loop
from support.busy_lan import HOUR, busy
from support.virtual_lan import Table, Wire


@pytest.mark.soak
def test_the_list_stays_right_on_a_busy_lan(monkeypatch: pytest.MonkeyPatch) -> None:
    happened, looked = virtual_loop.run(busy(0, HOUR / 2, monkeypatch))
    assert happened == looked > 150


@pytest.mark.slow
def test_a_quiet_hour_changes_nothing_in_the_list_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    async def quiet() -> list[Any]:
        wire = Wire(Random(1))
        lists = []
        async with wire.browser(monkeypatch) as browser:
            table = Table(wire, 1)
            await table.open()

            async def follow() -> None:
                async for each in browser.changes():
                    lists.append(each)  # noqa: PERF401  it never ends

            following = asyncio.create_task(follow())
            await asyncio.sleep(HOUR)  # noqa: TID251 (virtual time: an hour passes at once)
            following.cancel()
            await table.end(politely=False)
        return lists

    lists = virtual_loop.run(quiet())
    assert len(lists) <= 3 and len(lists[-1]) == 1, "nobody's screen is drawn again for nothing"

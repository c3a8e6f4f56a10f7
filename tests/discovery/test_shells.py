"""The shells around zeroconf: its failing is said, never fatal; probes end in time."""

import asyncio
import errno
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import sixqp_tui.discovery
from sixqp_tui.discovery import browser, mdns
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.announcer import Announcement
from sixqp_tui.discovery.broadcast import BroadcastQuery
from sixqp_tui.discovery.browser import Browser, first_answering
from sixqp_tui.discovery.mdns import DiscoveryFailed, discovery_errors

DISCARD = 9
PATIENCE = 30.0
"""Seconds that a busy machine may take for a connection to itself."""
NO_NETWORK = "OSError: no multicast here"


@pytest.fixture
def no_zeroconf(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    tried = asyncio.Event()

    @asynccontextmanager
    async def refused() -> AsyncIterator[None]:
        tried.set()
        raise DiscoveryFailed(NO_NETWORK)
        yield

    monkeypatch.setattr(mdns, "open_zeroconf", refused)
    monkeypatch.setattr(browser, "BroadcastQuery", partial(BroadcastQuery, port=DISCARD))
    return tried


async def test_a_table_continues_unannounced(no_zeroconf: asyncio.Event, caplog: pytest.LogCaptureFixture) -> None:
    async with Announcement(Advertisement("a", "Friday"), 4666, lambda: ("10.0.0.1",)) as announcement:
        await no_zeroconf.wait()
        announcement.update(replace(announcement.advert, seats_taken=2))
        with pytest.raises(ValueError, match="keeps its id"):
            announcement.update(Advertisement("b", "Friday"))
    assert NO_NETWORK in caplog.text


async def test_a_browser_reports_that_it_cannot_search(no_zeroconf: asyncio.Event) -> None:
    async with Browser(own=lambda: ()) as browser:
        changes = browser.changes()
        assert await anext(changes) == ()
        assert await anext(changes) == ()
        assert browser.problem == NO_NETWORK
        assert await browser.find("Friday", timeout=0.01) == ()
        no_zeroconf.clear()
        browser.refresh()
        await no_zeroconf.wait()
        await changes.aclose()


async def test_one_failing_search_does_not_stop_the_others(
    no_zeroconf: asyncio.Event, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_broadcast: BroadcastQuery) -> None:
        raise KeyError("a mistake of ours")

    monkeypatch.setattr(BroadcastQuery, "run", fail)
    async with Browser(own=lambda: ()) as browser:
        await no_zeroconf.wait()
        while "a mistake of ours" not in caplog.text:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
        assert browser.tables == ()


def test_only_network_errors_become_discovery_problems() -> None:
    with pytest.raises(DiscoveryFailed) as caught, discovery_errors():
        raise OSError("\x1b[2Jbroken")
    assert str(caught.value) == "OSError: [2Jbroken"
    with pytest.raises(KeyError), discovery_errors():
        raise KeyError


async def test_a_probe_reports_which_address_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "PROBE_WITHIN", (PATIENCE, 2 * PATIENCE))
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        here = ("127.0.0.1", port)
        assert await first_answering((("127.0.0.1", 1), here)) == here
    assert await first_answering((here,)) is None
    assert await first_answering(()) is None


async def test_a_probe_tries_again_while_an_interface_comes_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    connect, tries = asyncio.open_connection, count()

    async def unreachable_at_first(*endpoint: Any) -> Any:
        if next(tries) == 0:
            raise OSError(errno.ENETUNREACH, "unreachable")
        return await connect(*endpoint)

    monkeypatch.setattr(asyncio, "open_connection", unreachable_at_first)
    monkeypatch.setattr(browser, "PROBE_WITHIN", (0.01, PATIENCE))
    async with await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0) as server:
        here = server.sockets[0].getsockname()[:2]
        assert await first_answering((here,)) == here


async def test_a_probe_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def black_hole(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncio, "open_connection", black_hole)
    monkeypatch.setattr(browser, "PROBE_WITHIN", (0.01, 0.02))
    assert await first_answering((("10.0.0.1", 4666), ("10.0.0.2", 4666))) is None
    assert [task for task in asyncio.all_tasks() if task.get_name() == "probe"] == []


def test_importing_does_not_load_zeroconf() -> None:
    rooms = [each.stem for each in Path(sixqp_tui.discovery.__file__).parent.glob("*.py")]
    lines = [f"import sixqp_tui.discovery.{room}" for room in rooms]
    check = "import sys; assert not {'zeroconf', 'ifaddr'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", "\n".join([*lines, check])], check=True)

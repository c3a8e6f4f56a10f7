"""Ways in whose gateways are killed or hang during a game: they come back on their ports, and the host reads it."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import IO, Any

import asyncssh
import pytest
from support.page import guest
from support.ssh import KeyboardClient, terminal
from support.tables import heard

from sixqp_protocol.messages import RoomNews, Settings, Start, Way
from sixqp_tui.client.events import News
from sixqp_tui.hosting import ways_in
from sixqp_tui.hosting.hosted_table import HostedTable, host_table
from sixqp_tui.hosting.process import heartbeat
from sixqp_tui.hosting.process.table_process import MAX_RESTARTS, start_detached
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import GatewayOptions, GatewayProcess, start_gateway
from sixqp_tui.i18n.lobby import way_ended, way_restarted, way_stopped
from sixqp_tui.joining.failure import Failure
from sixqp_tui.presentation.ways_in import WAYS

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="kills processes by a signal")]

OPTIONS = TableOptions("Evening", "Olga", Settings(timer=None), port=0, ways={"page": 0, "ssh": 0})
"""What an app sends first of all."""
Started = dict[Way, list[GatewayProcess]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The gateways that were started, the newest last."""
    processes: Started = {way: [] for way in WAYS}

    async def noted(way: Way, options: GatewayOptions) -> GatewayProcess:
        processes[way].append(await start_gateway(way, options))
        return processes[way][-1]

    monkeypatch.setattr(ways_in, "start_gateway", noted)
    return processes


@pytest.fixture
async def hosted(started: Started) -> AsyncIterator[HostedTable]:
    async with AsyncExitStack() as stack:
        yield await host_table(OPTIONS, stack)


class Changes:
    """What the host is told of the ways in."""

    def __init__(self, hosted: HostedTable) -> None:
        self._sentences: asyncio.Queue[str | None] = asyncio.Queue()
        hosted.ways.on_change = self._sentences.put_nowait

    async def next(self) -> str | None:
        async with asyncio.timeout(20):
            return await self._sentences.get()


async def until(hosted: HostedTable, holds: Callable[[RoomNews], bool]) -> None:
    """Wait for news of the room for which this holds, unless the newest is such."""
    events, news = hosted.session.events(), hosted.session.state.news
    if news is None or not holds(news):
        await heard(events, News, lambda event: holds(event.news))


async def until_open(hosted: HostedTable, *ways: Way) -> None:
    """Wait until everybody at the table is told of these ways in and no others."""
    await until(hosted, lambda news: {way.way for way in news.ways} == set(ways))


@pytest.mark.parametrize(("way", "by"), [("ssh", "SIGKILL"), ("page", "SIGSTOP")])
async def test_a_dead_or_hung_gateway_returns_on_its_port_and_the_host_is_told(
    way: Way, by: str, hosted: HostedTable, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a hung gateway is noticed after ten seconds; tests/hosting/test_heartbeat.py tests the real figures
    monkeypatch.setattr(heartbeat, "PING_SECONDS", 0.1)
    monkeypatch.setattr(heartbeat, "MAX_SILENCES", 2)
    changes = Changes(hosted)
    await until_open(hosted, *WAYS)
    before = next(each for each in hosted.ways.listed() if each.kind == way)
    assert before.open
    os.kill(started[way][0].pid, getattr(signal, by))
    assert await changes.next() is None
    dead = next(each for each in hosted.ways.listed() if each.kind == way)
    assert dead.restarting and not dead.open and not dead.line
    assert await changes.next() == way_restarted(way)
    assert before in hosted.ways.listed()
    await until_open(hosted, *WAYS)


async def test_a_gateway_that_hangs_before_it_says_where_it_listens_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hangs: list[subprocess.Popen[bytes]] = []

    def start(_arguments: tuple[str, ...], errors: IO[bytes]) -> subprocess.Popen[bytes]:
        hangs.append(start_detached(("-c", "import sys; sys.stdin.readline(); sys.stdin.read()"), errors))
        return hangs[-1]

    monkeypatch.setattr(ways_in, "start_detached", start)
    with pytest.raises(Failure, match=r"didn't start.*page\.log"):
        await start_gateway("page", GatewayOptions((), "", "", "", b"", "en"), 0.2)
    assert hangs[0].returncode == -signal.SIGKILL


@pytest.mark.soak
async def test_a_gateway_that_keeps_dying_is_closed_and_can_be_opened_again(
    hosted: HostedTable, started: Started
) -> None:
    changes = Changes(hosted)
    for _death in range(MAX_RESTARTS):
        os.kill(started["page"][-1].pid, signal.SIGKILL)
        assert await changes.next() is None
        assert await changes.next() == way_restarted("page")
    os.kill(started["page"][-1].pid, signal.SIGKILL)
    assert await changes.next() is None
    assert await changes.next() == way_stopped("page")
    assert [(way.open, way.restarting) for way in hosted.ways.listed()] == [(False, False), (True, False)]
    await until_open(hosted, "ssh")
    assert (await hosted.ways.open("page", 0)).open
    await until_open(hosted, *WAYS)


def children(pid: int, module: str) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # each thread has its own
    found = [int(child) for each in lists for child in each.read_text().split()]
    return [child for child in found if module in Path(f"/proc/{child}/cmdline").read_text()]


async def child(pid: int, module: str) -> int:
    """The process with this module that the process `pid` starts, as soon as it has."""
    while not (found := children(pid, module)):  # noqa: ASYNC110
        await asyncio.sleep(0.02)  # noqa: TID251 (the system doesn't tell when a process starts another one)
    return found[0]


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


async def watchdog_of(pid: int) -> int:
    """The process that watches over this gateway, as soon as it does: then it reads in a thread of its own."""
    watchdog = await child(pid, "gateways.common.watchdog")
    while threads(watchdog) < 2:  # noqa: ASYNC110
        await asyncio.sleep(0.02)  # noqa: TID251 (the system doesn't tell when a process starts a thread)
    return watchdog


def open_ports(news: RoomNews) -> set[int]:
    return {way.port for way in news.ways}


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
async def test_a_gateway_that_dies_or_hangs_after_its_host_has_left_returns_on_its_port(
    hosted: HostedTable, started: Started
) -> None:
    """The page, which answers, stays open for as long as the other gateway takes to count as hanging."""
    kills: dict[Way, signal.Signals] = {"ssh": signal.SIGSTOP, "page": signal.SIGKILL}
    await until_open(hosted, *WAYS)
    ports = {way: started[way][0].result.port for way in WAYS}
    await hosted.ways.leave_open()
    watchdogs = {way: await watchdog_of(started[way][0].pid) for way in WAYS}
    for way, by in kills.items():
        watchdog = watchdogs[way]
        assert started[way][0].alive
        os.kill(started[way][0].pid, by)
        await until(hosted, lambda news: ports[way] not in open_ports(news))  # noqa: B023
        await until(hosted, lambda news: ports[way] in open_ports(news))  # noqa: B023
        os.kill(await child(watchdog, f"gateways.{way}"), signal.SIGTERM)
        await until(hosted, lambda news: ports[way] not in open_ports(news))  # noqa: B023


async def test_a_gateway_that_is_asked_to_end_is_closed_and_its_host_is_told(
    hosted: HostedTable, started: Started
) -> None:
    changes = Changes(hosted)
    os.kill(started["page"][0].pid, signal.SIGTERM)
    assert await changes.next() == way_ended("page")
    await until_open(hosted, "ssh")


@pytest.mark.soak
async def test_a_phone_finds_its_seat_and_hand_after_the_page_is_killed(
    hosted: HostedTable, started: Started
) -> None:
    changes, port = Changes(hosted), started["page"][0].result.port
    async with guest(port) as ann:
        await ann.sit("Ann")
        hosted.session.request(Start())
        hand = (await ann.until(lambda view: bool(view.get("hand"))))["hand"]
        os.kill(started["page"][0].pid, signal.SIGKILL)
    while await changes.next() != way_restarted("page"):
        pass
    async with guest(port, ann.cookie) as again:
        assert (await again.until(lambda view: bool(view.get("hand"))))["hand"] == hand


async def test_an_ssh_guest_whose_screen_process_or_gateway_is_killed_returns_to_the_seat(
    hosted: HostedTable, started: Started
) -> None:
    port = started["ssh"][0].result.port
    key = asyncssh.generate_private_key("ssh-ed25519")
    usual: dict[str, Any] = {"known_hosts": None, "client_keys": [key], "agent_path": None, "config": None}

    def client() -> Any:
        return asyncssh.connect("127.0.0.1", port, username="zoe", client_factory=KeyboardClient, **usual)

    async with client() as connection:
        screen = await terminal(connection)
        await until(hosted, lambda news: ("zoe", "ssh") in [(seat.name, seat.way) for seat in news.seats])
        hosted.session.request(Start())
        await screen.until("Your turn")
        [worker] = workers_of(started["ssh"][0].pid)
        os.kill(worker, signal.SIGKILL)
        assert "stopped unexpectedly" in await screen.rest()
    changes = Changes(hosted)
    async with client() as connection:
        await (await terminal(connection)).until("Your turn")
        [worker] = workers_of(started["ssh"][0].pid)
        os.kill(started["ssh"][0].pid, signal.SIGKILL)
    while await changes.next() != way_restarted("ssh"):
        pass
    async with client() as connection:
        await (await terminal(connection)).until("Your turn")
        await until(hosted, lambda news: [seat.here for seat in news.seats] == [True, True])
        connection.abort()


def workers_of(pid: int) -> list[int]:
    """The processes that this one has started."""
    children = list(Path(f"/proc/{pid}/task").glob("*/children"))
    if not children:
        pytest.skip("no /proc that lists a process's children")
    return [int(child) for each in children for child in each.read_text().split()]

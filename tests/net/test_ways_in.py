"""Ways in whose gateways are killed or hang during a game: their host is told, and opens them again."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncssh
import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.page import guest
from support.ssh import KeyboardClient, terminal
from support.tables import heard, options, stands

from sixqp_protocol.messages import CloseTable, RoomNews, SeatNews, Settings, SetWay, Start, Way, WayNews
from sixqp_tui.client.status import Closed
from sixqp_tui.hosting import ways_in
from sixqp_tui.hosting.hosted_table import HostedTable, host_table
from sixqp_tui.hosting.table_process import start_child
from sixqp_tui.hosting.ways_in import ClosedWay, GatewayOptions, GatewayOrder, WaysIn, start_gateway

OPTIONS = options("Evening", "Olga", Settings(timer=None), port=0, ways={"page": 0, "ssh": 0})
WAYS: tuple[Way, ...] = ("page", "ssh")
FOR_NOBODY = GatewayOptions(9, "", "", "", b"", "en")


@pytest.fixture
async def hosted() -> AsyncIterator[HostedTable]:
    async with AsyncExitStack() as stack:
        yield await host_table(OPTIONS, stack)


async def until(hosted: HostedTable, holds: Callable[[RoomNews], bool]) -> None:
    """Wait for news of the room for which this holds, unless the newest is such."""
    events, news = hosted.session.events(), hosted.session.state.news
    if news is None or not holds(news):
        await heard(events, RoomNews, holds)


async def way_at(hosted: HostedTable, way: Way) -> WayNews:
    """Once both are open."""
    await until(hosted, lambda news: sum(each.port is not None for each in news.ways) == 2)
    assert hosted.session.state.news
    return next(each for each in hosted.session.state.news.ways if each.way == way)


def children(pid: int) -> dict[str, int]:
    """The gateways that this process has started, by the last word of their command."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # each thread has its own
    found = [int(child) for each in lists for child in each.read_text().split()]
    if not found:
        pytest.skip("no /proc that lists a process's children")
    names = {Path(f"/proc/{child}/cmdline").read_text().rstrip("\0").rpartition(".")[2]: child for child in found}
    assert len(names) == len(found), "one gateway is there twice"
    return names


def gateway(hosted: HostedTable, way: Way) -> int:
    return children(hosted.started.process.pid)[way]


async def kill(hosted: HostedTable, way: Way) -> None:
    """Until its host is told."""
    os.kill(gateway(hosted, way), signal.SIGKILL)
    await until(hosted, lambda news: WayNews(way, problem="stopped") in news.ways)


async def reopen(hosted: HostedTable, way: WayNews) -> None:
    """Until it is open as before."""
    hosted.session.request(SetWay(way=way.way, open=True))
    await until(hosted, lambda news: way in news.ways)


async def test_gateways_that_hang_are_closed_and_all_end_with_their_tables_process(hosted: HostedTable) -> None:
    news = [await way_at(hosted, way) for way in WAYS]
    hung = [gateway(hosted, way) for way in WAYS]
    for way, process in zip(WAYS, hung, strict=True):
        os.kill(process, signal.SIGSTOP)
        hosted.session.request(SetWay(way=way, open=False))
    await until(hosted, lambda news: not news.ways)
    for way_news in news:
        await reopen(hosted, way_news)
    reopened = [gateway(hosted, way) for way in WAYS]
    assert not {*reopened} & {*hung}
    guests = [os.pidfd_open(each) for each in reopened]
    hosted.started.process.kill()
    for each in guests:
        ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(each, ended.set)
        async with asyncio.timeout(20):
            await ended.wait()
        asyncio.get_running_loop().remove_reader(each)
        os.close(each)


async def test_a_finished_tables_page_stays_until_its_last_viewer_leaves(hosted: HostedTable) -> None:
    port, events = (await way_at(hosted, "page")).port, hosted.session.events()
    assert port
    async with guest(port) as ann:
        await ann.sit("Ann")
        hosted.session.request(CloseTable())
        await stands(events, Closed)
        await ann.until(lambda view: bool(view.get("over")))
        assert not hosted.started.has_ended
    assert await asyncio.to_thread(hosted.started.process.wait, 20) == 0


@pytest.mark.parametrize("script", ["import sys; sys.stdin.readline(); sys.stdin.read()", ""])
async def test_a_gateway_that_hangs_or_ends_before_it_says_where_it_listens_is_a_failure(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[asyncio.subprocess.Process] = []

    async def start(_arguments: tuple[str, ...], errors: Any) -> asyncio.subprocess.Process:
        begun.append(await start_child(("-c", script), errors))
        if not script:
            await begun[0].wait()
        return begun[-1]

    monkeypatch.setattr(ways_in, "start_child", start)
    with pytest.raises(ClosedWay, match=r"didn't start.*page\.log"):
        await start_gateway("page", FOR_NOBODY, 0.2)
    assert begun[0].returncode is not None


async def test_a_gateway_that_reads_nothing_never_holds_up_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much it is told, and however quickly its way in is closed and opened again."""
    script = "print('{\"port\": 1}', flush=True); import time; time.sleep(99)"

    async def start(_arguments: tuple[str, ...], errors: Any) -> asyncio.subprocess.Process:
        return await start_child(("-c", script), errors)

    monkeypatch.setattr(ways_in, "start_child", start)
    monkeypatch.setattr(ways_in, "STOP_SECONDS", 0.1)
    told: asyncio.Queue[tuple[WayNews, ...]] = asyncio.Queue()
    ways = WaysIn(lambda: FOR_NOBODY, told.put_nowait)
    await ways.open({"page": 1})
    assert await told.get() == (WayNews("page", 1),)
    for number in range(3000):
        ways.show_chairs((SeatNews(f"{number:0100}", "person", True),))
    first = ways.gateways["page"]
    ways.follow({})
    ways.follow({"page": None})
    while await told.get() != (WayNews("page", 1),) or ways.gateways.get("page") is first:
        pass
    await first.ended()
    second = ways.gateways["page"]
    second.order(GatewayOrder(stop=True))
    await ways.end(0.0)
    await second.ended()


async def test_an_ssh_guest_whose_screen_process_or_gateway_is_killed_returns_to_the_seat(
    hosted: HostedTable,
) -> None:
    ssh = await way_at(hosted, "ssh")
    key = asyncssh.generate_private_key("ssh-ed25519")
    usual: dict[str, Any] = {"known_hosts": None, "client_keys": [key], "agent_path": None, "config": None}

    def client() -> Any:
        return asyncssh.connect("127.0.0.1", ssh.port, username="zoe", client_factory=KeyboardClient, **usual)

    async with client() as connection:
        screen = await terminal(connection)
        await until(hosted, lambda news: ("zoe", "ssh") in [(seat.name, seat.way) for seat in news.seats])
        hosted.session.request(Start())
        await screen.until("Your turn")
        [worker] = children(gateway(hosted, "ssh")).values()
        os.kill(worker, signal.SIGKILL)
        assert "stopped unexpectedly" in await screen.rest()
    async with client() as connection:
        await (await terminal(connection)).until("Your turn")
        await kill(hosted, "ssh")
        assert hosted.session.state.news and {way.way for way in hosted.session.state.news.ways if way.port} == {
            "page"
        }
    await reopen(hosted, ssh)
    async with client() as connection:
        await (await terminal(connection)).until("Your turn")
        await until(hosted, lambda news: [seat.here for seat in news.seats] == [True, True])
        connection.abort()

"""Gateways are killed or hang, and a guest's screen by ssh is killed, during a game: nobody may lose anything.

Run it with `python tests/bench/ways_in_killed.py [KILLS]` (10 of each if nothing is said); it needs Linux and takes
half a minute for each kill, since a process is only started again three times a minute. Of the two gateways one is
killed and one hangs, by turns. It prints the seconds until each is back, and ends with 1 if one takes longer than 3
seconds, besides those after which it counts as hanging, or if somebody loses a seat or a hand.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncssh

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.page import guest
from support.ssh import KeyboardClient, Screen, terminal
from support.tables import heard

from sixqp_protocol.messages import Settings, Start, Way
from sixqp_tui.client.events import News
from sixqp_tui.hosting.hosted_table import HostedTable, host_table
from sixqp_tui.hosting.process.heartbeat import MAX_SILENCES, PING_SECONDS, PONG_SECONDS
from sixqp_tui.hosting.table_options import TableOptions

SPACING = 25.0
"""Seconds between two kills of one process: three in a minute are too many, however late one comes."""
LIMIT = 3.0
HANGING = PING_SECONDS + MAX_SILENCES * PONG_SECONDS
"""Seconds after which a gateway at most counts as hanging."""
"""What an app sends first of all."""
OPTIONS = TableOptions("Evening", "Olga", Settings(timer=None), port=0, ways={"page": 0, "ssh": 0})


def children(pid: int, module: str) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # each thread has its own
    found = [int(child) for each in lists for child in each.read_text().split()]
    return [child for child in found if module in Path(f"/proc/{child}/cmdline").read_text()]


def gateway(way: Way) -> int:
    """The process of this gateway, which this process has started."""
    return children(os.getpid(), f"sixqp_tui.gateways.{way}")[-1]


def names(hosted: HostedTable) -> list[str]:
    news = hosted.session.state.news
    return [seat.name for seat in news.seats] if news else []


async def kill_gateway(hosted: HostedTable, way: Way, by: signal.Signals) -> float:
    """Seconds until everybody is told of the way in again."""
    events, began = hosted.session.events(), time.monotonic()
    os.kill(gateway(way), by)
    for is_open in (False, True):
        await heard(events, News, lambda event: any(each.way == way for each in event.news.ways) == is_open)  # noqa: B023
    return time.monotonic() - began


class SshGuest:
    """A guest who logs in again, with the same key, whenever the connection is lost."""

    def __init__(self, port: int) -> None:
        self.port, self.key = port, asyncssh.generate_private_key("ssh-ed25519")
        self.connection: asyncssh.SSHClientConnection | None = None
        self.screen: Screen | None = None

    async def connect(self) -> None:
        usual: dict[str, Any] = {"known_hosts": None, "agent_path": None, "config": None}
        self.connection = await asyncssh.connect(
            "127.0.0.1", self.port, username="zoe", client_keys=[self.key], client_factory=KeyboardClient, **usual
        )
        self.screen = await terminal(self.connection)

    async def until(self, text: str) -> None:
        assert self.screen
        async with asyncio.timeout(20):
            await self.screen.until(text)


async def kill_screen(hosted: HostedTable, zoe: SshGuest) -> float:
    """Seconds until this guest has the table on the screen again."""
    assert zoe.screen
    began = time.monotonic()
    os.kill(children(gateway("ssh"), "sixqp_tui.gateways.ssh.screen")[0], signal.SIGKILL)
    await zoe.until("stopped unexpectedly")
    await zoe.connect()
    await zoe.until("Your turn")
    return time.monotonic() - began


async def main(kills: int) -> int:
    os.environ["SIXQP_HOME"] = tempfile.mkdtemp()
    async with AsyncExitStack() as stack:
        hosted = await host_table(OPTIONS, stack)
        ports = {way.kind: int(way.link.rpartition(":")[2]) for way in hosted.ways.listed()}
        zoe = SshGuest(ports["ssh"])
        await zoe.connect()
        async with guest(ports["page"]) as phone:
            await phone.sit("Ann")
            await zoe.until("Olga")
            hosted.session.request(Start())
            hand = (await phone.until(lambda view: bool(view.get("hand"))))["hand"]
            await zoe.until("Your turn")
        failures = 0
        for number in range(kills):
            began = time.monotonic()
            failures += not await kill_each(hosted, zoe, (ports["page"], phone.cookie), hand, number % 2 == 1)
            if number + 1 < kills:
                await asyncio.sleep(max(0.0, SPACING - (time.monotonic() - began)))  # noqa: TID251
        if zoe.connection:
            zoe.connection.abort()
    return 1 if failures else 0


async def kill_each(
    hosted: HostedTable, zoe: SshGuest, phone: tuple[int, str], hand: object, page_hangs: bool
) -> bool:
    """Kill the page or let it hang, kill the screen by ssh, and do the other thing to the ssh gateway.

    Whether all are back in time, with everything.
    """
    by, began = signals(page_hangs), time.monotonic()
    before = names(hosted)
    page = await kill_gateway(hosted, "page", by["page"])
    async with guest(*phone) as again:
        same = (await again.until(lambda view: bool(view.get("hand"))))["hand"] == hand
    phone_back = time.monotonic() - began
    screen = await kill_screen(hosted, zoe)
    ssh = await kill_gateway(hosted, "ssh", by["ssh"])
    await zoe.connect()
    await zoe.until("Your turn")
    kept = same and names(hosted) == before
    print(
        f"page ({by['page'].name}) {page:.2f} s, its phone {phone_back:.2f} s, screen by ssh {screen:.2f} s, ",
        end="",
    )
    print(f"ssh ({by['ssh'].name}) {ssh:.2f} s", end="\n" if kept else ", SOMETHING IS LOST\n", flush=True)
    patience = {way: LIMIT + HANGING * (each is signal.SIGSTOP) for way, each in by.items()}
    in_time = max(page, phone_back) <= patience["page"] and screen <= LIMIT and ssh <= patience["ssh"]
    return kept and in_time


def signals(page_hangs: bool) -> dict[Way, signal.Signals]:
    """What befalls each gateway."""
    befalls = (signal.SIGSTOP, signal.SIGKILL) if page_hangs else (signal.SIGKILL, signal.SIGSTOP)
    return dict(zip(("page", "ssh"), befalls, strict=True))


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)))

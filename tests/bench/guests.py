"""The memory of a page with ten phones, and of ten guests by ssh, at a table that plays.

Run it with `python tests/bench/guests.py`; it needs Linux. A dedicated table opens one way in, ten guests take its
chairs, and the game begins. It prints the MiB of the table's process and of the gateway with all processes that it
has started. What processes share counts once, in parts.
"""

import asyncio
import os
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import asyncssh

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.harness import children, free_port, memory, served
from support.page import PhoneGuest, guest
from support.ssh import KeyboardClient, terminal

from sixqp_protocol.messages import Way

GUESTS = 10


async def phones(port: int, stack: AsyncExitStack) -> None:
    """Ten phones whose hands are dealt."""
    everybody: list[PhoneGuest] = []
    for number in range(GUESTS):
        phone = await stack.enter_async_context(guest(port, address=f"127.0.0.{number + 1}"))
        await phone.sit(f"Ann {number}")
        everybody.append(phone)
    for phone in everybody:
        await phone.until(lambda view: bool(view.get("hand")))


async def terminals(port: int, stack: AsyncExitStack) -> None:
    """Ten terminals that show a hand."""
    screens = []
    for number in range(GUESTS):
        connecting = asyncssh.connect(
            "127.0.0.1",
            port,
            username=f"ann{number}",
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
            client_factory=KeyboardClient,
            local_addr=(f"127.0.0.{number + 1}", 0),
            known_hosts=None,
            agent_path=None,
            config=None,
        )
        connection = await stack.enter_async_context(connecting)
        screens.append(await terminal(connection))
    for screen in screens:
        await screen.until("Your turn")


def proportional(pid: int) -> float:
    """MiB of a process and of all that it has started, each page divided by those that share it."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    own = int(rollup.partition("Pss:")[2].split()[0]) / 1024
    return own + sum(map(proportional, children(pid)))


async def measure(way: Way) -> tuple[float, float]:
    """MiB of the table's process, and of this way in with ten guests."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        served(home, f"--{way}", str(port), "--start-with", str(GUESTS), "--timer", "none") as (table, _port),
    ):
        async with AsyncExitStack() as stack:
            await (phones if way == "page" else terminals)(port, stack)
            (gateway,) = children(table.pid, f"sixqp_tui.gateways.{way}")
            return memory(table.pid), proportional(gateway)


def main() -> None:
    """Print both."""
    os.environ["SIXQP_HOME"] = tempfile.mkdtemp()
    ways: dict[Way, str] = {"page": "the page with ten phones", "ssh": "ten guests by ssh"}
    for way, what in ways.items():
        table, guests = asyncio.run(measure(way))
        print(f"{what}: {guests:.1f} MiB; their table: {table:.1f} MiB")


if __name__ == "__main__":
    main()

"""Many whole games on one table's process: what it holds after the last must be what it held after the first ones.

Run it with `python tests/bench/soak.py [GAMES]` (200 if nothing is said); it needs Linux. Ten bots play over TLS,
two look on, everybody chats. It prints the table's memory, descriptors and tasks as the games pass, and ends with 1
where an error was logged, memory grew by more than 5 MiB since game 20, or a descriptor or task stayed.
"""

import asyncio
import gc
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path

from sixqp_protocol.messages import Say, Start

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.tables import OWNER, TABLE, a_session, running, seated, settings

from sixqp_protocol.facts import GameEnded
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import Facts
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.host.commands import Setup
from sixqp_tui.host.durability.journal_codec import Opening
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting import table_journal
from sixqp_tui.store.certificate import load_or_create, server_context

PLAYERS, WATCHERS = 10, 2
SETTLED = 20
GROWTH = 5.0
CHAT = 4
"""In each game of this many everybody chats: oftener would be faster than a table allows."""
ProcessState = tuple[float, int, int, int]
"""MiB, descriptors, tasks, errors logged."""


class Errors(logging.Handler):
    """Counts what is logged from WARNING on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self.count += 1
        print(record.getMessage(), file=sys.stderr)


def standing(errors: Errors) -> ProcessState:
    """How this process stands."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    descriptors = sum(1 for _ in Path("/proc/self/fd").iterdir())
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20, descriptors, len(asyncio.all_tasks()), errors.count


@asynccontextmanager
async def a_table(folder: Path) -> AsyncIterator[tuple[Server, int]]:
    """A table over TLS with its journal, and its port."""
    setup = Setup(TABLE, "Soak", settings(rounds=1), owner=OWNER.public, owner_name="Olga")
    journal = table_journal.create_journal(Opening(setup, at=0))
    certificate = load_or_create(folder)
    seen = bytes.fromhex(certificate.fingerprint)
    room = Room(setup, partial(os.urandom, 32), lambda number: f"seed {number}", journal.append, certificate=seen)
    server = Server(room)
    port = await server.listen(0, server_context(certificate))
    try:
        yield server, port
    finally:
        await server.close()
        journal.close(keep=False, over=True)


async def serve(folder: Path, line: Connection) -> None:
    """Serve a table; say how the process stands whenever the other end asks."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    async with a_table(folder) as (_server, port):
        line.send(port)
        while await asyncio.to_thread(line.recv):
            line.send(standing(errors))


def table_process(folder: Path, line: Connection) -> None:
    """The table's own process."""
    os.environ["SIXQP_HOME"] = str(folder)
    asyncio.run(serve(folder, line))


async def one_game(players: list[Session], watchers: list[Session], chat: bool) -> None:
    """A whole game, in which everybody says something, or nobody does."""
    ends = [asyncio.create_task(_ended(session)) for session in watchers]
    games = [asyncio.create_task(run_bot(session, create_bot("easy"))) for session in players]
    for session in (*players, *watchers) if chat else ():
        session.request(Say(text="Good luck"))
    players[0].request(Start())
    await asyncio.gather(*games, *ends)


async def _ended(session: Session) -> None:
    async for event in session.events():
        if isinstance(event, Facts) and any(isinstance(fact, GameEnded) for fact in event.facts):
            return


async def soak(games: int, port: int, line: Connection) -> list[ProcessState]:
    """Play them; how the table's process stood after each 20, and when everybody had gone."""

    async def asked() -> ProcessState:
        line.send(True)
        stood: ProcessState = await asyncio.to_thread(line.recv)
        return stood

    stands = [await asked()]
    way = [("127.0.0.1", port)]
    players = [a_session(NetworkLink(way), "Olga", OWNER)]
    players += [a_session(NetworkLink(way), f"Bot {n}") for n in range(1, PLAYERS)]
    watchers = [Session(NetworkLink(way), Identity(f"Wim {n}", "watcher")) for n in range(WATCHERS)]
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(running(*players, *watchers))
        await seated((*players, *watchers))
        for game in range(1, games + 1):
            await one_game(players, watchers, chat=game % CHAT == 0)
            if game % SETTLED == 0:
                stands.append(await asked())
                told(f"after game {game}", stands[-1])
    for _ in range(50):
        stands.append(await asked())
        if stands[-1][1:3] == stands[0][1:3]:
            break
    return stands


def told(when: str, stood: ProcessState) -> None:
    """Print how the process stood."""
    memory, descriptors, tasks, errors = stood
    print(f"{when:<16} {memory:7.1f} MiB {descriptors:4} descriptors {tasks:4} tasks {errors:3} errors", flush=True)


def main() -> int:
    """Play, print, judge."""
    games = max(SETTLED, int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    line, other = Pipe()
    with tempfile.TemporaryDirectory() as folder:
        table = Process(target=table_process, args=(Path(folder), other))
        table.start()
        stands = asyncio.run(soak(games, line.recv(), line))
        line.send(False)
        table.join()
    before, early, last, after = stands[0], stands[1], stands[games // SETTLED], stands[-1]
    told("at the start", before)
    told("all have gone", after)
    growth = last[0] - early[0]
    well = growth <= GROWTH and after[1:3] == before[1:3] and after[3] == 0 and table.exitcode == 0
    print(
        f"memory grew by {growth:.1f} MiB from game {SETTLED} to game {games}: "
        + ("all well" if well else "not well")
    )
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())

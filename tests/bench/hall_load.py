"""An evening of sixty at one machine: how soon everybody sits, and whether every result counts once.

Run it with `python tests/bench/hall_load.py [PLAYERS] [ROUNDS]`. All players are bots in this process, and each
table is a process. In the first round one table's process is killed; then one player leaves, and another one comes.
"""

import asyncio
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import fmean, quantiles
from time import perf_counter

import msgspec

from sixqp_protocol.facts import CardLaid, RoundEnded
from sixqp_protocol.messages import AnyRequest, Leave
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Facts, Welcomed
from sixqp_tui.client.session import Session
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine import notation
from sixqp_tui.features.hall.evening import Evening, open_evening
from sixqp_tui.features.hall.hall import Hall, HallOpened, TableFinished, restored
from sixqp_tui.features.hall.journal import create_hall_journal
from sixqp_tui.joining.endpoint import LOOPBACK, TableEndpoint
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.store.journal import parse

REGISTRATION_SECONDS = 20.0
"""Seconds until the organiser starts the first round: people take minutes."""


class TimedSession:
    """A session that measures how long each card takes until its player hears that it lies on the table."""

    def __init__(self, session: Session, seconds: list[float]) -> None:
        self._session, self._seconds, self._asked = session, seconds, 0.0

    @property
    def state(self) -> SessionState:
        return self._session.state

    def request(self, request: AnyRequest) -> int | None:
        self._asked = perf_counter()
        return self._session.request(request)

    def come_back(self) -> None:
        self._session.come_back()

    async def events(self) -> AsyncIterator[Event]:
        async for event in self._session.events():
            if isinstance(event, Facts) and event.live and any(isinstance(each, CardLaid) for each in event.facts):
                self._seconds.append(perf_counter() - self._asked)
            yield event


async def come(evening: Evening, name: str, stack: AsyncExitStack, turns: list[float]) -> Session:
    place = TableEndpoint(((LOOPBACK, evening.port),), evening.id, evening.fingerprint, certain=True, trusted=True)
    seat = await stack.enter_async_context(take_seat(place, Player.bot(name), seconds=30))
    playing = asyncio.create_task(run_bot(TimedSession(seat.session, turns), create_bot("easy"), pause=lambda: 0.3))
    stack.callback(playing.cancel)
    return seat.session


async def sits(session: Session, hall: str, began: float) -> float:
    """Seconds until this player is welcomed at a table."""
    async for event in session.events():
        if isinstance(event, Welcomed) and event.welcome.table != hall:
            break
    return perf_counter() - began


async def played(evening: Evening, rounds: int) -> None:
    while len(evening.hall.rounds) < rounds or evening.hall.playing:
        await evening.changed.wait()
        evening.changed.clear()


def processor_seconds(pids: list[int]) -> float:
    """Seconds of processor time that these processes have used so far."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """MiB that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


async def run(players: int, rounds: int) -> Hall:
    turns: list[float] = []
    opened = HallOpened("Load", "seed", 4, rounds)
    async with AsyncExitStack() as stack:
        journal = create_hall_journal("10ad", opened)
        evening = await stack.enter_async_context(open_evening("10ad", journal, 0, print))
        began = perf_counter()
        sessions = list(await asyncio.gather(*(come(evening, f"P{each}", stack, turns) for each in range(players))))
        print(f"{players} players have come in {perf_counter() - began:.1f} s", flush=True)
        await asyncio.sleep(REGISTRATION_SECONDS)  # noqa: TID251 (as long as people take at least)
        for number in range(1, rounds + 1):
            began = perf_counter()
            used = processor_seconds(
                [os.getpid(), *(each.process.pid for each in evening.tables.waiting_processes)]
            )
            waits = [asyncio.create_task(sits(session, evening.id, began)) for session in sessions]
            await evening.begin_round()
            seconds = await asyncio.gather(*waits)
            processes = [each.process.pid for each in evening.tables.processes.values()]
            used = processor_seconds([os.getpid(), *processes]) - used
            sizes = f"{memory(os.getpid())} MiB here, {fmean(map(memory, processes)):.0f} MiB a table"
            print(f"round {number}: all sit after {max(seconds):.1f} s, with {used:.1f} s of processor time")
            print(sizes, flush=True)
            if number == 1:
                evening.tables.processes[0].process.kill()
                leaving = sessions.pop()
            await played(evening, number)
            print(f"round {number} is over after {perf_counter() - began:.0f} s", flush=True)
            print(
                f"{len(turns)} cards; 99 % of them lay within {1000 * quantiles(turns, n=100)[-1]:.0f} ms",
                flush=True,
            )
            turns.clear()
            if number == 1:
                leaving.request(Leave())
                sessions.append(await come(evening, "Late", stack, turns))
        evening.end()
    return evening.hall


def recount(told: Hall, path: Path) -> None:
    """Compare the ranking with what the games in the journal say."""
    hall = restored(parse(path.read_bytes()).records)
    heads: dict[int, int] = defaultdict(int)
    results = set()
    for fact in hall_facts(path):
        assert (fact.number, fact.table) not in results, "a result is there twice"
        results.add((fact.number, fact.table))
        for each in notation.parse(fact.game):
            if isinstance(each, RoundEnded):
                for seat, player in enumerate(hall.rounds[fact.number - 1].tables[fact.table]):
                    if player is not None:
                        heads[player] += each.heads[seat]
    assert len(results) == sum(len(each.tables) for each in hall.rounds), "a result is missing"
    differing = [line for line in told.ranking() if line.heads != heads[line.player]]
    print(f"{len(results)} results, each once; {len(differing)} players whose stand-in's hands don't count")


def hall_facts(path: Path) -> list[TableFinished]:
    records = [record for record in parse(path.read_bytes()).records if b'"TableFinished"' in record[:40]]
    return [msgspec.json.decode(record, type=TableFinished) for record in records]


def main() -> None:
    players, rounds = (*map(int, sys.argv[1:3]), *(60, 4)[len(sys.argv[1:3]) :])
    with tempfile.TemporaryDirectory() as home:
        os.environ["SIXQP_HOME"] = home
        told = asyncio.run(run(players, rounds))
        recount(told, next(Path(home).glob("halls/*.journal")))


if __name__ == "__main__":
    main()

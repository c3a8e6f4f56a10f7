"""An evening of sixty at one machine: how soon everybody sits, and whether every result counts once.

Run it with `python tests/bench/hall_load.py [PLAYERS] [ROUNDS] [TABLES]`. All players but two are bots in this
process, and each table is a process. The two are programs `sixqp join --plain` of their own, and another program
serves up to TABLES tables (6), as a second machine would. In the first round a table's process is killed; then one
player leaves. In the second, the machine that serves is pulled, and somebody comes late.
"""

import asyncio
import os
import re
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, suppress
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
from sixqp_tui.features.hall.hall import CodeDrawn, Hall, HallOpened, TableFinished, restored
from sixqp_tui.features.hall.journal import create_hall_journal
from sixqp_tui.joining.endpoint import LOOPBACK, TableEndpoint
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.store.journal import parse

SERVING = "serve1"
REAL = 2
"""Players whose program is the real one."""
BREAK_SECONDS = 20.0
"""Seconds until the organiser starts a round: people take minutes to register, and to read the ranking."""


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


async def real_player(evening: Evening, name: str, stack: AsyncExitStack) -> None:
    """A program of its own in text mode, which always plays the first card or row that it may."""
    home = stack.enter_context(tempfile.TemporaryDirectory())
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sixqp_tui", "join", f"{LOOPBACK}:{evening.port}", "--plain", "--name", name),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "SIXQP_HOME": home},
    )
    stack.callback(pull, program.pid)
    playing = asyncio.create_task(_play_first(program))
    stack.callback(playing.cancel)


async def _play_first(program: asyncio.subprocess.Process) -> None:
    assert program.stdin and program.stdout
    async for line in program.stdout:
        if asked := re.match(rb"(?:Your card|Which row do you take) \((\d+)", line):
            program.stdin.write(asked[1] + b"\n")


async def machine(evening: Evening, tables: int, stack: AsyncExitStack) -> asyncio.subprocess.Process:
    """Another machine, as far as the hall can tell, that opens tables for it."""
    home = stack.enter_context(tempfile.TemporaryDirectory())
    serve = "serve", "--for", f"{LOOPBACK}:{evening.port}", "--code", SERVING, "--tables", str(tables)
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sixqp_tui", *serve),
        stdout=asyncio.subprocess.DEVNULL,
        env={**os.environ, "SIXQP_HOME": home},
    )
    stack.callback(pull, program.pid)
    return program


def pull(pid: int) -> None:
    """End a process and all that it has started, as when a plug is pulled."""
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if each.read_text().rpartition(")")[2].split()[1] == str(pid):
                os.kill(int(each.parent.name), signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


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


def processor_seconds(pids: Iterable[int]) -> dict[int, float]:
    """Seconds of processor time that each of these processes has used so far."""
    stats = {pid: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids}
    return {pid: (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK") for pid, stat in stats.items()}


def memory(pid: int) -> int:
    """MiB that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


class Load:
    """One evening under load."""

    def __init__(self, evening: Evening, stack: AsyncExitStack) -> None:
        self.evening, self._stack = evening, stack
        self._turns: list[float] = []
        self._sessions: list[Session] = []
        self._served: asyncio.subprocess.Process | None = None
        self._leaving: Session | None = None

    async def register(self, players: int, tables: int) -> None:
        evening, began = self.evening, perf_counter()
        if tables:
            self._served = await machine(evening, tables, self._stack)
        names = [f"P{each}" for each in range(players - REAL)]
        self._sessions += await asyncio.gather(*map(self._come, names))
        for number in range(REAL):
            await real_player(evening, f"Real{number}", self._stack)
        while len(evening.hall.players) < players or (tables and not evening.waiting.machines):
            await evening.moved.wait()
            evening.moved.clear()
        print(f"{players} players have come in {perf_counter() - began:.1f} s", flush=True)

    async def _come(self, name: str) -> Session:
        return await come(self.evening, name, self._stack, self._turns)

    async def play(self, number: int) -> None:
        evening, began = self.evening, perf_counter()
        spare = [each.process.pid for each in evening.tables.waiting_processes]
        before = processor_seconds([os.getpid(), *spare])
        if self._leaving:
            self._leaving.request(Leave())  # at the very moment at which the round is seated
        waits = [asyncio.create_task(sits(session, evening.id, began)) for session in self._sessions]
        await evening.begin_round()
        seconds = await asyncio.gather(*waits)
        processes = [each.process.pid for each in evening.tables.processes.values()]
        after = processor_seconds([os.getpid(), *processes])
        used = sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())
        print(f"round {number}: all sit after {max(seconds):.1f} s, with {used:.1f} s of processor time")
        print(f"{memory(os.getpid())} MiB here, {fmean(map(memory, processes)):.0f} MiB a table", flush=True)
        self._leaving = await self._disturb(number)
        await played(evening, number)
        print(f"round {number} is over after {perf_counter() - began:.0f} s", flush=True)
        slow = 1000 * quantiles(self._turns, n=100, method="inclusive")[-1]
        print(f"{len(self._turns)} cards; 99 % of them lay within {slow:.0f} ms", flush=True)
        self._turns.clear()
        late = [at for at, player in enumerate(evening.hall.players) if player.name == "Late"]
        if late and number == 2:
            hands = sum(hand.player == late[0] for hand in evening.hall.hands)
            print(f"who came late in this round has {hands} of its hands", flush=True)

    async def _disturb(self, number: int) -> Session | None:
        """Cause this round's failures; returns the session that leaves before the next round, if any."""
        if number == 1:
            next(iter(self.evening.tables.processes.values())).process.kill()
            return self._sessions.pop()
        if number == 2:
            opened = self.evening.hall.rounds[-1].opened.values()
            elsewhere = sum(each.pin is not None for each in opened)
            if self._served:
                print(f"{elsewhere} tables are on the other machine, which is pulled now", flush=True)
                pull(self._served.pid)
            self._sessions.append(await self._come("Late"))
        return None


async def run(players: int, rounds: int, tables: int) -> Hall:
    opened = HallOpened("Load", "seed", 4, rounds)
    async with AsyncExitStack() as stack:
        journal = create_hall_journal("10ad", opened, CodeDrawn(SERVING, serving=True))
        evening = await stack.enter_async_context(open_evening("10ad", journal, 0, print))
        load = Load(evening, stack)
        await load.register(players, tables)
        for number in range(1, rounds + 1):
            await asyncio.sleep(BREAK_SECONDS)  # noqa: TID251 (as long as people take at least)
            await load.play(number)
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
    given = sys.argv[1:4]
    players, rounds, tables = (*map(int, given), *(60, 4, 6)[len(given) :])
    with tempfile.TemporaryDirectory() as home:
        os.environ["SIXQP_HOME"] = home
        told = asyncio.run(run(players, rounds, tables))
        recount(told, next(Path(home).glob("halls/*.journal")))


if __name__ == "__main__":
    main()

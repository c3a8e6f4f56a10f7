"""The process of the table: the shipped room, server, journal and bots, which may end at any step."""

import asyncio
from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from unittest.mock import Mock

from simulation.disk import FaultyDisk
from simulation.invariants import Checker
from simulation.network import End
from simulation.observed import ObservedRoom, ObservedSession, ObservedTransport
from simulation.processes import Process, ProcessLoop
from simulation.scenario import Scenario
from support.disks import file_of

from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import Link, MemoryChannel
from sixqp_tui.host.commands import Command, RoomLimits, Services, encoded
from sixqp_tui.host.network.connection import Transport
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.journal import TableJournal
from sixqp_tui.hosting.journalled_room import JournalKeeper, run_bot_seat
from sixqp_tui.store.journal import Journal
from sixqp_tui.store.journal_store import Claim

AWAY = (0.1, 3.0)
"""Between this many seconds after its end, however that came, the table's process is started again."""
BOT_SECONDS = (0.01, 0.09)
"""Between this many seconds a bot takes for a decision."""


class TableProcess:
    """A machine with one disk on which the table's process runs, ends, and is started again.

    `room` is that of the newest process, which is `closing` when it ends in order. `lives` is how many there were,
    `crash` the chance that one ends at a step.
    """

    room: ObservedRoom

    def __init__(self, loop: ProcessLoop, rng: Random, scenario: Scenario) -> None:
        self._loop, self._rng = loop, rng
        self.setup = scenario.setup
        self.disk = FaultyDisk(file_of(encoded(self.setup)), rng)
        self.checker = Checker(loop.errors, self.disk)
        self.crash, self._limits = scenario.crash, RoomLimits(facts=scenario.chunk)
        self.lives = 0
        self._ends: list[End] = []
        self._start()

    @property
    def up(self) -> bool:
        return self._process.alive and self._server is not None

    @property
    def idle(self) -> bool:
        return self._server is not None and all(each.idle for each in self._server.peers.values())

    @property
    def connected(self) -> set[int]:
        return set(self._server.peers) if self._server else set()

    def accept(self, end: End) -> None:
        """Somebody has connected."""
        self._ends = [each for each in self._ends if not each.broken]
        self._ends.append(end)
        self._process.call_soon(self._attach, end)

    def immortal(self) -> None:
        self.crash, self._process.lifetime = 0.0, inf

    # -- how it ends --------------------------------------------------------------------------------

    def kill(self) -> None:
        """End the process at once, unless it has said that it can't save what it does."""
        if self._process.alive and self._saved:
            self._end("the process is killed", End.die, in_order=False)

    @property
    def _saved(self) -> bool:
        return self._server is None or self.room.state.saved

    def stop(self) -> None:
        """Ask the process to end in order, as Ctrl-C does, when it is about to write something."""
        self._stop_asked = True

    def _exit(self) -> None:
        self._end("the process ends in order", End.leave, in_order=self._server is not None)

    def _end(self, how: str, close: Callable[[End], None], in_order: bool) -> None:
        self.checker.note(how)
        self.checker.ended(in_order)
        self._process.kill()
        for end in self._ends:
            close(end)
        self._loop.after(self._rng.uniform(*AWAY), self._start)

    # -- the process --------------------------------------------------------------------------------

    def _start(self) -> None:
        self.lives += 1
        self._process = process = Process(self._loop)
        process.lifetime = self._rng.expovariate(self.crash) if self.crash else inf
        process.at_end = self.kill
        self._server: Server | None = None
        self._ends.clear()
        self._stop, self._stop_asked = asyncio.Event(), False
        self.closing = False
        process.start(self._run(), at_exit=self._exit)

    async def _run(self) -> None:
        """The process from its start to its end: the same parts, in the same order, as `sixqp serve`."""
        try:
            journal = TableJournal(Mock(spec=Claim, path=Path("simulated")), Journal(self.disk))
        except OSError as refused:
            self.checker.note("the process cannot start:", refused)
            return

        def append(accepted: Command) -> None:
            journal.append(accepted)
            if self._stop_asked and not self.disk.refuses:
                self.checker.note("the process is asked to stop")
                self._stop.set()

        services = Services(self._rng.randbytes, self._seed, append, limits=self._limits)
        self.room = ObservedRoom(journal.setup, services, self.checker)
        server = Server(self.room, seat_bot=self._seat_bot, clock=self._loop.time)
        keeper = JournalKeeper(self.room, journal)
        server.on_change.append(keeper.note)
        try:
            if self.lives > 1:
                self.room.resume(journal.commands, self._loop.time())
            self.checker.opened(self.room, journal.commands)
            self._server, self.room.served = server, True
            await self._over(server)
        finally:
            self.room.served, self.closing = False, True
            await server.close()
            await keeper.end()
            self._close(journal)

    def _close(self, journal: TableJournal) -> None:
        """Whoever ends a table that isn't saved makes room on its disk first."""
        if not self._saved:
            self.disk.mend()
        journal.close(over=False)

    async def _over(self, server: Server) -> None:
        """Until the owner has closed the table, or somebody has asked the process to stop."""
        waits = [asyncio.create_task(each.wait()) for each in (server.finished, self._stop)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    def _attach(self, end: End) -> None:
        assert self._server is not None
        self._server.attach(self._observed(end))

    def _observed(self, transport: Transport) -> ObservedTransport:
        return ObservedTransport(transport, self._number, self.checker, self._process)

    def _number(self, transport: Transport) -> int:
        """By which number the room knows whom the server reaches by this transport."""
        assert self._server is not None
        return next(number for number, each in self._server.peers.items() if each.transport is transport)

    def _seed(self, _number: int) -> str:
        return self._rng.randbytes(4).hex()

    async def _seat_bot(self, attach: Callable[[Transport], None], key: bytes, level: Level) -> None:
        def observe(far: MemoryChannel) -> None:
            attach(self._observed(far))

        await run_bot_seat(
            observe, key, level, lambda level: create_bot(level, self._rng), self._pause, self._session
        )

    def _pause(self) -> float:
        return self._rng.uniform(*BOT_SECONDS)

    def _session(self, link: Link, identity: Identity) -> ObservedSession:
        return ObservedSession(link, identity, self._rng, self.checker)

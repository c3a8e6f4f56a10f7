"""The process of the table: the shipped room, server, journal and bots, which may end at any step."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from simulation.disk import FaultyDisk, OpenFile
from simulation.event_loop import ProcessLoop, Scheduler
from simulation.invariants import Checker
from simulation.network import End
from simulation.observed import ObservedRoom, ObservedSession, ObservedTransport
from simulation.scenario import Scenario
from support.disks import file_of

from sixqp_protocol.messages import Level
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import Link, MemoryChannel
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import Opening, encoded
from sixqp_tui.host.network.connection import Transport
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.state import RoomLimits
from sixqp_tui.hosting.bot_seats import run_bot_seat
from sixqp_tui.hosting.journalled_room import RoundSync
from sixqp_tui.hosting.table_journal import TableJournal
from sixqp_tui.store.journal import Journal
from sixqp_tui.store.journal_store import Claim

PORT = 4666
AWAY = (0.1, 3.0)
"""Between this many seconds after its end, however that came, the table's process is started again."""
BOT_SECONDS = (0.01, 0.09)
"""Between this many seconds a bot takes for a decision."""


class TableProcess:
    """A machine with one disk on which the table's process runs, ends, and is started again.

    `room` is that of the newest process, `lives` how many there were, `crash` the chance that one ends at a step.
    """

    room: ObservedRoom
    _loop: ProcessLoop
    _server: Server | None
    _stop: asyncio.Event
    _stop_asked: bool
    _ends: list[End]

    def __init__(self, scheduler: Scheduler, rng: Random, scenario: Scenario, checker: Checker) -> None:
        self._scheduler, self._rng, self._checker = scheduler, rng, checker
        self.opening = Opening(scenario.setup, at=0)
        self.disk = FaultyDisk(file_of(encoded(self.opening)), rng, checker.written)
        self.crash, self._limits = scenario.crash, RoomLimits(facts=scenario.chunk)
        self.lives = 0
        self._start()

    @property
    def up(self) -> bool:
        return self._loop.alive and self._server is not None

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
        self._loop.call_soon(self._attach, end)

    def immortal(self) -> None:
        self.crash, self._loop.lifetime = 0.0, float("inf")

    # -- how it ends --------------------------------------------------------------------------------

    def kill(self) -> None:
        """End the process at once, unless it has said that it can't save what it does."""
        if self._loop.alive and self._saved:
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
        self._checker.note(how)
        self._checker.ended(in_order)
        self._loop.kill()
        for end in self._ends:
            close(end)
        self._scheduler.after(self._rng.uniform(*AWAY), self._start)

    # -- the process --------------------------------------------------------------------------------

    def _start(self) -> None:
        self.lives += 1
        self._loop = loop = ProcessLoop(self._scheduler, self._rng)
        loop.lifetime = self._rng.expovariate(self.crash) if self.crash else float("inf")
        loop.at_end, loop.at_exit = self.kill, self._exit
        self._server, self._ends = None, []
        self._stop, self._stop_asked = asyncio.Event(), False
        self._checker.written(bytes(self.disk.data))
        loop.main(self._run(loop))

    async def _run(self, loop: ProcessLoop) -> None:
        """The process from its start to its end: the same parts, in the same order, as `sixqp serve`."""
        try:
            stored = Journal(OpenFile(self.disk, loop, self._rng))
        except OSError as refused:
            self._checker.note("the process cannot start:", refused)
            return
        journal = TableJournal(_Claim(), stored, now=lambda: 0)

        def append(accepted: Command) -> None:
            journal.append(accepted)
            if self._stop_asked and not self.disk.refuses:
                self._checker.note("the process is asked to stop")
                self._stop.set()

        self.room = ObservedRoom(
            journal.opening.setup, self._draw_key, self._seed, append, self._checker, self._limits
        )
        server, syncs = self._serve(loop, journal)
        try:
            if self.lives > 1:
                self.room.resume(journal.commands, loop.time())
            else:
                self._checker.opened(self.room)
            journal.record_port(PORT)
            self._server, self.room.served = server, True
            await self._over(server)
        except OSError as refused:
            self._checker.note("the process cannot start:", refused)
        finally:
            self.room.served = False
            self._checker.close()
            await server.close()
            await syncs.end()
            self._close(journal)

    def _serve(self, loop: ProcessLoop, journal: TableJournal) -> tuple[Server, RoundSync]:
        server = Server(self.room, seat_bot=self._seat_bot, clock=loop.time)
        syncs = RoundSync(self.room, journal)
        server.on_change.append(syncs.note)
        return server, syncs

    def _close(self, journal: TableJournal) -> None:
        """Whoever ends a table that isn't saved makes room on its disk first."""
        if not self._saved:
            self.disk.mend()
        journal.close(keep=True, over=False)

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
        return ObservedTransport(transport, self._number, self._checker, self._loop)

    def _number(self, transport: Transport) -> int:
        """By which number the room knows whom the server reaches by this transport."""
        assert self._server is not None
        return next(number for number, each in self._server.peers.items() if each.transport is transport)

    def _draw_key(self) -> bytes:
        return self._rng.randbytes(32)

    def _seed(self, _number: int) -> str:
        return self._rng.randbytes(4).hex()

    async def _seat_bot(self, attach: Callable[[Transport], None], key: bytes, level: Level) -> None:
        def observe(far: MemoryChannel) -> None:
            attach(self._observed(far))

        await run_bot_seat(observe, key, level, lambda _level: _Random(self._rng), self._pause, self._session)

    def _pause(self) -> float:
        return self._rng.uniform(*BOT_SECONDS)

    def _session(self, link: Link, identity: Identity) -> ObservedSession:
        return ObservedSession(link, identity, self._rng, self._checker)


class _Random:
    """A bot that draws."""

    thinks = False

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def card(self, view: View) -> int:
        return self._rng.choice(view.hand)

    def row(self, view: View) -> int:
        return self._rng.randrange(4)

    def draft(self, view: View) -> int:
        return self._rng.choice(view.table.deck)


class _Claim(Claim):
    """The claim to a journal that lies on the simulated disk: there is nothing beside it."""

    def __init__(self) -> None:
        self.path = Path("simulated")

    def set_aside(self, lost: bytes) -> None:
        """Nobody reads it."""

    def release(self) -> None:
        """Nobody else wants it."""

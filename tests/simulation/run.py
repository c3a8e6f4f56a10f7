"""One run of the simulation, from one seed: no socket, no thread, no sleep, no clock but the virtual one."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch
from zlib import crc32

from simulation.network import Network
from simulation.observed import decode
from simulation.participants import Person
from simulation.processes import ProcessLoop, is_alive
from simulation.scenario import OWNER, Scenario, draw_scenario
from simulation.table_process import TableProcess

from sixqp_tui.client import conversation
from sixqp_tui.host.commands import Command, Services, decoded
from sixqp_tui.host.room import Room
from sixqp_tui.store.journal import Journal

LOOK = 0.5
"""Seconds after which everybody sees what there is to do."""
PATIENCE = 3000.0
"""Seconds of calm within which every game must end."""
QUIET = 25.0
"""Seconds without a game after which nothing moves any more: everybody whose connection hung has come back."""
QUICK = 0.001
"""Seconds that a message takes at last where games begin by themselves: all must be read before the next begins."""
KILLED_IN_TROUBLE = 0.15
"""The chance, at each look, that a process whose disk refuses is killed."""
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Ida", "Jim", "Kit")


class Failure(Exception):
    """An invariant does not hold in the run of this seed; `trace` is what happened before."""

    def __init__(self, seed: int, what: str, trace: list[str]) -> None:
        super().__init__(f"seed {seed}: {what}")
        self.trace = trace


def simulate(seed: int) -> tuple[int, ...]:
    """Run what this seed draws. Raises Failure.

    What it came to: steps of the room, games played to their end, lives of the table's process, and the CRC-32 of
    the journal.
    """
    rng = Random(seed)
    loop = ProcessLoop(rng)
    with (
        asyncio.Runner(loop_factory=lambda: loop) as runner,
        patch.object(conversation, "decode_host", decode),
        _logged(loop.errors),
    ):
        return runner.run(_simulate(seed, rng, loop))


async def _simulate(seed: int, rng: Random, loop: ProcessLoop) -> tuple[int, ...]:
    world = World(draw_scenario(rng), rng, loop)
    table = world.table
    try:
        await world.play()
    except Exception as error:
        trace = [" ".join(map(str, words)) for words in world.checker.trace]
        raise Failure(seed, f"{type(error).__name__}: {error}", [str(world.scenario), *trace]) from error
    finally:
        await loop.end()
    return world.checker.steps, table.room.state.games_finished, table.lives, crc32(bytes(table.disk.data))


class World:
    """A table and its people, from the first trouble to the last game; `calm`: nothing goes wrong any more."""

    def __init__(self, scenario: Scenario, rng: Random, loop: ProcessLoop) -> None:
        self.scenario, self.rng, self.loop = scenario, rng, loop
        self.calm, self._since = False, 0.0
        self.network = Network(loop, rng, scenario.delay)
        self.table = TableProcess(loop, rng, scenario)
        self.checker = self.table.checker
        self.people = [Person(self, "Olga", key=OWNER)] if scenario.owned else []
        self.people += [Person(self, NAMES[n]) for n in range(scenario.people - len(self.people))]
        self.people += [Person(self, f"Wim {n}", "watcher") for n in range(scenario.watchers)]

    @property
    def played(self) -> bool:
        """Whether all games are over; where they begin by themselves, one is enough."""
        return self.table.room.state.games_finished >= (self.scenario.games if self.scenario.owned else 1)

    async def play(self) -> None:
        """Trouble first, then calm until all games are over and nothing moves any more."""
        await self._until(self.scenario.calm, self._over)
        self._calm_down()
        await self._until(self._since + PATIENCE, self._quiet)
        self.checker.demand(self._quiet(), "the games do not end")
        self._agree()

    async def _until(self, moment: float, over: Callable[[], bool]) -> None:
        loop = self.loop
        while loop.time() < moment and not over():
            await asyncio.sleep(LOOK)  # noqa: TID251 (virtual seconds pass at once)
            if loop.errors:
                raise loop.errors[0]
            self._look()

    def _over(self) -> bool:
        table = self.table
        return table.up and table.room.state.phase == "lobby" and self.played

    def _quiet(self) -> bool:
        """Whether nothing has been played for a while, and nobody is still being told what was."""
        now = self.loop.time()
        if not self._over() or not self.table.idle:
            self._since = now
        return now >= self._since + QUIET

    def _calm_down(self) -> None:
        table = self.table
        self.checker.note("calm")
        self._since = self.loop.time()
        self.calm = True
        if not self.scenario.owned:
            self.network.delay = QUICK
        table.immortal()
        table.disk.mend()

    def _look(self) -> None:
        for person in self.people:
            person.look(LOOK)
        if not self.calm:
            self._trouble_the_disk()
            if self.rng.random() < self.scenario.stop * LOOK:
                self.table.stop()

    def _trouble_the_disk(self) -> None:
        table, rng, often = self.table, self.rng, self.scenario.full * LOOK
        disk = table.disk
        if not often or table.closing:
            return
        if table.crash and disk.refuses and rng.random() < KILLED_IN_TROUBLE:
            table.kill()
            return
        trouble = rng.random()
        if trouble < often:
            disk.room = len(disk.data) + rng.randint(0, 300)
        elif trouble < 2 * often:
            disk.failing = 0.5
        elif trouble > 0.8:
            disk.mend()

    def _agree(self) -> None:
        table, checker = self.table, self.checker
        for person in self.people:
            client = person.client
            if client.running and client.over is None and client.since <= self._since:
                checker.demand_agreed(person.session.conversation)
        here = set(table.room.state.peers)
        checker.demand(here <= table.connected, "in the end the room takes somebody for present:", here)
        again = Room(table.setup, Services(bytes, str))
        entries = map(decoded, Journal(table.disk).records)
        commands = [entry for entry in entries if isinstance(entry, Command)]
        again.resume(commands, self.loop.time())
        checker.demand_kept(again, commands)


@contextmanager
def _logged(errors: list[BaseException]) -> Iterator[None]:
    """What the product catches and logs is an error of the run; the rest is dropped."""
    logger, handler = logging.getLogger("sixqp_tui"), _ErrorHandler(errors)
    with patch.object(logger, "propagate", False):
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)


class _ErrorHandler(logging.Handler):
    def __init__(self, errors: list[BaseException]) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_alive():
            self._errors.append(error)

"""One run of the simulation, from one seed: no socket, no thread, no sleep, no clock but the virtual one."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from unittest.mock import patch
from zlib import crc32

from simulation.broken import demand
from simulation.event_loop import ProcessLoop, Scheduler
from simulation.invariants import Checker
from simulation.observed import decode
from simulation.participants import Person, World
from simulation.scenario import OWNER, draw_scenario

from sixqp_tui.client import conversation
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import decoded
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
        self.seed, self.what, self.trace = seed, what, trace


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run came to.

    Steps of the room, games played to their end, lives of the table's process, the virtual seconds that passed, and
    the CRC-32 of the journal.
    """

    steps: int
    games: int
    lives: int
    seconds: float
    journal: int


def simulate(seed: int) -> Figures:
    """Run what this seed draws. Raises Failure."""
    rng = Random(seed)
    scenario = draw_scenario(rng)
    scheduler = Scheduler()
    checker = Checker(scheduler.errors)
    with (
        patch.object(conversation, "decode_host", decode),
        _logged(scheduler.errors),
    ):
        try:
            run = Run(World(scenario, rng, scheduler, checker))
            run.play()
        except Exception as error:
            error_text = f"{type(error).__name__}: {error}"
            trace = [" ".join(map(str, note)) for note in checker.trace]
            raise Failure(seed, error_text, [str(scenario), *trace]) from error
        finally:
            scheduler.end()
    table = run.world.table
    return Figures(
        checker.steps, table.room.state.games_finished, table.lives, scheduler.now, crc32(bytes(table.disk.data))
    )


class Run:
    """The people of a world, from the first trouble to the last game."""

    def __init__(self, world: World) -> None:
        self.world = world
        world.checker.moment = lambda: world.scheduler.now
        scenario = world.scenario
        self.people = [Person(world, "Olga", key=OWNER)] if scenario.owned else []
        self.people += [Person(world, NAMES[n]) for n in range(scenario.people - len(self.people))]
        self.people += [Person(world, f"Wim {n}", "watcher") for n in range(scenario.watchers)]
        self._since = 0.0

    def play(self) -> None:
        """ConnectionProblem first, then calm until all games are over and nothing moves any more."""
        scheduler, scenario = self.world.scheduler, self.world.scenario
        scheduler.after(LOOK, self._look)
        self._until(scenario.calm, self._over)
        self._calm_down()
        self._until(scheduler.now + PATIENCE, self._quiet)
        demand(self._quiet(), "the games do not end")
        self._agree()

    def _until(self, moment: float, over: Callable[[], bool]) -> None:
        scheduler = self.world.scheduler
        scheduler.run(lambda: scheduler.now >= moment or over())

    def _over(self) -> bool:
        table = self.world.table
        if not table.up or table.room.state.phase != "lobby":
            return False
        return table.room.state.games_finished >= (self.world.scenario.games if self.world.scenario.owned else 1)

    def _quiet(self) -> bool:
        """Whether nothing has been played for a while, and nobody is still being told what was."""
        if not self._over() or not self.world.table.idle:
            self._since = self.world.scheduler.now
        return self.world.scheduler.now >= self._since + QUIET

    def _calm_down(self) -> None:
        table = self.world.table
        self.world.checker.note("calm")
        self._since = self.world.scheduler.now
        self.world.calm = True
        if not self.world.scenario.owned:
            self.world.network.delay = QUICK
        table.immortal()
        table.disk.mend()

    def _look(self) -> None:
        world = self.world
        for person in self.people:
            person.look(LOOK)
        if not world.calm:
            self._trouble_the_disk()
            if world.rng.random() < world.scenario.stop * LOOK:
                world.table.stop()
        world.scheduler.after(LOOK, self._look)

    def _trouble_the_disk(self) -> None:
        table, rng, often = self.world.table, self.world.rng, self.world.scenario.full * LOOK
        disk = table.disk
        if not often or self.world.checker.closing:
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
        table, checker = self.world.table, self.world.checker
        for person in self.people:
            client = person.client
            if client.running and client.over is None and client.since <= self._since:
                checker.demand_agreed(person.session.conversation)
        checker.demand_present(table.connected)
        again = Room(table.opening.setup, lambda: bytes(16), str)
        entries = map(decoded, Journal(table.disk).records)
        again.resume([entry for entry in entries if isinstance(entry, Command)], self.world.scheduler.now)
        checker.demand_kept(again)


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
        loop = asyncio.get_running_loop()
        if error is not None and isinstance(loop, ProcessLoop) and loop.alive:
            self._errors.append(error)

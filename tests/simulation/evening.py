"""A whole simulated evening from one seed: no socket, no sleep, no clock but the virtual one."""

from dataclasses import dataclass
from random import Random
from unittest.mock import patch

from simulation.judge import Broken, Judge, demand
from simulation.people import Person, SeatBot, World
from simulation.plan import OWNER, drawn
from simulation.timeline import Timeline

from sixqp_tui.client import conversation
from sixqp_tui.client.conversation import Identity
from sixqp_tui.host import state
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import VERSION, decoded
from sixqp_tui.host.replay import CannotReplay
from sixqp_tui.host.room import Room
from sixqp_tui.store.journal import Journal

LOOK = 0.5
"""Seconds after which everybody sees what there is to do."""
PATIENCE = 3000.0
"""Seconds of calm within which every game must end."""
QUIET = 20.0
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Ida", "Jim", "Kit")


class Failure(Exception):
    """An invariant does not hold in the evening of this seed; `trace` is what happened before."""

    def __init__(self, seed: int, what: str, trace: list[str]) -> None:
        super().__init__(f"seed {seed}: {what}")
        self.seed, self.what, self.trace = seed, what, trace


@dataclass(frozen=True, slots=True)
class Figures:
    """What an evening came to: steps of the table, games played to their end, lives of the table's process."""

    steps: int
    games: int
    lives: int


def spent(seed: int) -> Figures:
    """Let the evening of this seed pass. Raises Failure."""
    lots = Random(seed)
    plan = drawn(lots)
    judge = Judge(lots)
    with patch.object(state, "CHUNK", plan.chunk):
        try:
            evening = Evening(world := World(plan, lots, Timeline(), judge))
            with patch.object(conversation, "decode_host", world.decode):
                evening.run()
        except (AssertionError, ValueError, LookupError, TypeError, AttributeError, CannotReplay) as error:
            told = error if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
            trace = [" ".join(map(str, note)) for note in judge.trace]
            raise Failure(seed, str(told), [str(plan), *trace]) from error
    return Figures(judge.steps, evening.world.house.room.games_finished, evening.world.house.lives)


class Evening:
    """The people of a world, and the bots that its table wants."""

    def __init__(self, world: World) -> None:
        self.world = world
        world.judge.moment = lambda: world.time.now
        self.bots: dict[bytes, SeatBot] = {}
        world.house.seat_bots = self._seat_bots
        plan = world.plan
        self.people = [Person(world, "Olga", token=OWNER)] if plan.owned else []
        self.people += [Person(world, NAMES[n]) for n in range(plan.people - len(self.people))]
        self.people += [Person(world, f"Wim {n}", "watcher") for n in range(plan.watchers)]
        self._seat_bots()

    def run(self) -> None:
        """Trouble first, then calm until all games are over and nothing moves any more."""
        time, plan = self.world.time, self.world.plan
        time.after(LOOK, self._look)
        self._until(plan.calm, self._over)
        self._calm_down()
        self._until(time.now + PATIENCE, self._quiet)
        demand(self._quiet(), "the games do not end")
        self._agree()

    def _until(self, moment: float, over: object) -> None:
        assert callable(over)
        time = self.world.time
        while time.now < moment and not over():
            time.step()

    def _over(self) -> bool:
        house = self.world.house
        enough = house.room.games_finished >= (self.world.plan.games if self.world.plan.owned else 1)
        return house.up and house.room.phase == "lobby" and enough

    def _quiet(self) -> bool:
        """Whether nothing has been played for a while."""
        if not self._over():
            self._since = self.world.time.now
        return self.world.time.now >= self._since + QUIET

    def _calm_down(self) -> None:
        house = self.world.house
        self.world.judge.note("calm")
        self._since = self.world.time.now
        self.world.calm = True
        house.crash = 0.0
        house.disk.room, house.disk.failing = None, 0.0

    def _look(self) -> None:
        house, world = self.world.house, self.world
        for person in self.people:
            person.look(LOOK)
        for bot in self.bots.values():
            bot.consider()
        if not world.calm and world.plan.full:
            trouble = world.lots.random()
            if trouble < world.plan.full * LOOK:
                house.disk.room = len(house.disk.data) + world.lots.randint(0, 300)
            elif trouble < 2 * world.plan.full * LOOK:
                house.disk.failing = 0.5
            elif trouble > 0.8:
                house.disk.room, house.disk.failing = None, 0.0
        world.time.after(LOOK, self._look)

    def _seat_bots(self) -> None:
        """The table's process has a bot at every seat that wants one; they end with it."""
        wanted = self.world.house.room.bots if self.world.house.up else {}
        for token in [token for token in self.bots if token not in wanted]:
            self.bots.pop(token).kill()
        for token in wanted:
            if token not in self.bots:
                self.bots[token] = SeatBot(self.world, Identity("Bot", token=token), "bot")
                self.bots[token].connect()

    def _agree(self) -> None:
        house, judge = self.world.house, self.world.judge
        for person in self.people:
            program = person.program
            if program.conversation.here:
                judge.demand_agreed(program.conversation)
        again = Room(house.opening.setup, lambda: bytes(16), str)
        entries = map(decoded, Journal(house.disk.after_crash(), VERSION).records)
        again.resume([entry for entry in entries if isinstance(entry, Command)], self.world.time.now)
        judge.demand_kept(again)

"""An evening of the code that ships, in virtual time: machines die and come back, and networks split.

Each machine has a disk, a player's program, and a table's process while it hosts. An evening goes wrong when a
final round is lost or has two results, when the tally or a screen tells anything else, or when it doesn't end.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from msgspec.structs import replace
from simulation.event_loop import ProcessLoop, Scheduler
from simulation.network import End, Network

from sixqp_protocol.codec import encode
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    CanHost,
    ChooseCard,
    ChooseRow,
    HandOver,
    Hello,
    Settings,
    Start,
    Successor,
    TallyLine,
)
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import HistoryDiffers, PromiseAsked, TakeOverAsked
from sixqp_tui.client.link import Channel, ConnectionLost
from sixqp_tui.client.session import SUCCESSOR_SECONDS, Session
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.engine.finished_rounds import split_rounds, write_finished_rounds
from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.host.commands import Command, Setup, Sitter, key_of
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.hosting import must_renew, place
from sixqp_tui.host.inheritance import inherited_setup
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.other_host import may_be_elsewhere

LOOK = 1.0
"""Seconds after which everybody sees what there is to do."""
PACE = (0.2, 1.5)
"""Between this many seconds a player takes for a decision."""
TROUBLE, CALM = 150.0, 400.0
"""Seconds of an evening in which things go wrong, and then in which nothing does."""
SETTLED = 60.0
"""Seconds of calm after which everybody has found the table again."""
YIELD = 15.0
"""Seconds for which a successor asks for nothing after its program has promised to another one."""
NEXT_SUCCESSOR = 10.0
"""Seconds after which the next successor tries."""
OPEN_SECONDS = 5.0
"""Seconds that a program waits for an answer of a machine that is gone, where it doesn't wait for less."""
CLOCKS_APART = 4096.0
"""Seconds between the clocks of two machines."""
TABLE = "1a2b3c4d"
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
STANDBY_EVERY = 4
"""In every this many evenings the table has no owner, and a standby."""


class WentWrong(AssertionError):
    """Something that must never happen, in the evening of this seed."""


@dataclass
class Disk:
    """What a machine keeps when it dies: what its program knows of the table, and the journal that it hosts."""

    kept: KeptTable | None = None
    setup: Setup | None = None
    commands: list[Command] | None = None


class Keeper:
    def __init__(self, disk: Disk) -> None:
        self.kept, self._disk = disk.kept, disk

    async def write(self, kept: KeptTable) -> None:
        self._disk.kept = kept


class Journal:
    def __init__(self, disk: Disk) -> None:
        assert disk.commands is not None
        self._commands = disk.commands

    def write(self, commands: Sequence[Command]) -> None:
        self._commands.extend(commands)

    def reread(self) -> Iterable[Command]:
        return list(self._commands)

    def probe(self) -> None:
        return


class TableLink:
    """The link from a machine to the table's process of another one."""

    def __init__(self, evening: "Evening", here: int, there: int) -> None:
        self._evening, self._here, self.there = evening, here, there
        self.fingerprint: str | None = pin_of(there).hex()

    async def connect(self) -> Channel:
        if not self._evening.reaches(self._here, self.there):
            async with asyncio.timeout(OPEN_SECONDS):  # nobody answers, and nobody refuses
                await asyncio.get_running_loop().create_future()
        return self._evening.connect(self._here, self.there)


def pin_of(machine: int) -> bytes:
    return bytes((machine,)) * 32


class Machine:
    """A machine: its disk outlives everything, and its processes die with it."""

    def __init__(self, evening: "Evening", number: int) -> None:
        self.evening, self.number, self.disk = evening, number, Disk()
        self.stands_by = number == evening.people
        self.name = "spare" if self.stands_by else NAMES[number]
        self.token = None if self.stands_by else bytes((number + 1,)) * 16
        self.on = True
        self._offered = CanHost((str(number),), 4666, pin_of(number))
        self.session: Session | None = None
        self.room: Room | None = None
        self.server: Server | None = None
        self.program: ProcessLoop | None = None
        self.process: ProcessLoop | None = None
        self.home = 0
        self.decided: object = None
        self.waits_until = self.started = self.hands_over_at = 0.0

    # -- the player's program -----------------------------------------------------------------------

    def start_program(self) -> None:
        evening = self.evening
        self.program, self.decided = self.new_process(), None
        self.started = self.program.time()
        link = TableLink(evening, self.number, self.home)
        identity = Identity(self.name, table=TABLE, token=self.token, look_on=True)
        if self.stands_by:
            identity = replace(identity, role="watcher", stands_by=True)
        self.session = Session(
            link, identity, client=evening.rng.randbytes(16), random=evening.rng,
            keeper=Keeper(self.disk), successor_link=self._link,
        )  # fmt: skip
        self.session.offer(self._offered)
        self.program.main(self._run(self.session))

    def new_process(self) -> ProcessLoop:
        return ProcessLoop(self.evening.scheduler, self.evening.rng, ahead=CLOCKS_APART * self.number)

    def _link(self, successor: Successor) -> TableLink:
        return TableLink(self.evening, self.number, int(successor.addresses[0]))

    async def _run(self, session: Session) -> None:
        events = session.events()
        running = asyncio.create_task(session.run())
        async for event in events:
            if isinstance(event, HistoryDiffers):
                raise WentWrong(f"{self.name} is told another history")
            if isinstance(event, TakeOverAsked) and not self.room:
                self.take_over()
                session.offer(self._offered)
            if self.stands_by:
                self.token = session.token
            if isinstance(event, PromiseAsked) and event.firm:
                self._yield(event.pin)
            self._play(session)
            self.evening.check_hosts()
        await running

    def _yield(self, pin: bytes) -> None:
        """Ask for nothing while a successor before this one, or one that has its promise, may open the table."""
        kept, own = self.disk.kept, pin_of(self.number)
        pins = [each.pin for each in kept.hosting.successors] if kept and kept.hosting else []
        if kept is None or pin == own or own not in pins or pin not in pins:
            return
        if kept.promised_to == pin or pins.index(pin) < pins.index(own):
            self.waits_until = self.evening.scheduler.now + YIELD
            if self.room and self.room.candidate:
                self.stop_hosting()

    def _play(self, session: Session) -> None:
        state = session.state
        if isinstance(session.link, TableLink):
            self.home = session.link.there
        view, pending = state.view, state.view.table.pending
        if not state.caught_up or view.seat is None or not pending or view.seat not in pending.seats:
            return
        moment = state.game, state.welcome and state.welcome.term, view.table.decision_id
        if moment != self.decided and isinstance(pending, CardsWanted | RowWanted) and self.program:
            self.decided = moment
            self.program.call_later(self.evening.rng.uniform(*PACE), self._decide, session, moment)

    def _decide(self, session: Session, moment: object) -> None:
        state = session.state
        if moment != (state.game, state.welcome and state.welcome.term, state.view.table.decision_id):
            return
        if isinstance(state.view.table.pending, RowWanted):
            session.request(ChooseRow(row=0))
        elif state.view.hand:
            session.request(ChooseCard(card=state.view.hand[0]))

    def look(self) -> None:
        """Take over the table where this machine is the next successor; begin a game where it is the owner's."""
        session = self.session
        if not self.on or session is None or self.program is None:
            return
        state = session.state
        if isinstance(state.status, Closed):
            raise WentWrong(f"{self.name}'s session is closed: {state.status.reason}")
        news = state.news
        wanted = news and news.phase == "lobby" and state.standing.owner and state.game < self.evening.games
        if news and wanted and sum(seat.here for seat in news.seats) > self.evening.people // 2:
            session.request(Start())
        if (state.standing.owner or state.standing.hosts) and isinstance(state.status, Connected):
            self._hand_over(session)
        if isinstance(state.status, Connected) and self.room and self.room.candidate:
            self.stop_hosting()
        since = state.status.since if isinstance(state.status, Reconnecting) else self.started
        away = 0.0 if isinstance(state.status, Connected) else self.program.time() - since
        hosting = self.disk.kept.hosting if self.disk.kept else None
        able = [each.pin for each in hosting.successors] if hosting else []
        if not away or pin_of(self.number) not in able:
            return
        if self.evening.scheduler.now < self.waits_until:
            return
        if away >= SUCCESSOR_SECONDS + 5 + NEXT_SUCCESSOR * able.index(pin_of(self.number)):
            self.take_over()

    def _hand_over(self, session: Session) -> None:
        """Let another machine host when somebody doesn't come back: they may obey only a higher term."""
        now, hosting, news = self.evening.scheduler.now, session.state.hosting, session.state.news
        if not hosting or not news or now < self.evening.calm + SETTLED or now < self.hands_over_at:
            return
        people = [seat for seat in news.seats if seat.occupant == "person"]
        able = (each.seat for each in hosting.successors if each.seat not in (None, hosting.host))
        there = next((seat for seat in able if seat is not None and news.seats[seat].here), None)
        if there is not None and not all(seat.here for seat in people):
            self.hands_over_at = now + SETTLED
            session.request(HandOver(seat=there))

    def take_over(self) -> None:
        kept = self.disk.kept
        left = kept.inheritance if kept else None
        if self.token and kept and left and left.seats and not (self.room and self.room.candidate):
            self.stop_hosting()
            self.host(inherited_setup(kept, key_of(self.token)), [])
            if self.session:
                self.session.visit(pin_of(self.number))

    # -- the table's process ------------------------------------------------------------------------

    def host(self, setup: Setup, commands: list[Command]) -> None:
        """Start the table's process, from this journal."""
        self.disk.setup, self.disk.commands = setup, commands
        self.process = self.new_process()
        self.process.main(self._serve(self.process, setup, list(commands)))

    async def _serve(self, loop: ProcessLoop, setup: Setup, commands: list[Command]) -> None:
        evening, queue = self.evening, CommitQueue()
        token = partial(evening.rng.randbytes, 16)

        def commit(command: Command) -> None:
            evening.check_hosts()  # a game may begin as soon as the one before is final
            queue.append(command)

        seeds, pin = lambda _game: evening.rng.randbytes(8).hex(), pin_of(self.number)
        room = Room(setup, token, seeds, commit, certificate=pin)
        server = Server(room, clock=loop.time, queue=queue, journal=Journal(self.disk))
        if commands:
            room.resume(commands, loop.time())
        self.room, self.server = room, server
        server.act(room.wake)  # a listener does that
        await asyncio.get_running_loop().create_future()

    def stop_hosting(self) -> None:
        if self.process:
            self.process.kill()
        self.process = self.room = self.server = None
        self.evening.cut(lambda here, there: there == self.number)

    # -- what happens to it -------------------------------------------------------------------------

    def die(self) -> None:
        self.on = False
        self.stop_hosting()
        if self.program:
            self.program.kill()
        self.program = self.session = None
        self.evening.cut(lambda here, there: self.number in (here, there))

    def sleep(self, seconds: float) -> None:
        """Stand still for so long, as a closed laptop: nobody reaches this machine, and it notices nothing."""
        for process in (self.program, self.process):
            if process:
                process.asleep_until = self.evening.scheduler.now + seconds
        self.evening.split({self.number})

    async def claim(self, term: int) -> None:
        """Say again and again to the host of the table that this program obeys only this term."""
        hello = Hello(CURRENT, "", "player", self.name, bytes(16), 1, token=self.token, confirms=True, term=term)
        while True:
            with suppress(OSError, ConnectionLost):
                channel = self.evening.connect(self.number, self.home)
                await channel.send(encode(hello))
                while True:
                    await channel.recv()
            await asyncio.sleep(LOOK)  # noqa: TID251  # the interval of its claims

    def come_back(self) -> None:
        self.on = True
        if self.disk.setup and self.disk.commands is not None and self.evening.rng.random() < 0.7:
            self.host(self.disk.setup, self.disk.commands)
        self.start_program()


class Evening:
    """Some machines on a network, and what must hold of all of them together."""

    def __init__(self, seed: int, people: int | None = None) -> None:
        standby = people is None and seed % STANDBY_EVERY == STANDBY_EVERY - 1
        self.rng, self.scheduler = Random(seed), Scheduler()
        self.people = people or self.rng.randint(2, len(NAMES))
        self.games = self.rng.choice((1, 1, 2))
        self.network = Network(self.scheduler, self.rng, self.rng.choice((0.001, 0.02)))
        self.machines = [Machine(self, number) for number in range(self.people + standby)]
        self.part = dict.fromkeys(range(len(self.machines)), 0)
        self.lines: list[tuple[int, int, End, End]] = []
        self.final: dict[tuple[int, int], str] = {}
        self.calm = float("inf")
        self._seen: dict[int, object] = {}
        self._rounds: dict[int, tuple[Room, dict[int, list[str]]]] = {}
        self._terms: set[int] = set()
        self._busy = 0.0
        self._seated = True
        self.trace: list[str] = []

    def setup(self) -> Setup:
        owner, *others = self.machines[: self.people]
        rules = Rules("classic", None, rounds=self.rng.choice((2, 3)))
        sitters = tuple(Sitter(NAMES[each.number], token=each.token) for each in others)
        settings = Settings(rules, 10, None)
        setup = Setup(TABLE, "Friday", settings, sitters=sitters, owner_token=owner.token, owner_name=NAMES[0])
        if len(self.machines) > self.people:  # a standby is for a table without an owner
            sitters = (Sitter(NAMES[0], token=owner.token), *sitters)
            setup = Setup(TABLE, "Friday", settings, sitters=sitters, autostart=self.people)
        return setup.bare()

    @property
    def hosts(self) -> int:
        """How many terms the table has had."""
        return len(self._terms)

    def note(self, what: str) -> None:
        self.trace.append(f"{self.scheduler.now:8.2f} {what}")

    def play(self) -> None:
        """Play the evening. Raises WentWrong."""
        self.begin()
        try:
            self.scheduler.after(self.rng.uniform(5, 20), self._trouble)
            self.scheduler.run(self._over)
            self._agree()
        finally:
            self.scheduler.end()

    def begin(self) -> None:
        self.machines[0].host(self.setup(), [])
        for machine in self.machines:
            machine.start_program()
        self.scheduler.after(LOOK, self._look)

    def claim(self, machine: Machine, term: int) -> None:
        """In place of its program, this machine claims a term that nobody hosts at."""
        machine.die()
        machine.program = machine.new_process()
        machine.program.main(machine.claim(term))

    def split(self, apart: Collection[int]) -> None:
        """Let nothing pass between these machines and the others; with nobody apart, all are together again."""
        self.part = {number: int(number in apart) for number in self.part}
        self.cut(lambda here, there: self.part[here] != self.part[there])

    def wait(self, seconds: float) -> None:
        """Let this time pass."""
        moment = self.scheduler.now + seconds
        self.scheduler.at(moment, lambda: None)
        self.scheduler.run(lambda: self.scheduler.now >= moment)

    # -- the network --------------------------------------------------------------------------------

    def connect(self, here: int, there: int) -> Channel:
        server = self.machines[there].server
        if server is None:
            raise ConnectionRefusedError
        near, far = self.network.connect()
        self.lines = [line for line in self.lines if not line[2].broken]
        self.lines.append((here, there, near, far))
        process = self.machines[there].process
        assert process is not None
        process.call_soon(server.attach, far)
        return near

    def reaches(self, here: int, there: int) -> bool:
        return self.part[here] == self.part[there] and self.machines[there].on

    def cut(self, which: Callable[[int, int], bool]) -> None:
        for here, there, near, _far in self.lines:
            if which(here, there):
                near.reset()

    # -- what goes wrong ----------------------------------------------------------------------------

    def _trouble(self) -> None:
        if self.scheduler.now >= TROUBLE:
            self.note("calm")
            self.calm = self.scheduler.now
            self.part = dict.fromkeys(self.part, 0)
            for machine in self.machines:
                if not machine.on:
                    machine.come_back()
            return
        fate, machine = self.rng.random(), self.rng.choice(self.machines)
        if fate < 0.35:
            parts = self.rng.choice((1, 2, 2, 3))
            self.part = {each: self.rng.randrange(parts) for each in self.part}
            self.note(f"the network splits: {self.part}")
            self.cut(lambda here, there: self.part[here] != self.part[there])
        elif fate < 0.65:
            self._toggle(machine)
        elif fate < 0.85:
            hosts = [each for each in self.machines if each.room and not each.room.candidate]
            if hosts:
                self._toggle(self.rng.choice(hosts))
        else:
            self.part[machine.number] = 9
            self.note(f"{machine.name} sleeps")
            self.cut(lambda here, there: machine.number in (here, there) and here != there)
        self.scheduler.after(self.rng.uniform(2, 45), self._trouble)

    def _toggle(self, machine: Machine) -> None:
        self.note(f"{machine.name}'s machine {'dies' if machine.on else 'comes back'}")
        machine.die() if machine.on else machine.come_back()

    # -- what must hold -----------------------------------------------------------------------------

    def _look(self) -> None:
        for machine in self.machines:
            machine.look()
            if machine.room and machine.room.state.moved:
                self.note(f"{machine.name} has handed over")
                machine.stop_hosting()
                machine.disk.setup = machine.disk.commands = None
            if machine.room and not machine.room.candidate:
                self._check(machine, machine.room)
                self._seated &= [each.name for each in machine.room.state.seats.taken] == [*NAMES[: self.people]]
                self._end_if_superseded(machine, machine.room)
        self.scheduler.after(LOOK, self._look)

    def check_hosts(self) -> None:
        for machine in self.machines:
            if machine.room and not machine.room.candidate:
                self._check(machine, machine.room)

    def _check(self, machine: Machine, room: Room) -> None:
        """What this host calls final is what every other host called final."""
        state = room.state
        settled = bool(state.deals._people)  # noqa: SLF001 (otherwise hidden by the open deal)
        seen = machine.number, id(room), state.deals.final, settled, place(state)
        if seen == self._seen.get(machine.number):
            return
        self._seen[machine.number] = seen
        rounds_here = rounds_of(room)
        before, games = self._rounds.get(machine.number, (room, {}))
        games = games if before is room else {}
        self._rounds[machine.number] = room, {**games, place(state)[0]: rounds_here}
        if state.deals.term not in self._terms:
            self._terms.add(state.deals.term)
            self.note(f"{machine.name} opens the table, term {state.deals.term} after {state.deals.final}")
            self._demand_history(room, rounds_here)
        game, rounds = state.deals.final
        known = self._rounds[machine.number][1].get(game)  # the next game may have begun at once
        if known is None or not settled:
            return  # what a host goes on from is final with its own first deal
        for number in range(1, rounds + 1):
            if number > len(known):
                raise WentWrong(f"round {number} of game {game} is said to be final, and isn't there")
            if self.final.setdefault((game, number), known[number - 1]) != known[number - 1]:
                raise WentWrong(f"round {number} of game {game} has two final results")

    def _demand_history(self, room: Room, rounds: list[str]) -> None:
        """A host that has just opened has every final round of its game, and no game is missing."""
        current = room.state.play.number if room.state.play else 0
        for (game, number), final in self.final.items():
            if game > current or (game == current and rounds[number - 1 : number] != [final]):
                raise WentWrong(f"final round {number} of game {game} is lost")

    def _end_if_superseded(self, machine: Machine, room: Room) -> None:
        """A host asks the successors, when one of them may host at a higher term, and ends then."""
        others = [each.room for each in self.machines if each.room and self.reaches(machine.number, each.number)]
        terms = [each.state.deals.term for each in others if not each.candidate]
        if may_be_elsewhere(room) and max(terms) > room.state.deals.term:
            self.note(f"{machine.name} hosts no more")
            machine.stop_hosting()
            machine.disk.setup = machine.disk.commands = None
        elif machine.server and machine.process and must_renew(room.state):
            machine.process.call_soon(machine.server.act, room.renew)  # as its process does

    def _agree(self) -> None:
        """In the end one host has played everything, everybody is there, and all are told the same."""
        self.check_hosts()
        hosts = [each.room for each in self.machines if each.room and not each.room.candidate]
        newest = max(hosts, key=lambda room: room.state.deals.term, default=None)
        if newest is None or not self._quiet(newest):
            if not self._seated:  # who lost their chair can't promise, and only a new table goes on
                return
            raise WentWrong("the evening doesn't end")
        rounds = rounds_of(newest)
        self._demand_history(newest, rounds)
        for machine in self.machines:
            session, kept = machine.session, machine.disk.kept
            host = next(each for each in self.machines if each.room is newest)
            if kept and kept.promised_to != pin_of(host.number) and not kept.successor(pin_of(host.number)):
                continue  # its own host, alone for a minute in the lobby, has given the chairs of the others away
            if session is None or not isinstance(session.state.status, Connected):
                raise WentWrong(f"{machine.name} is not back")
            history = session.state.history  # whoever was away for a minute in the lobby begins again
            if history and split_rounds(write_finished_rounds(history))[1:] != rounds:
                raise WentWrong(f"{machine.name}'s screen tells another game")
            if self._seated:
                for line in session.state.tally:
                    self._demand_counted(line)

    def _demand_counted(self, line: TallyLine) -> None:
        """The tally counts each final round once."""
        heads = [heads_of(text)[line.seat or 0] for text in self.final.values()]
        if (line.rounds, line.heads) != (len(heads), sum(heads)):
            raise WentWrong(f"the tally of {line.name} is {line}, expected {len(heads)} rounds, {sum(heads)} heads")

    def _quiet(self, room: Room) -> bool:
        state = room.state
        return state.phase == "lobby" and state.deals.open is None and state.games_finished >= 1

    def _over(self) -> bool:
        """Whether nothing goes wrong any more, and everything has been played and told."""
        now = self.scheduler.now
        if now < self.calm + SETTLED or not self._is_settled():
            self._busy = now
        return now >= min(self._busy + LOOK, TROUBLE + CALM)

    def _is_settled(self) -> bool:
        hosts = [each.room for each in self.machines if each.room]
        if len(hosts) != 1 or not self._quiet(hosts[0]) or hosts[0].state.games_finished < self.games:
            return False
        sessions = [each.session for each in self.machines]
        return all(session and isinstance(session.state.status, Connected) for session in sessions)


def rounds_of(room: Room) -> list[str]:
    """The finished rounds of the room's current or last game, in the notation."""
    play = room.state.play
    return split_rounds(write_finished_rounds(play.streams.of(None)))[1:] if play else []


def heads_of(text: str) -> list[int]:
    line = next(line for line in text.splitlines() if line.startswith("heads "))
    return [int(word) for word in line.partition(" total ")[0].split()[1:]]

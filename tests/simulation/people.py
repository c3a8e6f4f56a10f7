"""Those who come to a simulated table: the real conversation of a client, and somebody with whims behind it."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Literal

from simulation.house import House
from simulation.judge import Judge
from simulation.lines import Line
from simulation.plan import OWNER, Plan
from simulation.timeline import Timeline

from sixqp_protocol import messages
from sixqp_protocol.codec import decode_host
from sixqp_protocol.facts import ChoiceTakenBack
from sixqp_protocol.messages import AnyRequest
from sixqp_protocol.refusals import Farewell, Reaction
from sixqp_tui.client.connection import Backoff, ConnectionEnd
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.client.events import Denied, Event, Facts, Welcomed
from sixqp_tui.engine.pending import CardsWanted, DecisionId, DraftWanted
from sixqp_tui.host.participants import key_of

Role = Literal["player", "watcher"]


class World:
    """What everybody in it shares; `calm`: nothing goes wrong any more."""

    def __init__(self, plan: Plan, lots: Random, time: Timeline, judge: Judge) -> None:
        self.plan, self.lots, self.time, self.judge = plan, lots, time, judge
        self.calm = False
        self.decode = lru_cache(256)(decode_host)
        self.house = House(time, lots, plan, judge)


class Program:
    """A client's process: a conversation, its line, and the decisions that are wanted of it."""

    def __init__(self, world: World, identity: Identity, name: str) -> None:
        self.world, self.name = world, name
        self.client = world.lots.randbytes(16)
        self.conversation = Conversation(identity, self.client, "simulation")
        self.line: Line | None = None
        self.over: Farewell | None = None
        self.running = True
        self._backoff = Backoff(world.lots)
        self._decided: object = None
        self._brought = self._void = False

    # -- the line -----------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open a line, now or as soon as somebody is there."""
        if not self.running or self.line is not None:
            return
        house = self.world.house
        if not house.up:
            self._again()
            return
        delay = self.world.plan.delay
        self.line = Line(self.world.time, self.world.lots, house.number(), delay, (self, house))
        house.attend(self.line)
        self._brought, self._void = self.conversation.have > 0, False
        self.line.put(self, self.conversation.begin_connection())

    def _again(self, seconds: float | None = None) -> None:
        self.world.time.after(self._backoff.seconds() if seconds is None else seconds, self.connect)

    def hear(self, line: Line, data: bytes) -> None:
        """The host said something."""
        if line is not self.line:
            return
        received = self.conversation.receive(data)
        said = self.world.decode(data)
        self._void = self._void or (self._brought and _anew(received))
        self.world.judge.heard(self.conversation, self.client, said, received, self._void)
        for reply in received.replies:
            line.put(self, reply)
        if received.over or received.resync:
            self._drop()
            self._react(ConnectionEnd(received.over, received.retry_after))
            return
        self._hear_events(received)

    def _hear_events(self, received: Received) -> None:
        if self.conversation.here:
            self._backoff.reset()
        if any(isinstance(event, Denied) or self._taken_back(event) for event in received.events):
            self._decided = None
        self.consider()

    def _taken_back(self, event: Event) -> bool:
        """Whether the seat's card was taken back, maybe by another program on the same seat."""
        own = ChoiceTakenBack(self.conversation.view.seat or 0)
        return isinstance(event, Facts) and own in event.facts

    def lost(self, line: Line, farewell: Farewell | None = None) -> None:
        """The line is over, whoever ended it."""
        if line is self.line:
            self.line = None
            self.conversation.end_connection()
            self._react(ConnectionEnd(farewell))

    def _react(self, over: ConnectionEnd) -> None:
        if not self.running:
            return
        if over.reaction is Reaction.RETURN:
            self._again(over.retry_after)
            return
        assert isinstance(over.reason, Farewell)
        self.over = over.reason
        if over.reaction is Reaction.STOP:
            self.running = False

    def _drop(self) -> None:
        """Close the own end of the line."""
        if self.line is not None:
            line, self.line = self.line, None
            line.close(self)
            self.conversation.end_connection()

    def come_back(self) -> None:
        """Break the line off and come back at once."""
        self._drop()
        self.over = None
        self.connect()

    def kill(self) -> None:
        """End the process without a word."""
        self.running = False
        self._drop()

    # -- what is asked ------------------------------------------------------------------------------

    def send(self, data: bytes | None) -> bool:
        """Send a request that the conversation made; now and then it is said twice."""
        if data and self.line is not None:
            self.line.put(self, data)
            if not self.world.calm and self.world.lots.random() < 0.03:
                request = self.conversation.unanswered[-1]
                self.world.judge.repeated.add((key_of(self.client), request.id))
                self.line.put(self, data)
        return data is not None

    def ask(self, request: AnyRequest) -> None:
        """Ask the table for something."""
        self.send(self.conversation.request(request))

    def consider(self) -> None:
        """Begin to think where a decision is wanted."""
        moment, news = self._moment(), self.conversation.news
        if moment is None or moment == self._decided or (news is not None and news.paused):
            return
        self._decided = moment
        seconds = self.world.lots.uniform(0.2, 1.8) * self.pace
        self.world.time.after(seconds, self._decide, moment)

    @property
    def pace(self) -> float:
        """The seconds of thought that a decision takes, about."""
        return self.world.plan.pace if not self.world.calm else 0.05

    def _moment(self) -> tuple[int, DecisionId] | None:
        wanted = self.conversation.view.decision_id
        return None if wanted is None else (self.conversation.game, wanted)

    def _decide(self, moment: object) -> None:
        if not self.running or moment != self._decided or moment != self._moment():
            return
        talk, view, lots = self.conversation, self.conversation.view, self.world.lots
        pending = view.table.pending
        if isinstance(pending, CardsWanted):
            data = talk.request(messages.ChooseCard(card=lots.choice(view.hand)))
        elif isinstance(pending, DraftWanted):
            data = talk.request(messages.DraftCard(card=lots.choice(view.table.deck)))
        else:
            data = talk.request(messages.ChooseRow(row=lots.randrange(4)))
        if not self.send(data):
            self._decided = None

    def take_back(self) -> None:
        """Take the laid card back, and decide anew."""
        view = self.conversation.view
        if view.laid is not None and isinstance(view.table.pending, CardsWanted):
            self.send(self.conversation.request(messages.TakeBack()))
            self._decided = None


def _anew(received: Received) -> bool:
    return any(isinstance(event, Welcomed) and event.anew for event in received.events)


class SeatBot(Program):
    """A bot of the table's own: its line is within the process."""

    @property
    def pace(self) -> float:
        """Bots are quick."""
        return 0.05


class Person:
    """Somebody who sits at the table or looks on, by one program after another."""

    def __init__(self, world: World, name: str, role: Role = "player", token: bytes | None = None) -> None:
        self.world, self.name, self.role = world, name, role
        self.token = token
        self.owns = token == OWNER
        self.programs: list[Program] = []
        self.come()

    @property
    def program(self) -> Program:
        """The newest program."""
        return self.programs[-1]

    def come(self) -> None:
        """Start a program, with the token that the last one kept."""
        if self.programs:
            self.token = self.program.conversation.token or self.token
        identity = Identity(self.name, role=self.role, table=None, token=self.token)
        self.programs.append(Program(self.world, identity, self.name))
        self.program.connect()

    def look(self, seconds: float) -> None:
        """So much time has passed: see what there is to do."""
        self.programs = [program for program in self.programs if program.running or program is self.program]
        if not self.program.running or self.program.over is not None:
            self._after_the_end()
        elif self.world.calm:
            self._be_good()
        else:
            if self.owns and self.world.lots.random() < 0.2:
                self._be_good()
            if self.world.lots.random() < self.world.plan.whim * seconds:
                self._whim()
        self._may_break(seconds)

    def _may_break(self, seconds: float) -> None:
        line, world = self.program.line, self.world
        if line and not line.broken and not world.calm and world.lots.random() < world.plan.cut * seconds:
            world.judge.note("the line", line.peer, "breaks")
            world.lots.choice((line.reset, line.hang))()

    def _after_the_end(self) -> None:
        """The program was told to stop: come again, or look on from now on."""
        if self.world.lots.random() < 0.5 and not self.world.calm:
            return
        over = self.program.over
        if over is Farewell.ELSEWHERE and self.program.running and not self.world.calm:
            self.program.come_back()
            return
        late = over in (Farewell.BEGUN, Farewell.FULL) and self.world.plan.owned
        thrown_out = over in (Farewell.KICKED, Farewell.ELSEWHERE) and not self.owns
        if late or thrown_out:
            self.role, self.token = "watcher", None
            self.programs = [Program(self.world, Identity(self.name, role="watcher"), self.name)]
            self.program.connect()
            return
        self.program.kill()
        self.come()

    def _whim(self) -> None:
        acts: list[tuple[float, Callable[[], None]]] = [
            (5, self._say), (6, self.program.take_back), (2, self.program.come_back), (2, self._die),
            (1, self._leave), (1, self._second_program), (2, self._rename), (3, self._take_seat),
        ]  # fmt: skip
        if self.owns:
            acts += [
                (4, self._pause), (4, self._resume), (3, self._set_clock), (2, self._kick), (4, self._seat_bot),
                (2, self._open), (0.3, self._close), (6, self._start),
            ]  # fmt: skip
        weights, whims = zip(*acts, strict=True)
        (whim,) = self.world.lots.choices(whims, weights)
        whim()

    def _be_good(self) -> None:
        """Do what lets the game go on."""
        news, line = self.program.conversation.news, self.program.line
        self.program.consider()
        if not self.owns or news is None or line is None or self.program.conversation.unanswered:
            return
        if news.paused and news.kept:
            self._resume()
        elif news.phase == "lobby" and self.world.house.room.games_finished < self.world.plan.games:
            if sum(seat.occupant in ("person", "bot") for seat in news.seats) < 2:
                self.program.ask(messages.SetSeat(seat=1, to="bot", level="easy"))
            self._start()

    def _say(self) -> None:
        self.program.ask(messages.Say(text="hello"))

    def _die(self) -> None:
        self.program.kill()

    def _leave(self) -> None:
        self.program.ask(messages.Leave())

    def _second_program(self) -> None:
        self.come()

    def _rename(self) -> None:
        name = self.world.lots.choice(("Zed", "Ann", "Hal"))
        self.program.ask(messages.Rename(name=name))

    def _take_seat(self) -> None:
        if self.role == "watcher":
            seat = self._seat()
            self.program.ask(messages.TakeSeat(seat=seat))

    def _pause(self) -> None:
        self.program.ask(messages.Pause())

    def _resume(self) -> None:
        self.program.ask(messages.Resume())

    def _start(self) -> None:
        self.program.ask(messages.Start())

    def _set_clock(self) -> None:
        news = self.program.conversation.news
        if news is not None:
            settings, timer = news.settings, self.world.lots.choice((None, 5, 20))
            changed = messages.Settings(settings.rules, settings.seats, timer)
            self.program.ask(messages.SetRules(settings=changed))

    def _kick(self) -> None:
        seat = self._seat()
        self.program.ask(messages.SetSeat(seat=seat, to="kick"))

    def _open(self) -> None:
        seat = self._seat()
        self.program.ask(messages.SetSeat(seat=seat, to="open"))

    def _seat_bot(self) -> None:
        seat = self._seat()
        self.program.ask(messages.SetSeat(seat=seat, to="bot", level="easy"))

    def _close(self) -> None:
        self.program.ask(messages.CloseTable())

    def _seat(self) -> int:
        return self.world.lots.randrange(self.world.plan.setup.settings.seats)

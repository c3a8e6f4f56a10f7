"""Those who come to a simulated table: the shipped session of a client, and somebody with whims behind it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec.structs import replace
from simulation.observed import ObservedSession
from simulation.processes import Process
from simulation.scenario import OWNER

from sixqp_protocol import messages
from sixqp_protocol.facts import ChoiceTakenBack
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Ready, Request
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import Denied, Event, Facts, StatusChanged, Welcomed
from sixqp_tui.client.link import Channel
from sixqp_tui.client.status import Closed, ConnectionProblem, Reconnecting
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.engine.table import CardsWanted, DecisionId, DraftWanted

if TYPE_CHECKING:
    from simulation.network import End
    from simulation.run import World

Role = Literal["player", "watcher"]
T = TypeVar("T")
FROZEN = 6.0
"""Seconds for which somebody reads nothing: longer than the table waits."""
CALM_PACE = 0.05


class Client:
    """A client's process: a session with its link, and somebody who decides.

    `end` is that of the newest connection. `over` is the farewell after which the session is closed; at the moment
    `since` somebody last let it come.
    """

    fingerprint: str | None = None

    def __init__(self, world: "World", name: str, role: Role, key: Key) -> None:
        self.world, self.since = world, world.loop.time()
        self.over: Farewell | ConnectionProblem | None = None
        self.end: End | None = None
        self._process = Process(world.loop)
        self.session = ObservedSession(self, Identity(name, role, key=key), world.rng, world.checker)
        self._decided: tuple[int, DecisionId] | None = None
        self._hurried = False
        self._paused_at: tuple[int, int] | None = None
        self._process.start(self._run(), at_exit=self._process.kill)

    @property
    def running(self) -> bool:
        return self._process.alive

    async def connect(self) -> Channel:
        """A new connection. Raises OSError while the table's process does not run."""
        world = self.world
        await asyncio.sleep(world.network.seconds())  # noqa: TID251 (virtual seconds pass at once)
        if not world.table.up:
            raise ConnectionRefusedError
        self.end, far = world.network.connect()
        world.table.accept(far)
        return self.end

    async def _run(self) -> None:
        events = self.session.events()
        running = asyncio.create_task(self.session.run())
        async for event in events:
            self._hear(event)
        await running

    def _hear(self, event: Event) -> None:
        match event:
            case StatusChanged(Closed(reason)):
                assert isinstance(reason, Farewell) or reason is ConnectionProblem.CROWDED, reason
                self.over = reason
            case StatusChanged(Reconnecting()) if self._hurried:
                self._hurried = False
                self.session.come_back()
            case Denied():
                self._decided = None
            case Welcomed() if not self.session.state.unanswered:
                self._decided = None  # what another program has numbered as well is not sent again
            case Facts(facts=facts) if ChoiceTakenBack(self.session.state.view.seat or 0) in facts:
                self._decided = None  # maybe by another program on the same seat
        self.consider()

    def kill(self) -> None:
        """End the process without a word."""
        self._process.kill()
        if self.end is not None:
            self.end.leave()

    def come_back(self) -> None:
        """Come back after a farewell that leaves it to the player; else break the connection off and come again."""
        if self.over is not None:
            self.over, self.since = None, self.world.loop.time()
            self.session.come_back()
        elif self.end is not None:
            self._hurried = True
            self.end.leave()

    # -- what is asked ------------------------------------------------------------------------------

    def consider(self) -> None:
        """Begin to think where a decision is wanted."""
        moment, news = self._moment(), self.session.state.news
        self._consider_being_ready()
        if moment is None or moment == self._decided or (news is not None and news.paused):
            return
        self._decided = moment
        self._think(1, self._decide, moment)

    def _think(self, times: int, act: Callable[..., None], *words: object) -> None:
        pace = CALM_PACE if self.world.calm else times * self.world.scenario.pace
        self._process.call_later(self.world.rng.uniform(0.2, 1.8) * pace, act, *words)

    def _consider_being_ready(self) -> None:
        """Begin to think whether to be ready where a round is over."""
        pause = (self.session.state.game, self.session.state.view.table.round)
        if self.session.state.view.table.between_rounds and pause != self._paused_at:
            self._paused_at = pause
            self._think(4, self.be_ready)

    def be_ready(self) -> None:
        """Be ready for the next round, if one is waited for and this is not known yet."""
        if self.session.state.view.table.between_rounds and withheld(Ready(), self.session.state.standing) is None:
            self.session.request(Ready())

    def _moment(self) -> tuple[int, DecisionId] | None:
        wanted = self.session.state.view.decision_id
        return None if wanted is None else (self.session.state.game, wanted)

    def _decide(self, moment: tuple[int, DecisionId]) -> None:
        if moment != self._decided or moment != self._moment():
            return
        view, rng = self.session.state.view, self.world.rng
        pending = view.table.pending
        if isinstance(pending, CardsWanted):
            self.session.request(messages.ChooseCard(card=rng.choice(view.hand)))
        elif isinstance(pending, DraftWanted):
            self.session.request(messages.DraftCard(card=rng.choice(view.table.deck)))
        else:
            self.session.request(messages.ChooseRow(row=rng.randrange(4)))

    def take_back(self) -> None:
        """Take the laid card back, and decide again."""
        view = self.session.state.view
        if view.laid is not None and isinstance(view.table.pending, CardsWanted):
            self.session.request(messages.TakeBack())
            self._decided = None


class Person:
    """Somebody who sits at the table or looks on, by one client after another."""

    def __init__(self, world: "World", name: str, role: Role = "player", key: Key | None = None) -> None:
        self.world, self.name, self.role = world, name, role
        self.key = key or self._new_key()
        self.owns = key == OWNER
        self.clients: list[Client] = []
        self.come()

    @property
    def client(self) -> Client:
        """The newest client."""
        return self.clients[-1]

    @property
    def session(self) -> ObservedSession:
        return self.client.session

    def come(self) -> None:
        """Start a client."""
        self.clients.append(Client(self.world, self.name, self.role, self.key))

    def _new_key(self) -> Key:
        return Key.unsigned(self.world.rng.randbytes(32))

    def look(self, seconds: float) -> None:
        """So much time has passed: see what there is to do."""
        self.clients = [client for client in self.clients if client.running or client is self.client]
        if not self.client.running or self.client.over is not None:
            self._after_the_end()
        elif self.world.calm:
            self._be_good()
        else:
            if self.owns and self.world.rng.random() < 0.2:
                self._be_good()
            if self.world.rng.random() < self.world.scenario.whim * seconds:
                self._whim()
        self._may_break(seconds)

    def _may_break(self, seconds: float) -> None:
        end, world = self.client.end, self.world
        if end and not end.broken and not world.calm and world.rng.random() < world.scenario.cut * seconds:
            trouble = world.rng.choice(("hangs", "breaks", "freezes"))
            world.checker.note("the connection of", self.name, trouble)
            if trouble == "freezes":
                end.freeze(FROZEN)
            else:
                end.cut(hangs=trouble == "hangs")

    def _after_the_end(self) -> None:
        """The client was told to stop: come again, or look on from now on."""
        world, client = self.world, self.client
        if world.rng.random() < 0.5 and not world.calm:
            return
        if client.over is Farewell.ELSEWHERE and client.running and not world.calm:
            client.come_back()
            return
        late = client.over in (Farewell.BEGUN, Farewell.FULL) and world.scenario.owned
        thrown_out = client.over in (Farewell.KICKED, Farewell.ELSEWHERE) and not self.owns
        if late or thrown_out:
            self.role, self.key = "watcher", self._new_key()
            client.kill()
            self.clients = [Client(world, self.name, self.role, self.key)]
            return
        client.kill()
        self.come()

    def _whim(self) -> None:
        weights, whims = zip(*WHIMS, *(OWNERS_WHIMS if self.owns else ()), strict=True)
        (whim,) = self.world.rng.choices(whims, weights)
        wanted = whim(self)
        if isinstance(wanted, Request):
            self.session.request(wanted)  # type: ignore[arg-type]

    def _be_good(self) -> None:
        """Do what the game waits for."""
        session = self.session
        news = session.state.news
        self.client.consider()
        if session.conversation.here and not session.state.unanswered:
            self.client.be_ready()
        if news is None or not session.conversation.here or session.state.unanswered:
            return
        if news.still and news.you is not None:
            session.request(messages.PlayOn())
        elif self.owns and news.paused:
            session.request(messages.Resume())
        elif self.owns and news.phase == "lobby" and not self.world.played:
            if sum(seat.occupant in ("person", "bot") for seat in news.seats) < 2:
                session.request(messages.SetSeat(seat=1, to="bot", level="easy"))
            session.request(messages.Start())

    def lose_patience(self) -> None:
        """Say something and, as the connection breaks before the answer is there, start another client."""
        if self.client.end is not None and self.session.conversation.here:
            self.session.request(messages.Say(text="hello"))
            self.world.loop.after(2 * self.world.network.delay, self.client.end.cut, False)
            self.come()

    def turn_to_another(self) -> None:
        """Go on with an older client, which has been sent away since."""
        away = [client for client in self.clients if client.over is Farewell.ELSEWHERE]
        if away:
            client = self.world.rng.choice(away)
            self.clients.remove(client)
            self.clients.append(client)
            client.come_back()

    def set_clock(self) -> Request | None:
        news, timer = self.session.state.news, self.world.rng.choice((None, 5, 20))
        return messages.SetRules(settings=replace(news.settings, timer=timer)) if news else None

    def seat(self) -> int:
        return self.world.rng.randrange(self.world.scenario.setup.settings.seats)

    def one_of(self, choices: Sequence[T]) -> T:
        return self.world.rng.choice(choices)


Whim = tuple[float, Callable[[Person], object]]
WHIMS: tuple[Whim, ...] = (
    (5, lambda who: messages.Say(text="hello")),
    (6, lambda who: who.client.take_back()),
    (2, lambda who: who.client.come_back()),
    (2, lambda who: who.client.kill()),
    (1, lambda who: messages.Leave()),
    (2, lambda who: messages.Rename(name=who.one_of(("Zed", "Ann", "Hal")))),
    (3, lambda who: messages.TakeSeat(seat=who.seat()) if who.role == "watcher" else None),
    (2, lambda who: messages.Say(reaction=who.one_of(messages.REACTIONS))),
    (1, lambda who: who.come()),
    (1, lambda who: who.lose_patience()),
    (1, lambda who: who.turn_to_another()),
    (3, lambda who: Ready()),
)
"""What a person may do, and how often: a request is asked for."""
OWNERS_WHIMS: tuple[Whim, ...] = (
    (4, lambda who: messages.Pause()),
    (4, lambda who: messages.Resume()),
    (3, lambda who: who.set_clock()),
    (2, lambda who: messages.SetSeat(seat=who.seat(), to="kick")),
    (4, lambda who: messages.SetSeat(seat=who.seat(), to="bot", level="easy")),
    (2, lambda who: messages.SetSeat(seat=who.seat(), to="open")),
    (0.3, lambda who: messages.CloseTable()),
    (6, lambda who: messages.Start()),
    (2, lambda who: messages.NextRound()),
)

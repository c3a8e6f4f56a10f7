"""A session without a host: a seat or a watcher's place at a made-up table."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Self, cast

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    ChooseRow,
    CloseTable,
    Decision,
    DraftCard,
    Leave,
    NextRound,
    Pause,
    Ready,
    Resume,
    RoomNews,
    Said,
    Say,
    SeatNews,
    Settings,
    SetWay,
    TakeBack,
    WayNews,
    Welcome,
)
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Event, Facts, StatusChanged
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected, Reason, Status
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.engine.view import View

OPEN = SeatNews("", "open", False)
EXPECTED = SeatNews("Dana", "expected", False)
BOT = SeatNews("Hal", "bot", True, level="medium")
OWNER = SeatNews("Olga", "person", True, owner=True)
GUEST = SeatNews("Ann", "person", True)
ROOM = (OWNER, GUEST, BOT, EXPECTED, OPEN)
USUAL_WAYS = {
    "page": WayNews("page", 4669),
    "ssh": WayNews("ssh", 4668, "SHA256:ExfxNJPdFq0u5cKoRxl1X2pRNSND/C61RNuh2Rb86R8"),
}
NAMES = ("Camille", "Alice", "Bob", "Dana", "Hal", "Emile", "Frida", "Gus", "Ida", "Jo")


def row_wanted(game: Game) -> bool:
    """Whether seat 0 must choose a row."""
    return isinstance(game.pending, RowWanted) and game.pending.seat == 0


class FakeSession:
    """A session whose table does what the test says. `requests` are the requests that were made.

    Unless `answers` is false, the table lets its players leave, and in a `game` the reader's requests take effect;
    the test plays the other seats. `facts` are all of the game, also those that the reader may not read. A
    `listener` gets each event at once, instead of `events`.
    """

    def __init__(
        self,
        seats: Sequence[SeatNews] = ROOM,
        you: int | None = 0,
        title: str = "A table",
        settings: Settings | None = None,
    ) -> None:
        self.requests: list[AnyRequest] = []
        self.returns = 0
        self.answers = True
        self.facts: list[Fact] = []
        self._game: Game | None = None
        self.listener: Callable[[Event], None] | None = None
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        owner = you is not None and seats[you].owner
        self.state = SessionState(
            status=Connected(), welcome=Welcome(CURRENT, "t", title, you, owner, 0, 0, 0), view=View(you)
        ).updated(news=RoomNews("lobby", tuple(seats), you, settings or Settings(), False, (), None))

    @classmethod
    def at_game(
        cls,
        players: int = 4,
        rules: Rules | None = None,
        *,
        seed: str = "felt",
        owner: bool = True,
        pause: int | None = 0,
        names: Sequence[str] = NAMES,
        alone: bool = False,
    ) -> Self:
        """Seat 0 at the start of a seeded game. Seat 2 is a bot, and so are all others if the reader is `alone`."""
        rules, names = rules or Rules(), tuple(names[:players])
        bots = range(1, players) if alone else (2,)
        seats = [
            SeatNews(name, "bot" if seat in bots else "person", True, owner=owner and seat == 0)
            for seat, name in enumerate(names)
        ]
        session = cls(seats, title="The Barn", settings=Settings(rules, timer=60, pause=pause))
        session.update(names=names)
        session.happen(*Game.start(rules, names, seed, pauses=pause != 0))
        return session

    @property
    def view(self) -> View:
        return self.state.view

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    @property
    def news(self) -> RoomNews:
        assert self.state.news is not None
        return self.state.news

    async def events(self) -> AsyncIterator[Event]:
        while True:
            yield await self._events.get()

    # -- what the test lets happen --------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        (self.listener or self._events.put_nowait)(event)

    def update(self, **changes: Any) -> None:
        """Change the state, without an event."""
        self.state = self.state.updated(**changes)

    def becomes(self, **changes: Any) -> None:
        """Change the room."""
        self.update(news=replace(self.news, **changes))
        self.tell(self.news)

    def goes_away(self, seat: int) -> None:
        seats = list(self.news.seats)
        seats[seat] = replace(seats[seat], here=False)
        self.becomes(seats=tuple(seats))

    def set_status(self, status: Status) -> None:
        self.update(status=status)
        self.tell(StatusChanged(status))

    def close(self, reason: Reason) -> None:
        self.set_status(Closed(reason))

    def hears(self, name: str, text: str) -> None:
        self.tell(Said(1, name, text))

    def happen(self, facts: Sequence[Fact], game: Game | None = None, *, number: int = 1) -> None:
        """These facts of the game with this number happen, and lead to `game` if the session is to know it."""
        view, history = self.view, self.state.history
        if number != self.state.game:
            self.facts, view, history = [], View(view.seat), ()
        self.facts += facts
        mine = cast("tuple[AnyFact, ...]", tuple(fact for fact in facts if fact.reader in (None, view.seat)))
        self.update(game=number, view=view.after(mine), history=(*history, *mine))
        if game:
            self._game = game
            bots = tuple(at for at, seat in enumerate(self.news.seats) if seat.occupant == "bot")
            people = tuple(at for at, seat in enumerate(self.news.seats) if seat.occupant == "person")
            between, pending = game.table.between_rounds, game.pending.seats if game.pending else ()
            changes = {
                "phase": "playing" if game.pending else "lobby",
                "waiting_for": people if between else pending,
                "ready": bots if between else (),
            }
            self.update(news=replace(self.news, **changes))
        self.tell(Facts(number, len(history), mine, True))

    def decide(self, seat: int, request: Decision) -> None:
        """This seat decides at the moment that the game is at."""
        self.happen(*self.game.decide(seat, at_hand(request, self.game.table)))

    def others_decide(self, leaving: int = 0, enough: Callable[[Game], bool] = lambda game: False) -> None:
        """All others decide, with their lowest card or row, until it is enough or the reader must."""
        while (pending := self.game.pending) and not enough(self.game):
            others = [seat for seat in pending.seats if seat != self.news.you]
            if len(others) <= leaving:
                return
            self._decide_simply(others[0], draft=-1)

    def play_turn(self) -> None:
        """Everybody plays their lowest card, and what is too low takes the first row."""
        turn = self.game.table.turn
        self.play_until(lambda game: game.table.turn != turn or bool(game.table.ended))

    def play_until(self, condition: Callable[[Game], bool]) -> None:
        """Everybody decides until the condition holds, the reader last."""
        while not condition(self.game):
            self.others_decide(enough=condition)
            if condition(self.game):
                return
            assert self.game.pending and self.news.you is not None, "the game is over before that"
            self._decide_simply(self.news.you, draft=0)

    def _decide_simply(self, seat: int, draft: int) -> None:
        pending, table = self.game.pending, self.game.table
        if isinstance(pending, CardsWanted):
            self.decide(seat, ChooseCard(card=(table.hands[seat] or ())[0]))
        elif isinstance(pending, DraftWanted):
            self.decide(seat, DraftCard(card=table.deck[draft]))
        else:
            self.decide(seat, ChooseRow(row=0))

    # -- what the screens ask for ---------------------------------------------------------------------------------

    def request(self, request: AnyRequest) -> int | None:
        self.requests.append(request)
        if self.answers and isinstance(request, Leave | CloseTable):
            self.close(Farewell.LEFT if isinstance(request, Leave) else Farewell.CLOSED)
        elif self.answers and isinstance(request, SetWay):
            others = tuple(way for way in self.news.ways if way.way != request.way)
            self.becomes(ways=(*others, USUAL_WAYS[request.way]) if request.open else others)
        elif self.answers and self._game and self.news.you is not None:
            self._take_effect(request, self.news.you)
        return len(self.requests)

    def _take_effect(self, request: AnyRequest, you: int) -> None:
        match request:
            case ChooseCard() | TakeBack() | DraftCard() | ChooseRow():
                self.decide(you, request)
            case NextRound():
                self.happen(*self.game.next_round())
            case Say(text=text, reaction=reaction):
                self.tell(Said(you, self.news.seats[you].name, text, reaction))
            case Pause() | Resume():
                self.becomes(paused=isinstance(request, Pause))
            case Ready():
                self.becomes(ready=tuple(sorted({*self.news.ready, you})))

    def come_back(self) -> None:
        self.returns += 1
        self.set_status(Connected())

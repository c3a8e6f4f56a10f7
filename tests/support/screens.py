"""A table that is made up, and services that lead to it: what the tests of the screens look at and act on."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn, cast

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, Fact
from sixqp_protocol.messages import (
    AnyRequest,
    CloseTable,
    Leave,
    RoomNews,
    Said,
    SeatNews,
    Settings,
    TallyLine,
    Welcome,
)
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event, Facts, News, StatusChanged, Talk
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected, Reason, Status
from sixqp_tui.engine.permissions import standing_of
from sixqp_tui.engine.view import View
from sixqp_tui.features import REPLAY, find_hook
from sixqp_tui.features.history.record import GameRecord, record_game
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson_course import LessonCourse
from sixqp_tui.features.lessons.progress import LessonProgress
from sixqp_tui.features.lessons.screen import show_course
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.hosting.ways_in import WayIn
from sixqp_tui.joining.failure import Failure
from sixqp_tui.presentation.feature import Feature, Hook
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.listed_tables import Mark
from sixqp_tui.tui.services import (
    AtTable,
    CannotJoin,
    CannotOpen,
    Caution,
    HostOptions,
    JoinNeedsCode,
    JoinNeedsTrust,
    Resumable,
    Services,
    Target,
)

OPEN = SeatNews("", "open", False)
EXPECTED = SeatNews("Dana", "expected", False)
BOT = SeatNews("Hal", "bot", True, level="medium")
OWNER = SeatNews("Olga", "person", True, owner=True)
GUEST = SeatNews("Ann", "person", True)
ROOM = (OWNER, GUEST, BOT, EXPECTED, OPEN)
JOIN_LINE = "sixqp join 192.0.2.7:4666"
INVITATION = f"sixqp://1/t:1a2b3c4d/a:192.0.2.7/k:{'b4hq6dyp' * 6}b4hq"
SSH_OPEN = WayIn(
    "ssh",
    True,
    "ssh -p 4668 NAME@192.0.2.7",
    "ssh://192.0.2.7:4668",
    "SHA256:ExfxNJPdFq0u5cKoRxl1X2pRNSND/C61RNuh2Rb86R8",
)

PAGE_OPEN = WayIn("page", True, "http://192.0.2.7:4669", "http://192.0.2.7:4669")


class FakeSession:
    """A seat at a made-up table: `asked` is what was asked for; the test decides what comes of it.

    Unless it `confirms` no more, the table lets whoever asks for that leave it.
    """

    def __init__(self, seats: Sequence[SeatNews] = ROOM, you: int | None = 0, title: str = "A table") -> None:
        self.asked: list[AnyRequest | tuple[str]] = []
        self.confirms = True
        self.status: Status = Connected()
        self.view = View(you)
        self.game = 0
        self.history: Sequence[AnyFact] = ()
        owner = you is not None and seats[you].owner
        self.welcome: Welcome | None = Welcome((1, 0), "t", title, you, None, owner, 0, 0, 0)
        self.news: RoomNews | None = RoomNews("lobby", tuple(seats), you, Settings(), 0, False, (), None)
        self.tally: tuple[TallyLine, ...] = ()
        self.names: tuple[str, ...] = ()
        self._events: asyncio.Queue[Event] = asyncio.Queue()

    @property
    def state(self) -> SessionState:
        return SessionState(
            status=self.status,
            welcome=self.welcome,
            view=self.view,
            game=self.game,
            history=tuple(self.history),
            news=self.news,
            names=self.names,
            tally=self.tally,
            standing=standing_of(self.news, self.view.table),
        )

    async def events(self) -> AsyncIterator[Event]:
        """What the test lets happen."""
        while True:
            yield await self._events.get()

    # -- what the test lets happen ----------------------------------------------------------------

    def tell(self, event: Event) -> None:
        self._events.put_nowait(event)

    def becomes(self, **changes: Any) -> None:
        """The room changes."""
        assert self.news is not None
        self.news = replace(self.news, **changes)
        self.tell(News(self.news))

    def happen(self, facts: Sequence[Fact], game: int = 1) -> None:
        """These facts of a game happen, as far as this seat may read them."""
        if game != self.game:
            self.game, self.history, self.view = game, (), View(self.view.seat)
        mine = cast("tuple[AnyFact, ...]", tuple(fact for fact in facts if fact.reader in (None, self.view.seat)))
        first = len(self.history)
        self.history, self.view = (*self.history, *mine), self.view.after(mine)
        self.tell(Facts(game, first, mine, True))

    def close(self, reason: Reason) -> None:
        """The session ends."""
        self.status = Closed(reason)
        self.tell(StatusChanged(self.status))

    def hears(self, name: str, text: str) -> None:
        self.tell(Talk(Said(1, name, text)))

    # -- what the screens ask for -----------------------------------------------------------------

    def request(self, request: AnyRequest) -> int:
        self.asked.append(request)
        if self.confirms and isinstance(request, Leave | CloseTable):
            self.close(Farewell.LEFT if isinstance(request, Leave) else Farewell.CLOSED)
        return len(self.asked)

    def come_back(self) -> None:
        self.asked.append(("come back",))
        self.status = Connected()
        self.tell(StatusChanged(self.status))


@dataclass(frozen=True)
class FakeListed:
    """A table of the list."""

    id: str
    title: str
    seats_taken: int = 1
    seats: int = 10
    state: str = "lobby"
    variant: str = "classic"
    locked: bool = False
    stale: bool = False
    remembered: bool = False
    endpoints: tuple[tuple[str, int], ...] = ()
    fingerprint: str | None = None
    mark: Mark | None = None
    bots: int = 0


class NoDiscovery(NamedTuple):
    """Why nothing is found."""

    reason: str


class FakeEfforts(NamedTuple):
    """What is tried."""

    asked_from: tuple[str, ...] = ("192.0.2.7",)
    hosts_tried: int = 0
    mdns: NoDiscovery | None = None
    broadcast: NoDiscovery | None = None


@dataclass
class FakeHosting:
    """A table that was opened."""

    session: FakeSession
    join_line: str
    in_the_way: Caution | None = None
    invitation: str = INVITATION
    ways: list[WayIn] = field(default_factory=lambda: [WayIn("page", False), WayIn("ssh", False)])

    def ways_in(self) -> tuple[WayIn, ...]:
        return tuple(self.ways)

    async def switch_way(self, kind: str, on: bool) -> WayIn | None:
        """Open or close one."""
        number = next(number for number, way in enumerate(self.ways) if way.kind == kind)
        opened = {"page": PAGE_OPEN, "ssh": SSH_OPEN}[kind]
        self.ways[number] = opened if on else WayIn(kind, False)
        return self.ways[number] if on else None

    async def caution(self) -> Caution | None:
        return self.in_the_way


@dataclass
class FakeWorld:
    """What lies beyond the screens: `tables` are found, every way leads to `session`, `asked` tells how.

    With `steps` the way to a table takes these, and never ends.
    """

    session: FakeSession = field(default_factory=lambda: FakeSession(you=1))
    tables: tuple[FakeListed, ...] = ()
    trouble: NoDiscovery | None = None
    efforts: FakeEfforts = field(default_factory=FakeEfforts)
    refusal: str | None = None
    unfinished: Resumable | None = None
    seats: tuple[str, ...] = ()
    changed_certificate: bool = False
    code: str | None = None
    steps: tuple[str, ...] = ()
    hooks: Mapping[str, Hook] = field(default_factory=dict)
    join_line: str | None = None
    newcomer: bool = False
    progress: LessonProgress = field(default_factory=LessonProgress)
    refreshed: int = 0
    browsing: int = 0
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def found(self, *tables: FakeListed) -> None:
        """The list is this from now on."""
        self.tables = tables
        self._changed.set()
        self._changed = asyncio.Event()

    async def changes(self) -> AsyncIterator[tuple[FakeListed, ...]]:
        """The list, anew at every change."""
        while True:
            changed = self._changed
            yield self.tables
            await changed.wait()

    def refresh(self) -> None:
        self.refreshed += 1

    @asynccontextmanager
    async def browse(self) -> AsyncGenerator["FakeWorld", None]:
        """The list while it is looked at."""
        self.browsing += 1
        try:
            yield self
        finally:
            self.browsing -= 1

    def keep_progress(self, progress: LessonProgress) -> None:
        self.progress = progress

    async def join(
        self, target: Target, watch: bool, code: str | None, on_step: Callable[[str], None]
    ) -> FakeSession:
        self.asked.append(("join", target if isinstance(target, str) else target.id, watch, *filter(None, [code])))
        if self.steps:
            for step in self.steps:
                on_step(step)
            await asyncio.Event().wait()
        if code != self.code:
            raise JoinNeedsCode("first" if code is None else "wrong")
        if self.changed_certificate:
            raise JoinNeedsTrust("a different certificate")
        if self.refusal:
            raise CannotJoin(self.refusal)
        return self.session

    async def trust(
        self, target: Target, watch: bool, _code: str | None, _on_step: Callable[[str], None]
    ) -> FakeSession:
        self.asked.append(("trust", target if isinstance(target, str) else target.id, watch))
        return self.session

    async def open_table(self, options: HostOptions) -> FakeHosting:
        self.asked.append(("host", options))
        if self.refusal:
            raise CannotOpen(self.refusal)
        return FakeHosting(self.session, JOIN_LINE)

    async def find_resumable(self, closing: str) -> Resumable | None:
        self.closed += filter(None, [closing])
        return self.unfinished

    async def resume(self, table: str) -> AtTable:
        self.asked.append(("resume", table))
        if self.refusal:
            raise CannotOpen(self.refusal)
        return at_table(self.session, hosting=True)

    async def alone(self) -> AtTable:
        return await self._begun("alone")

    async def around(self, players: str) -> AtTable:
        return await self._begun("around", players)

    async def _begun(self, *asked: str) -> AtTable:
        self.asked.append(asked)
        if self.refusal:
            raise CannotOpen(self.refusal)
        return AtTable(self.session)

    @property
    def features(self) -> tuple[Feature, ...]:
        """Replays, refused reviews, and lessons whose progress is kept here; then this world's own hooks."""
        hooks: dict[str, Hook] = {
            "review_game": _review_game,
            "review_record": _review_record,
            "learn": self._learn,
        }
        return (REPLAY, Feature(hooks={**hooks, "welcome": find_hook("welcome"), **self.hooks}))

    def _learn(self, app: SixqpApp) -> None:
        show_course(app, LessonCourse(course(), "Olga", self.progress, self.keep_progress))

    @property
    def services(self) -> Services:
        """The ways to this world."""
        line = self.join_line
        return Services(
            browse=self.browse,
            join=self.join,
            open_table=self.open_table,
            player_name="Olga",
            join_trusting=self.trust,
            play_alone=self.alone,
            play_around=self.around,
            configured_names=lambda: "Ann, Bob",
            join_line=lambda _session: line,
            find_resumable=self.find_resumable,
            resume_table=self.resume,
            has_seat_at=self.seats.__contains__,
        )


def at_table(session: FakeSession, hosting: bool = False, caution: Caution | None = None) -> AtTable:
    return AtTable(session, FakeHosting(session, JOIN_LINE, caution) if hosting else None)


def _review_game(app: SixqpApp, game: FinishedGame, seat: int | None) -> None:
    _review_record(app, record_game(game), seat)


def _review_record(app: SixqpApp, record: GameRecord, seat: int | None) -> None:
    app.push_screen(ReviewScreen(record, begin=_refuse_review, seat=seat))


def _refuse_review(_record: GameRecord) -> NoReturn:
    raise Failure("not here")

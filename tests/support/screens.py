"""Made-up tables, and the ways to them: what the tests of the screens look at and act on."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Self, cast

from support.fake_session import FakeSession

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Way
from sixqp_tui.discovery.advertisement import Advertisement, TableState
from sixqp_tui.discovery.browser import Browser, Efforts
from sixqp_tui.discovery.table_list import Endpoint, FoundTable, Mark
from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem
from sixqp_tui.hosting.hosted_table import HostedTable
from sixqp_tui.hosting.process.table_process import LaunchResult
from sixqp_tui.hosting.resume import ResumableTable
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import WaysIn
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure, WrongCode
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat
from sixqp_tui.joining.table_search import Caution
from sixqp_tui.presentation.ways_in import WAYS, WayIn
from sixqp_tui.tui.openings import AtTable, JoinAttempt
from sixqp_tui.tui.tables import Tables

JOIN_LINE = "sixqp join 192.0.2.7:4666"
INVITATION = f"sixqp://1/t:1a2b3c4d/a:192.0.2.7/k:{'b4hq6dyp' * 6}b4hq"
SSH_OPEN = WayIn(
    "ssh",
    True,
    "ssh -p 4668 NAME@192.0.2.7",
    "ssh://192.0.2.7:4668",
    "SHA256:ExfxNJPdFq0u5cKoRxl1X2pRNSND/C61RNuh2Rb86R8",
    forget='ssh-keygen -R "[192.0.2.7]:4668"',
)

EFFORTS = Efforts(("192.0.2.7",))
PAGE_OPEN = WayIn("page", True, "http://192.0.2.7:4669", "http://192.0.2.7:4669")


def found_table(
    table: str,
    title: str,
    seats_taken: int = 1,
    seats: int = 10,
    state: TableState = "lobby",
    variant: Variant = "classic",
    *,
    locked: bool = False,
    bots: int = 0,
    fingerprint: str | None = None,
    stale: bool = False,
    remembered: bool = False,
    endpoints: tuple[Endpoint, ...] = (),
    mark: Mark | None = None,
) -> FoundTable:
    """A table of the list."""
    advert = Advertisement(table, title, seats_taken, seats, state, variant, locked, fingerprint, bots=bots)
    return FoundTable(advert, endpoints, stale, remembered, mark)


class FakeBrowser(Browser):
    """Finds what the test puts on the list."""

    def __init__(self, world: "FakeWorld") -> None:
        self._world = world

    async def __aenter__(self) -> Self:
        self._world.browsing += 1
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._world.browsing -= 1

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        return self._world.tables

    @property
    def problem(self) -> DiscoveryProblem | None:
        return self._world.problem

    @property
    def efforts(self) -> Efforts:
        return EFFORTS

    async def changes(self) -> AsyncGenerator[tuple[FoundTable, ...], None]:
        while True:
            changed = self._world.changed
            yield self._world.tables
            await changed.wait()

    def refresh(self) -> None:
        self._world.refreshed += 1


class FakeWays(WaysIn):
    """Ways in that open at once, unless there is a `refusal`; those that are `dead` are being started again."""

    def __init__(self) -> None:
        self.open_ways: set[str] = set()
        self.dead: set[str] = set()
        self.opened = {"page": PAGE_OPEN, "ssh": SSH_OPEN}
        self.refusal = ""
        self.offered_host_seat = False

    def listed(self) -> tuple[WayIn, ...]:
        return tuple(
            self.opened[way]
            if way in self.open_ways - self.dead
            else WayIn(way, False, restarting=way in self.dead)
            for way in WAYS
        )

    async def open(self, way: Way, port: int | None = None) -> WayIn:
        if self.refusal:
            raise Failure(self.refusal)
        self.open_ways.add(way)
        return next(each for each in self.listed() if each.kind == way)

    async def close(self, way: Way) -> None:
        self.open_ways.discard(way)

    def offer_host_seat(self) -> str | None:
        self.offered_host_seat = "page" in self.open_ways
        return "042917" if self.offered_host_seat else None

    @property
    def offers_host_seat(self) -> bool:
        return self.offered_host_seat


class FakeHosting(HostedTable):
    """A table that was opened from here."""

    network_found = False

    def __init__(self, session: FakeSession, in_the_way: Caution | None = None) -> None:
        super().__init__(cast("Seat", SimpleNamespace(session=session)), JOIN_LINE, "A table", LaunchResult())
        self.ways: FakeWays = FakeWays()
        self._in_the_way = in_the_way

    @property
    def invitation(self) -> str:
        return INVITATION

    def find_network(self) -> bool:
        if self.network_found:
            self.join_line = JOIN_LINE
        return self.reachable

    async def caution(self) -> Caution | None:
        return self._in_the_way


@dataclass
class FakeWorld(Tables):
    """What lies beyond the screens: `tables` are found, every way leads to `session`, `asked` tells how.

    With `steps` the way to a table takes these, and never ends. `instead` has what stands in the place of a name,
    such as `sixqp_tui.tui.home.read_next_lesson`, while `run` runs the app.
    """

    session: FakeSession = field(default_factory=lambda: FakeSession(you=1))
    tables: tuple[FoundTable, ...] = ()
    problem: DiscoveryProblem | None = None
    refusal: str | None = None
    unfinished: ResumableTable | None = None
    seats: tuple[str, ...] = ()
    changed_certificate: bool = False
    code: str | None = None
    steps: tuple[str, ...] = ()
    instead: Mapping[str, object] = field(default_factory=dict)
    join_line: str | None = None
    damage: str = ""
    newcomer: bool = False
    refreshed: int = 0
    browsing: int = 0
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    player: Player = field(default=Player("Olga"))
    efforts_after: float = 1000.0
    help_after: float = 1000.0

    def found(self, *tables: FoundTable) -> None:
        """The list is this from now on."""
        self.tables = tables
        self.changed.set()
        self.changed = asyncio.Event()

    def browse(self) -> Browser:
        return FakeBrowser(self)

    async def join(self, attempt: JoinAttempt, code: str | None, on_step: Callable[[str], None]) -> AtTable:
        target, watch, trust, _first_found = attempt
        asked = "trust" if trust else "join"
        self.asked.append((asked, target if isinstance(target, str) else target.id, watch, *filter(None, [code])))
        if self.steps:
            for step in self.steps:
                on_step(step)
            await asyncio.Event().wait()
        if code != self.code:
            raise CodeNeeded("") if code is None else WrongCode("")
        if self.changed_certificate and not trust:
            raise ChangedCertificate("a different certificate")
        if self.refusal:
            raise Failure(self.refusal)
        return AtTable(self.session, join_line=self.join_line)

    async def host(self, options: TableOptions) -> AtTable:
        await self._ask("host", options)
        return at_table(self.session, hosting=True)

    async def play_alone(self) -> AtTable:
        return await self._ask("alone")

    async def play_around(self, names: str) -> AtTable:
        return await self._ask("around", names)

    async def resume(self, table: str) -> AtTable:
        await self._ask("resume", table)
        return at_table(self.session, hosting=True)

    async def _ask(self, *asked: object) -> AtTable:
        self.asked.append(asked)
        if self.refusal:
            raise Failure(self.refusal)
        return AtTable(self.session)

    def configured_names(self) -> str:
        return "Ann, Bob"

    async def find_resumable(self, closing: str) -> ResumableTable | None:
        self.closed += filter(None, [closing])
        return self.unfinished

    async def find_damage(self) -> str:
        return self.damage

    def has_seat_at(self, table: str) -> bool:
        return table in self.seats


def at_table(session: FakeSession, hosting: bool = False, caution: Caution | None = None) -> AtTable:
    return AtTable(session, FakeHosting(session, caution) if hosting else None)

"""Made-up tables, and the ways to them: what the tests of the screens look at and act on."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Self, cast

from support.fake_session import USUAL_WAYS, FakeSession

from sixqp_protocol.facts import Variant
from sixqp_tui.discovery.advertisement import Advertisement, TableState
from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import Endpoint, FoundTable, Mark
from sixqp_tui.hosting.hosted_table import HostedTable
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.table_process import LaunchResult, TableProcess
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat
from sixqp_tui.presentation.ways_in import way_in
from sixqp_tui.store.journal_store import TableHeader
from sixqp_tui.tui.openings import JoinAttempt
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.tables import Tables

JOIN_LINE = "sixqp join 192.0.2.7:4666"
INVITATION = f"sixqp://1/t:1a2b3c4d/a:192.0.2.7/k:{'b4hq6dyp' * 6}b4hq"
NEWCOMER = Player("Olga", keep_name=lambda name: None)
PAGE_OPEN, SSH_OPEN = (way_in(way, "192.0.2.7") for way in USUAL_WAYS.values())


def found_table(
    table: str,
    title: str,
    seats_taken: int = 1,
    seats: int = 10,
    state: TableState = "lobby",
    variant: Variant = "classic",
    *,
    locked: bool = False,
    fingerprint: str | None = None,
    stale: bool = False,
    endpoints: tuple[Endpoint, ...] = (),
    mark: Mark | None = None,
) -> FoundTable:
    """A table of the list."""
    advert = Advertisement(table, title, seats_taken, seats, state, variant, locked, fingerprint)
    return FoundTable(advert, endpoints, stale, mark=mark)


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
    def problem(self) -> str | None:
        return None

    @property
    def asked_from(self) -> tuple[str, ...]:
        return ("192.0.2.7",)

    async def changes(self) -> AsyncGenerator[tuple[FoundTable, ...], None]:
        while True:
            changed = self._world.changed
            yield self._world.tables
            await changed.wait()

    def refresh(self) -> None:
        self._world.refreshed += 1


class FakeHosting(HostedTable):
    """A table that was opened from here, and whose process has ended."""

    address = "192.0.2.7"
    network_found = False

    def __init__(self, session: FakeSession) -> None:
        process = SimpleNamespace(poll=lambda: 1)
        started = TableProcess(LaunchResult(join_line=JOIN_LINE), cast("Any", process))
        super().__init__(cast("Seat", SimpleNamespace(session=session)), started)

    @property
    def invitation(self) -> str:
        return INVITATION

    def find_network(self) -> bool:
        if self.network_found:
            self.join_line = JOIN_LINE
        return self.reachable


@dataclass
class FakeWorld(Tables):
    """What lies beyond the screens: `tables` are found, every way leads to `session`, `asked` tells how.

    With `steps` the way to a table takes these, and never ends. Nothing was played or learned on this machine, but
    for the `evening` and the `lesson` that comes next.
    """

    session: FakeSession = field(default_factory=lambda: FakeSession(you=1))
    tables: tuple[FoundTable, ...] = ()
    refusal: str | None = None
    unfinished: TableHeader | None = None
    seats: tuple[str, ...] = ()
    changed_certificate: bool = False
    code: str | None = None
    steps: tuple[str, ...] = ()
    evening: tuple[int, int, bool] | None = None
    lesson: Callable[[], tuple[int, int] | None] = lambda: None
    damage: str = ""
    refreshed: int = 0
    browsing: int = 0
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    player: Player = field(default=Player("Olga"))
    help_after: float = 1000.0

    def found(self, *tables: FoundTable) -> None:
        """The list is this from now on."""
        self.tables = tables
        self.changed.set()
        self.changed = asyncio.Event()

    def browse(self) -> Browser:
        return FakeBrowser(self)

    async def join(
        self,
        attempt: JoinAttempt,
        code: str | None,
        on_step: Callable[[str], None],
        tell: Callable[[str], None] = lambda _advice: None,
    ) -> Stay:
        target, watch, trust = attempt
        asked = "trust" if trust else "join"
        self.asked.append((asked, target if isinstance(target, str) else target.id, watch, *filter(None, [code])))
        if self.steps:
            for step in self.steps:
                on_step(step)
            await asyncio.Event().wait()
        if code != self.code:
            raise CodeNeeded("", "first" if code is None else "wrong")
        if self.changed_certificate and not trust:
            raise ChangedCertificate("a different certificate")
        if self.refusal:
            raise Failure(self.refusal)
        return Stay(self.session)

    async def host(self, options: TableOptions) -> Stay:
        await self._ask("host", options)
        return at_table(self.session, hosting=True)

    async def play_alone(self) -> Stay:
        return await self._ask("alone")

    async def play_around(self, names: str) -> Stay:
        return await self._ask("around", names)

    async def resume(self, table: str) -> Stay:
        await self._ask("resume", table)
        return at_table(self.session, hosting=True)

    async def _ask(self, *asked: object) -> Stay:
        self.asked.append(asked)
        if self.refusal:
            raise Failure(self.refusal)
        return Stay(self.session)

    def configured_names(self) -> str:
        return "Ann, Bob"

    async def find_resumable(self, closing: str) -> TableHeader | None:
        self.closed += filter(None, [closing])
        return self.unfinished

    async def find_damage(self) -> str:
        return self.damage

    async def last_evening(self) -> tuple[int, int, bool] | None:
        return self.evening

    async def next_lesson(self) -> tuple[int, int] | None:
        return self.lesson()

    def has_seat_at(self, table: str) -> bool:
        return table in self.seats


def at_table(session: FakeSession, hosting: bool = False) -> Stay:
    return Stay(session, FakeHosting(session) if hosting else None)

"""Finding a table again: at another address, or where a player continues it (`SPEC.md`, Continuing)."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from ipaddress import ip_address
from typing import Final, NamedTuple

from sixqp_protocol.messages import Continuation, RoomNews
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.continuing import Difference, evening_of, is_program, is_proved, name_of, programs
from sixqp_tui.client.events import Event, Moved, StatusChanged
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected, Reason, Reconnecting, Status
from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.joining.background import log_failure
from sixqp_tui.store import certificate, paths

SEARCH_FROM_ATTEMPT: Final = 2
"""An interrupted connection returns at the first attempt."""
MAX_ADDRESSES: Final = 8
"""Addresses of one announcement that are tried."""
LOOK_SECONDS: Final = 1.0
"""Seconds in which a second continuation would be found too."""
TRIES: Final = 3
Addresses = tuple[tuple[str, int], ...]
Outcome = tuple[Difference, ...] | Reason | None
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "looking for the table failed")


class Offer(NamedTuple):
    """A table that continues this one: who opened it, its finished rounds, and who is there."""

    table: FoundTable
    name: str
    rounds: int
    here: tuple[str, ...]


class Trial(NamedTuple):
    """What keeps the program away from an offered table; None if it can't be reached."""

    offer: Offer
    outcome: Outcome


class TableFollower:
    """Looks for the table while the connection is lost, and for those that continue it also while somebody is away.

    It goes by itself only if the table doesn't answer, one other table continues it, and nothing differs there.
    `on_change` is called when the `offers` or the last `trial` change.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before: Addresses = self.link.addresses
        self._found: Addresses = ()
        self._browsing: asyncio.Task[None] | None = None
        self._going: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._tried, self._own = set[str](), ""
        self.offers: tuple[Offer, ...] = ()
        self.trial: Trial | None = None
        self.on_change: Callable[[], None] = lambda: None

    @property
    def link(self) -> NetworkLink:
        """The session's."""
        link = self._session.link
        assert isinstance(link, NetworkLink)
        return link

    @property
    def away(self) -> bool:
        """Whether the table doesn't answer now, or its host has closed it."""
        status = self._session.state.status
        return isinstance(status, Reconnecting) or is_lost(status)

    def note(self, event: Event) -> None:
        if isinstance(event, StatusChanged) and isinstance(event.status, Reconnecting):
            if event.status.attempt == 1:
                self._before, self._found = self.link.addresses, ()
            self.link.addresses = self._ways
        if isinstance(event, Moved):
            self._stop()
            self.offers, self.trial = (), None
            self._tried.clear()
        if isinstance(event, StatusChanged | RoomNews | Moved):
            self._browse_if_needed()
            self._follow_if_lost()

    def _browse_if_needed(self) -> None:
        state = self._session.state
        away = state.news is not None and any(is_program(seat) and not seat.here for seat in state.news.seats)
        parted = isinstance(state.status, Connected) and away
        if not (self.away or parted):
            self._stop()
        elif self._browsing is None and state.welcome:
            self._browsing = self._start(self._browse())
        if self._browsing and not self.away and self._going is None:
            self.trial = None

    def learn(self, addresses: Addresses) -> None:
        """Try these addresses first, at once if they are new. Earlier ones are never forgotten."""
        new = not set(addresses) <= set(self.link.addresses)
        self._found = addresses[:MAX_ADDRESSES]
        self.link.addresses = self._ways
        if new:
            self._session.come_back()

    @property
    def _ways(self) -> Addresses:
        return tuple(dict.fromkeys((*self._found, *self._before)))

    async def look(self) -> None:
        """Look for the table and for those that continue it, for a second; go where one answers."""
        self._session.come_back()
        await self._follow()

    async def go(self, offer: Offer, told: bool = False) -> None:
        """Sit down at this table; whoever was `told` what differs there goes all the same."""
        outcome: Outcome = None
        self._tried.add(offer.table.id)
        for _ in range(TRIES):
            link = NetworkLink(self._allowed(offer.table), offer.table.fingerprint)
            came = await self._session.visit(link, offer.table.id, told)
            if came is not None:
                outcome = came
                break
        if outcome != ():
            self.trial = Trial(offer, outcome)
            self.on_change()

    async def end(self) -> None:
        self._stop()
        if self._ending:
            await asyncio.wait(self._ending)

    def _start(self, work: "asyncio._CoroutineLike[None]") -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
        task.add_done_callback(_report_failure)
        return task

    def _stop(self) -> None:
        for task in (self._browsing, self._going):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        self._browsing = self._going = None

    async def _browse(self) -> None:
        self._own = await asyncio.to_thread(_own_certificate)
        async with Browser() as browser:
            async for tables in browser.changes():
                self._hear(tables)

    def _hear(self, tables: Iterable[FoundTable]) -> None:
        state, found = self._session.state, [each for each in tables if not each.stale]
        for each in found:
            known = state.welcome and each.id == state.welcome.table and self._may_be_host(each.fingerprint)
            if known and (addresses := self._allowed(each)):
                self.learn(addresses)
        own = self._session.identity.key
        offers = offers_among(found, state, own.public if own else b"")
        if offers != self.offers:
            self.offers = offers
            self.on_change()
        self._follow_if_lost()

    def _follow_if_lost(self) -> None:
        only, lost = the_only(self.offers), is_lost(self._session.state.status)
        if only and only.table.id not in self._tried and lost and (self._going is None or self._going.done()):
            self._going = self._start(self._follow())

    async def _follow(self) -> None:
        await asyncio.sleep(LOOK_SECONDS)  # noqa: TID251 (a table that isn't heard is no event)
        if self.away and (only := the_only(self.offers)):
            await self.go(only)

    def _allowed(self, table: FoundTable) -> Addresses:
        """Addresses of this network only; this machine's own only if the table is here."""
        public = any(ip_address(host.partition("%")[0]).is_global for host, _port in self._before if _is_ip(host))
        here = table.fingerprint == self._own

        def may(host: str) -> bool:
            at = ip_address(host.partition("%")[0])
            return here if at.is_loopback else public or not at.is_global

        return tuple(each for each in table.endpoints[:MAX_ADDRESSES] if _is_ip(each[0]) and may(each[0]))

    def _may_be_host(self, fingerprint: str | None) -> bool:
        """Whether this is the host that the link leads to, rather than another one of its table."""
        pin = self.link.pin
        return None in (pin, fingerprint) or fingerprint == pin


def is_lost(status: Status) -> bool:
    """Whether a program with this status goes by itself where its table is continued."""
    match status:
        case Reconnecting(attempt=attempt):
            return attempt >= SEARCH_FROM_ATTEMPT
        case Closed(reason):
            return reason is Farewell.CLOSED
    return False


def offers_among(tables: Iterable[FoundTable], state: SessionState, own: bytes) -> tuple[Offer, ...]:
    """The tables that other players than the one with the key `own` have signed, the one with most rounds first."""
    offers = (_offer(table, state, own) for table in tables)
    return tuple(sorted(filter(None, offers), key=lambda offer: -offer.rounds))


def _offer(table: FoundTable, state: SessionState, own: bytes) -> Offer | None:
    says, news = table.advert.continues, state.news
    if says is None or state.welcome is None or news is None or table.id == state.welcome.table:
        return None
    if not is_continuation(table, evening_of(state), programs(news) - {own}):
        return None
    seats = news.seats
    here = tuple(seats[at].name for at in says.here if at < len(seats) and seats[at].key != says.key)
    return Offer(table, name_of(says.key, state), says.rounds, here)


def the_only(offers: Sequence[Offer]) -> Offer | None:
    """Between two, only the player can choose."""
    return offers[0] if len(offers) == 1 else None


def is_continuation(table: FoundTable, evening: str, keys: Collection[bytes]) -> bool:
    """Whether one of these keys has signed that it continues the evening at this table."""
    says, pin = table.advert.continues, table.fingerprint
    if says is None or pin is None or says.evening != evening or says.key not in keys:
        return False
    return is_proved(Continuation(evening, says.key, says.signature, 0, 0), table.id, bytes.fromhex(pin))


def _is_ip(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _own_certificate() -> str:
    try:
        return certificate.load_or_create(paths.data_dir()).fingerprint
    except OSError:
        return ""

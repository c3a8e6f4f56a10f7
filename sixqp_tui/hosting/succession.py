"""A player's program that takes over a table whose host is gone, or that is handed over (`SPEC.md`, 3.12)."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, Literal

from msgspec import Struct

from sixqp_protocol.messages import CanHost, OpenWay, Successor
from sixqp_tui.client.events import Event, HostChanged, HostingChanged, PromiseAsked, StatusChanged, TakeOverAsked
from sixqp_tui.client.session import SUCCESSOR_SECONDS
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.host.commands import key_of
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.hosting.hosted_table import HostedTable, local_endpoints
from sixqp_tui.hosting.process.table_process import (
    LaunchResult,
    TableProcess,
    WaitingProcess,
    launch_table,
    start_table_process,
    supervise,
)
from sixqp_tui.hosting.reach import find_obstacle
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.seat import Seat
from sixqp_tui.joining.tasks import log_failure
from sixqp_tui.presentation import succession as words
from sixqp_tui.store import certificate, paths

AUTOMATIC_SECONDS: Final = 12.0
"""Seconds in which a player can take over the table by a key, before it happens automatically."""
NEXT_SECONDS: Final = 10.0
"""Seconds that each successor has before the next one."""
YIELD_SECONDS: Final = 15.0
"""Seconds that a successor leaves to another one that asks for promises."""
PREPARE_SECONDS: Final = 5.0
"""Seconds before the key is offered in which the table's process starts, which takes longest."""
SPARE_SECONDS: Final = 3.0
"""Seconds before a successor starts that process for a table that may be handed over."""
VOTE_SECONDS: Final = 15.0
"""Seconds after which a successor reports that it has too few promises; all clients have tried it within 10."""
MAX_ADDRESSES: Final = 4
Stage = Literal["idle", "offered", "opening", "outvoted", "hosting"]
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "taking over the table failed")


class Offer(Struct, frozen=True):
    """What this program can do about a lost host.

    `offered`: a key takes over the table, and at the moment `at` of the loop's clock it happens by itself.
    `opening`: the table's process asks for promises. `outvoted`: too few have promised; a key opens a new table.
    `hosting`: the table is on this machine. `failure` is why it couldn't be opened.
    """

    stage: Stage = "idle"
    at: float = 0.0
    failure: str = ""


class TableSuccession:
    """Follows a seat's session, and hosts the table when it is this program's turn.

    `on_change` is called when the `offer` changes, and `on_hosting` when `hosted`, the table on this machine, does.
    While the table is here, `on_warning` gets a sentence for each successor that can't be reached. An `unattended`
    machine takes over without a key, and its table ends with the program.
    """

    def __init__(self, seat: Seat, unattended: bool = False) -> None:
        self._unattended = unattended
        self._seat = seat
        self._session = seat.session
        self._events = seat.session.events()
        self._offered: CanHost | None = None
        self._process: TableProcess | None = None
        self._spare: asyncio.Task[WaitingProcess] | None = None
        self._spare_due: asyncio.TimerHandle | None = None
        self._turn: asyncio.Task[None] | None = None
        self._guard: asyncio.Task[None] | None = None
        self._asked = asyncio.Event()
        self.offer = Offer()
        self.on_change: Callable[[], None] = lambda: None
        self.on_hosting: Callable[[], None] = lambda: None
        self.on_warning: Callable[[str], None] = lambda _sentence: None
        self._tried: dict[Successor, asyncio.Task[None]] = {}
        self.hosted: HostedTable | None = None
        self._ways: tuple[OpenWay, ...] = ()
        self._following_ways: list[asyncio.Task[None]] = []

    async def follow(self) -> None:
        try:
            self._offered = await asyncio.to_thread(_place)
        except (Failure, OSError) as error:
            _log.warning("this program can't take over the table: %s", error)
            return
        self._session.offer(self._offered)
        self._try_successors()
        self._keep_spare()
        async for event in self._events:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case StatusChanged(Reconnecting(since, _)) if self._turn is None and self.offer.stage != "hosting":
                self._begin(since + SUCCESSOR_SECONDS)
            case PromiseAsked() if self._process is None and self._turn is not None:
                self._set(Offer())
                self._begin(asyncio.get_running_loop().time() + YIELD_SECONDS)
            case TakeOverAsked():
                self._begin(None)
            case StatusChanged(Connected()) if self._turn is not None:
                self._check_host()
            case HostChanged():
                self._check_host()
            case HostingChanged():
                self._try_successors()
                self._keep_spare()
            case StatusChanged(Closed()):
                self._stop()
                self._end_spare()

    def _try_successors(self) -> None:
        hosting, news = self._session.state.hosting, self._session.state.news
        if hosting is None or news is None or news.you is None or words.host_seat(hosting, news.seats) != news.you:
            return
        for each in hosting.successors:
            if each.seat != news.you and each not in self._tried:
                self._tried[each] = asyncio.create_task(self._try(each))
                self._tried[each].add_done_callback(_report_failure)

    async def _try(self, successor: Successor) -> None:
        obstacle = await find_obstacle(successor.addresses, successor.port)
        news, hosting = self._session.state.news, self._session.state.hosting
        name = words.name_of(successor, hosting, news.seats) if news and hosting else None
        if obstacle and name:
            self.on_warning(words.unreachable(name, successor.port, obstacle == "taken"))

    def _keep_spare(self) -> None:
        """Keep a process ready while this program is a successor, in case the table is handed over."""
        if self._turn is not None:
            return
        if self._place_in_line() is None:
            self._end_spare()
        elif self._spare_due is None:
            self._spare_due = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._start_spare)

    def _start_spare(self) -> None:
        if self._spare is None:
            self._spare = asyncio.create_task(start_table_process())
            self._spare.add_done_callback(_report_failure)

    def _end_spare(self) -> None:
        spare, self._spare = self._spare, None
        if self._spare_due is not None:
            self._spare_due.cancel()
            self._spare_due = None
        if spare is not None and not spare.cancel() and not spare.cancelled() and not spare.exception():
            process = spare.result().process
            process.kill()
            process.wait()

    async def _take_spare(self) -> WaitingProcess | None:
        spare, self._spare, self._spare_due = self._spare, None, None
        with suppress(Failure):  # a new process may start where that one could not
            if spare and (waiting := await spare).process.poll() is None:
                return waiting
        return None

    def _begin(self, at: float | None) -> None:
        self._cancel_turn()
        self._turn = asyncio.create_task(self._take_turn(at))
        self._turn.add_done_callback(_report_failure)

    @property
    def may_take_over(self) -> bool:
        return self.offer.stage in ("offered", "outvoted")

    def take_over(self) -> None:
        self._asked.set()

    def describe(self, now: float) -> str:
        """What the player reads while the host is gone; "" until it matters."""
        match self.offer.stage:
            case "offered":
                return words.offered(self.offer.at - now)
            case "opening":
                return words.opening()
            case "outvoted":
                return words.outvoted()
        return self.offer.failure or words.describe_lost_host(self._session.state, now)

    async def _take_turn(self, at: float | None) -> None:
        """Take over the table at this moment, or at once if the host has asked for it."""
        try:
            if at is not None:
                place = self._place_in_line(host_too=True)
                if place is None:
                    return
                await self._wait(at + place * NEXT_SECONDS - PREPARE_SECONDS)
                self._start_spare()
                await self._wait(at + place * NEXT_SECONDS)
                if not self._unattended:
                    automatic = at + place * NEXT_SECONDS + AUTOMATIC_SECONDS
                    self._set(Offer("offered", automatic))
                    await self._wait(automatic, asked=True)
            if not self._inherits:
                raise Failure(words.nobody_sat(self._session.state.title))
            self._set(Offer("opening"))
            await self._open(None)
            await self._wait(asyncio.get_running_loop().time() + VOTE_SECONDS)
            self._set(Offer("outvoted"))
            self._asked.clear()
            await self._asked.wait()
            self._set(Offer("opening"))
            await self._end_process()
            await self._open(secrets.token_hex(4))
        except Failure as failure:
            self._set(Offer(failure=str(failure)))

    @property
    def _inherits(self) -> bool:
        kept = self._session.kept
        return kept is not None and kept.inheritance is not None and bool(kept.inheritance.seats)

    async def _wait(self, moment: float, asked: bool = False) -> None:
        """Wait until this moment, or with `asked` until the player asks."""
        self._asked.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(moment):
                await (self._asked.wait() if asked else asyncio.Event().wait())

    def _place_in_line(self, host_too: bool = False) -> int | None:
        """The number of successors before this program; None if the host hasn't named it.

        `host_too`: include the host's own program, last, because its table may have ended.
        """
        hosting, news = self._session.state.hosting, self._session.state.news
        if hosting is None:
            return None
        others = words.others(hosting, news.seats if news else ())
        named = [*others, *(each for each in hosting.successors if host_too and each not in others)]
        own, pins = self._offered.pin if self._offered else b"", [each.pin for each in named]
        return pins.index(own) if own in pins else None

    async def _open(self, new_table: str | None) -> None:
        """Open the table here, in a waiting process or a new one, and join it. Raises Failure."""
        kept, offered, token = self._session.kept, self._offered, self._session.token
        if kept is None or offered is None or token is None:
            return
        locked = kept.inheritance is not None and kept.inheritance.locked
        options = TableOptions(
            kept.title,
            "",
            port=offered.port,
            lock=(self._session.identity.code or "") if locked else None,
            kept=kept,
            host=key_of(token),
            new_table=new_table,
        )
        self._process = await launch_table(options, await self._take_spare())
        self._seat.own_port = offered.pin, self._process.opened.port
        self._options = options
        self._ways = self._session.state.news.ways if self._session.state.news else ()
        self._session.offer(offered)
        self._session.visit(offered.pin)

    def _check_host(self) -> None:
        process = self._process
        if process is not None and self._seat.certificate == process.opened.fingerprint:
            self._cancel_turn()
            self._set(Offer("hosting"))
            if self._guard is None:
                guard = supervise(process, self._options, self._session, self._moved)
                self._guard = asyncio.create_task(guard)
                self._guard.add_done_callback(_report_failure)
                self._host(process.opened)
        else:
            self._stop()

    def _moved(self, to: LaunchResult) -> None:
        if self._offered:
            self._seat.own_port = self._offered.pin, to.port
        if self.hosted:
            self.hosted.join_line, self.hosted.opened = to.join_line, to
            self.hosted.ways.move(local_endpoints(to.port))

    def _host(self, opened: LaunchResult) -> None:
        title = self._session.state.title
        hosted = self.hosted = HostedTable(self._seat, opened.join_line, title, opened)
        self._following_ways = [
            asyncio.create_task(each) for each in (hosted.show_chairs(), self._open_ways(hosted, self._ways))
        ]
        for task in self._following_ways:
            task.add_done_callback(_report_failure)
        self.on_hosting()

    async def _open_ways(self, hosted: HostedTable, ways: Sequence[OpenWay]) -> None:
        for way in ways:
            try:
                await hosted.ways.open(way.way, way.port)
            except Failure:
                with suppress(Failure):
                    await hosted.ways.open(way.way)
        hosted.ways.on_change(None)

    def _stop(self) -> None:
        self._cancel_turn()
        if self._guard is not None:
            self._guard.cancel()
            self._guard = None
            self.hosted = None
            self.on_hosting()
        elif self._process is not None:
            self._process.process.terminate()
        self._process = None
        self._set(Offer())
        self._keep_spare()

    async def _end_process(self) -> None:
        if self._process is not None:
            self._process.process.terminate()
            await asyncio.to_thread(self._process.process.wait)
            self._process = None

    def _cancel_turn(self) -> None:
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None

    def _set(self, offer: Offer) -> None:
        if offer != self.offer:
            self.offer = offer
            self.on_change()

    async def close(self) -> None:
        self._cancel_turn()
        self._end_spare()
        for task in (*self._following_ways, *self._tried.values()):
            task.cancel()
        if self.hosted:
            await (self.hosted.ways.finish() if self._unattended else self.hosted.leave_ways())
        if self._guard is not None:
            self._guard.cancel()
        if self._process is not None and (self._guard is None or self._unattended):
            self._process.process.terminate()


@asynccontextmanager
async def stand_by(seat: Seat, unattended: bool = False) -> AsyncIterator[TableSuccession]:
    """Take over this seat's table in turn, until the context ends.

    A table that is open here then stays, except at an `unattended` machine.
    """
    succession = TableSuccession(seat, unattended)
    following = asyncio.create_task(succession.follow())
    following.add_done_callback(_report_failure)
    try:
        yield succession
    finally:
        following.cancel()
        await asyncio.wait((following,))
        await succession.close()


def _place() -> CanHost:
    with os_errors_as_failures():
        identity = certificate.load_or_create(paths.data_dir())
    with bind_socket(None) as free:
        port: int = free.getsockname()[1]
    return CanHost(local_addresses()[:MAX_ADDRESSES], port, bytes.fromhex(identity.fingerprint))

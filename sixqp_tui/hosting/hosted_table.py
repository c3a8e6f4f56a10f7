"""A table opened from here, and its owner's seat at it."""

import asyncio
import secrets
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from msgspec.structs import replace

from sixqp_protocol.messages import CloseTable, Leave
from sixqp_protocol.person import PersonKey
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.host.network.gateway import KEY_BYTES
from sixqp_tui.hosting.process.launch import LaunchResult, launch_table
from sixqp_tui.hosting.process.supervisor import supervise
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import WAYS, GatewayOptions, WayIn, WaysIn
from sixqp_tui.i18n import language
from sixqp_tui.joining.endpoint import LOOPBACK, TableEndpoint, local_addresses
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.invitation import invitation_to
from sixqp_tui.joining.list_caution import find_list_caution
from sixqp_tui.joining.network_seat import NetworkSeat
from sixqp_tui.presentation.presence import others_seated
from sixqp_tui.tui.services import CannotOpen, Caution

CLOSE_SECONDS = 2.0
"""Seconds that a table has to close when its owner is gone; it ends by itself somewhat later."""


@dataclass
class HostedTable:
    """The owner's session at the table with this title, where it is now, and what others type to get here.

    `page_tls`: a page of it is served by TLS.
    """

    session: Session
    join_line: str
    title: str
    opened: LaunchResult
    page_tls: bool = False

    def __post_init__(self) -> None:
        self.ways = WaysIn(self._gateway_options)

    @property
    def invitation(self) -> str:
        return invitation_to(self.opened.table, self.opened.fingerprint, self.opened.port)

    def ways_in(self) -> tuple[WayIn, ...]:
        return self.ways.listed()

    async def switch_way(self, kind: str, on: bool) -> WayIn | None:
        """Open or close one of them. Raises CannotOpen."""
        way = next(each for each in WAYS if each == kind)
        if not on:
            await self.ways.close(way)
            return None
        try:
            return await self.ways.open(way)
        except Failure as failure:
            raise CannotOpen(str(failure)) from None

    def _gateway_options(self) -> GatewayOptions:
        """What every gateway of this table is told."""
        to, news = self.opened, self.session.state.news
        return GatewayOptions(
            _local_endpoints(to.port),
            to.table,
            self.title,
            to.fingerprint,
            to.gateway_key,
            language(),
            locked=news is not None and news.code is not None,
            join_line=self.join_line,
            tls=self.page_tls,
        )

    async def leave_ways(self) -> None:
        """The ways in end with the table; one that goes on without its host keeps them."""
        status = self.session.state.status
        if isinstance(status, Closed) and status.reason is not Farewell.LEFT:
            self.ways.finish()
        self.ways.leave_open()

    async def caution(self) -> Caution | None:
        """Why the list alone may not lead guests here, as far as some seconds tell."""
        return await find_list_caution(self.title, self.opened.table)


async def host_table(options: TableOptions, stack: AsyncExitStack, person: PersonKey | None = None) -> HostedTable:
    """Open a table in a process of its own and take its owner's seat until the stack is closed. Raises Failure.

    `person` is the key by which its owner would be known.

    Until then the process is started again when it dies. With the stack the table is closed, unless its owner has
    left it as the screen asks, or others have a seat at it. An opening that is given up leaves no process behind.
    The ways in that are asked for are open.
    """
    options = replace(options, gateway_key=options.gateway_key or secrets.token_bytes(KEY_BYTES))
    started = await launch_table(options)
    opened = started.opened
    place = TableEndpoint(
        _local_endpoints(opened.port), opened.table, opened.fingerprint, certain=True, trusted=True
    )
    try:
        seat = NetworkSeat(place, options.name, token=opened.token, person=person)
        await stack.enter_async_context(seat)
    except (Failure, asyncio.CancelledError):
        started.process.kill()
        raise
    hosted = HostedTable(seat.session, opened.join_line, options.title, opened, options.page_tls)

    def moved(to: LaunchResult) -> None:
        seat.move(_local_endpoints(to.port))
        hosted.join_line, hosted.opened = to.join_line, to
        hosted.ways.move(_local_endpoints(to.port))

    stack.push_async_callback(hosted.leave_ways)
    stack.push_async_callback(close_if_alone, seat.session)
    guard = asyncio.create_task(supervise(started, options, seat.session, moved))
    stack.push_async_callback(_cancel, guard)
    for way in WAYS:
        if way in options.ways:
            await hosted.ways.open(way, options.ways[way])
    return hosted


def _local_endpoints(port: int) -> tuple[tuple[str, int], ...]:
    return tuple((each, port) for each in dict.fromkeys((LOOPBACK, *local_addresses())))


async def close_if_alone(session: Session) -> None:
    """Close the table of this owner, who goes without a word (a closed window, a signal), if nobody else sits."""
    state = session.state
    leaving = any(isinstance(request, Leave | CloseTable) for request in state.unanswered)
    if not isinstance(state.status, Connected) or leaving or state.news is None or others_seated(state.news):
        return
    events = session.events()
    session.request(CloseTable())
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            async for event in events:
                if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
                    return


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait((task,))

"""A table opened from here, with its owner's seat."""

import asyncio
import secrets
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from msgspec.structs import replace

from sixqp_protocol.messages import CloseTable, Leave
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import News, StatusChanged
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.host.network.gateway import KEY_BYTES
from sixqp_tui.hosting.process.table_process import LaunchResult, TableProcess, launch_table, supervise
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.i18n import language
from sixqp_tui.joining.endpoint import (
    LOOPBACK,
    TableEndpoint,
    invitation_to,
    local_addresses,
    show_address,
    spoken_addresses,
)
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.own_key import lock_owner
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.joining.table_search import Caution, find_caution
from sixqp_tui.joining.tasks import cancel
from sixqp_tui.presentation.presence import others_here, others_seated
from sixqp_tui.presentation.ways_in import WAYS, is_reachable

CLOSE_SECONDS = 2.0
"""Seconds for a table to close when its owner is gone; it ends by itself soon after."""


@dataclass
class HostedTable:
    """`opened` says where the table is now."""

    seat: Seat
    join_line: str
    title: str
    opened: LaunchResult

    def __post_init__(self) -> None:
        self.ways = WaysIn(self._gateway_options, lambda: self.seat.slot)

    @property
    def session(self) -> Session:
        return self.seat.session

    @property
    def invitation(self) -> str:
        return invitation_to(self.opened.table, self.opened.fingerprint, self.opened.port)

    def _gateway_options(self) -> GatewayOptions:
        to, news = self.opened, self.session.state.news
        return GatewayOptions(
            local_endpoints(to.port),
            to.table,
            self.title,
            to.fingerprint,
            to.gateway_key,
            language(),
            code=news.code if news else None,
            join_line=self.join_line,
        )

    async def leave_ways(self) -> None:
        """Ways in end with the table; a table that stays open without its host keeps them."""
        status = self.session.state.status
        if isinstance(status, Closed) and status.reason not in (Farewell.LEFT, Farewell.ELSEWHERE):
            await self.ways.finish()
        await self.ways.leave_open()

    async def show_chairs(self) -> None:
        async for event in self.session.events():
            if isinstance(event, News):
                self.ways.show_chairs(event.news.seats)
            elif isinstance(event, StatusChanged) and isinstance(event.status, Closed):
                self.ways.show_chairs(())

    @property
    def is_shown(self) -> bool:
        """Whether its owner's program is at this table, and at no other one."""
        welcome = self.session.state.welcome
        return welcome is not None and welcome.table == self.opened.table

    async def give_up(self) -> None:
        """Close the table, which another one continues, if nobody else is there."""
        await self.ways.finish()
        link = NetworkLink(local_endpoints(self.opened.port), self.opened.fingerprint)
        identity = replace(self.session.identity, table=self.opened.table)
        session = Session(link, identity)
        async with session.running():
            await session.wait_until_seated(CLOSE_SECONDS)
            news = session.state.news
            if news and not others_here(news):
                await _close(session)

    @property
    def reachable(self) -> bool:
        return is_reachable(self.join_line)

    def find_network(self) -> bool:
        address = spoken_addresses()[0]
        if address != LOOPBACK:
            self.join_line = f"sixqp join {show_address(address, self.opened.port)}"
        return self.reachable

    async def caution(self) -> Caution | None:
        return await find_caution(self.title, self.opened.table)


async def host_table(options: TableOptions, stack: AsyncExitStack) -> HostedTable:
    """Take the owner's seat at a table in its own process.

    Until the stack is closed, a process that dies is restarted. Then the table is closed, unless its owner has left
    it deliberately or others have a seat. A resumed table's owner has the same key, if it is free. Raises Failure.
    """
    slot = await asyncio.to_thread(lock_owner, options.owner)
    options = replace(
        options,
        owner=slot.key.public,
        gateway_key=options.gateway_key or secrets.token_bytes(KEY_BYTES),
    )
    try:
        started = await launch_table(options)
    except (Failure, asyncio.CancelledError):
        slot.release()
        raise
    opened = started.opened
    place = TableEndpoint(
        local_endpoints(opened.port), opened.table, opened.fingerprint, certain=True, trusted=True
    )
    try:
        player = Player(options.name, given=True)
        seat = await stack.enter_async_context(take_seat(place, player, slot=slot))
    except (Failure, asyncio.CancelledError):
        started.process.kill()
        raise
    hosted = HostedTable(seat, opened.join_line, options.title, opened)
    await attend(hosted, started, options, stack)
    for way in WAYS:
        if way in options.ways:
            await hosted.ways.open(way, options.ways[way])
    return hosted


async def attend(hosted: HostedTable, started: TableProcess, options: TableOptions, stack: AsyncExitStack) -> None:
    """Restart the table's process if it dies, and tell its gateways who is there, until the stack is closed."""
    seat = hosted.seat

    def moved(to: LaunchResult) -> None:
        seat.move(local_endpoints(to.port))
        hosted.join_line, hosted.opened = to.join_line, to
        hosted.ways.move(local_endpoints(to.port))

    stack.push_async_callback(hosted.leave_ways)
    stack.push_async_callback(close_if_alone, hosted)
    guard = asyncio.create_task(supervise(started, options, seat.session, moved))
    stack.push_async_callback(cancel, guard)
    if seat.session.state.news:
        hosted.ways.show_chairs(seat.session.state.news.seats)
    stack.push_async_callback(cancel, asyncio.create_task(hosted.show_chairs()))


def local_endpoints(port: int) -> tuple[tuple[str, int], ...]:
    return tuple((each, port) for each in dict.fromkeys((LOOPBACK, *local_addresses())))


async def close_if_alone(hosted: HostedTable) -> None:
    """Close the table if its owner disappears, by a closed window or a signal."""
    session = hosted.session
    leaving = any(isinstance(request, Leave | CloseTable) for request in session.state.unanswered)
    if (
        not isinstance(session.state.status, Connected)
        or leaving
        or not hosted.is_shown
        or session.state.news is None
        or others_seated(session.state.news)
    ):
        return
    await _close(session)


async def _close(session: Session) -> None:
    events = session.events()
    session.request(CloseTable())
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            async for event in events:
                if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
                    return

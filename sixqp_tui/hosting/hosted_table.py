"""A table opened from here, with its owner's seat."""

import asyncio
from contextlib import AsyncExitStack, suppress

from msgspec.structs import replace

from sixqp_protocol.invitation import Invitation
from sixqp_protocol.messages import CloseTable, Leave
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.discovery.addresses import LOOPBACK, own_addresses, show_address, spoken_addresses
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.table_process import TableProcess, launch_table
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.own_key import lock_owner
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.joining.target import TableEndpoint
from sixqp_tui.presentation.presence import others_here, others_seated
from sixqp_tui.presentation.ways_in import is_reachable

CLOSE_SECONDS = 2.0
"""Seconds for a table to close when its owner is gone; it ends by itself some minutes later."""


class HostedTable:
    def __init__(self, seat: Seat, started: TableProcess) -> None:
        self.seat, self.started = seat, started
        self.opened, self.join_line = started.opened, started.opened.join_line

    @property
    def session(self) -> Session:
        return self.seat.session

    @property
    def address(self) -> str:
        """Where guests on the network reach this machine."""
        return own_addresses()[0]

    @property
    def invitation(self) -> str:
        return str(Invitation(self.opened.table, self.opened.fingerprint, own_addresses(), self.opened.port))

    def describe_loss(self) -> str:
        """Why the table doesn't answer its owner."""
        if self.started.has_ended:
            return _(
                "The table's process on this computer has ended. `sixqp host --resume` brings the table back with "
                "everything that was played."
            )
        return _(
            "The table's process on this computer ({pid}) runs, but doesn't answer. If you end it, "
            "`sixqp host --resume` brings the table back with everything that was played."
        ).format(pid=self.started.process.pid)

    @property
    def is_shown(self) -> bool:
        """Whether its owner's program is at this table, and at no other one."""
        welcome = self.session.state.welcome
        return welcome is not None and welcome.table == self.opened.table

    async def give_up(self) -> None:
        """Close the table, which another one continues, if nobody else is there."""
        link = NetworkLink(local_endpoints(self.opened.port), self.opened.fingerprint)
        session = Session(link, replace(self.session.identity, table=self.opened.table))
        async with session.running():
            await session.wait_until_seated(CLOSE_SECONDS)
            if session.state.news and not others_here(session.state.news):
                await _close(session)

    async def close_if_alone(self) -> None:
        """Close the table if its owner disappears, by a closed window or a signal, and nobody else has a seat."""
        state = self.session.state
        leaving = any(isinstance(request, Leave | CloseTable) for request in state.unanswered)
        here = isinstance(state.status, Connected) and self.is_shown and not leaving
        if here and state.news and not others_seated(state.news):
            await _close(self.session)

    @property
    def reachable(self) -> bool:
        return is_reachable(self.join_line)

    def find_network(self) -> bool:
        address = spoken_addresses()[0]
        if address != LOOPBACK:
            self.join_line = f"sixqp join {show_address(address, self.opened.port)}"
        return self.reachable


async def host_table(options: TableOptions, stack: AsyncExitStack) -> HostedTable:
    """Start a table's process, and take the owner's seat there.

    When the stack is closed, the table is closed, unless its owner has left it deliberately or others have a seat.
    A resumed table's owner has the same key, if it is free. Raises Failure.
    """
    slot = await asyncio.to_thread(lock_owner, options.setup.owner)
    try:
        started = await launch_table(replace(options, setup=replace(options.setup, owner=slot.key.public)))
    except (Failure, asyncio.CancelledError):
        slot.release()
        raise
    opened = started.opened
    place = TableEndpoint(
        local_endpoints(opened.port), opened.table, opened.fingerprint, certain=True, trusted=True
    )
    try:
        player = Player(options.setup.owner_name, given=True)
        seat = await stack.enter_async_context(take_seat(place, player, slot=slot))
    except (Failure, asyncio.CancelledError):
        started.process.kill()
        raise
    hosted = HostedTable(seat, started)
    stack.push_async_callback(hosted.close_if_alone)
    return hosted


def local_endpoints(port: int) -> tuple[tuple[str, int], ...]:
    return tuple((each, port) for each in dict.fromkeys((LOOPBACK, *own_addresses())))


async def _close(session: Session) -> None:
    events = session.events()
    session.request(CloseTable())
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            async for event in events:
                if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
                    return

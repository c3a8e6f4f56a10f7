"""A table opened from here, and its owner's seat at it."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass

from sixqp_tui.client.session import Session
from sixqp_tui.runtime.invitation import invitation
from sixqp_tui.runtime.launch import launch
from sixqp_tui.runtime.launch_result import Opened
from sixqp_tui.runtime.list_caution import caution
from sixqp_tui.runtime.local_addresses import LOOPBACK, own_or_loopback
from sixqp_tui.runtime.network_seat import Seat
from sixqp_tui.runtime.supervisor import keep_alive
from sixqp_tui.runtime.table_options import TableOptions
from sixqp_tui.runtime.target import Place
from sixqp_tui.tui.services import Caution


@dataclass
class Hosted:
    """The owner's session at the table with this title, where it is now, and what others type to get here."""

    session: Session
    join_line: str
    title: str
    opened: Opened

    @property
    def invitation(self) -> str:
        """The way here as one line, with the addresses that this machine has now."""
        return invitation(self.opened.table, self.opened.fingerprint, self.opened.port)

    async def caution(self) -> Caution | None:
        """Why the list alone may not lead guests here, as far as some seconds tell."""
        return await caution(self.title, self.opened.table)


async def open_and_sit(options: TableOptions, stack: AsyncExitStack) -> Hosted:
    """Open a table in a process of its own and take its owner's seat until the stack is closed. Raises Failure.

    Until then the process is started again when it dies.
    """
    started = await launch(options)
    opened = started.opened
    place = Place(_ways(opened.port), opened.table, opened.fingerprint, certain=True, trusted=True)
    seat = await stack.enter_async_context(Seat(place, options.name, token=opened.token))
    hosted = Hosted(seat.session, opened.join_line, options.title, opened)

    def moved(to: Opened) -> None:
        seat.move(_ways(to.port))
        hosted.join_line, hosted.opened = to.join_line, to

    guard = asyncio.create_task(keep_alive(started, options, seat.session, moved))
    stack.push_async_callback(_end, guard)
    return hosted


def _ways(port: int) -> tuple[tuple[str, int], ...]:
    return tuple((each, port) for each in dict.fromkeys((LOOPBACK, *own_or_loopback())))


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait((task,))

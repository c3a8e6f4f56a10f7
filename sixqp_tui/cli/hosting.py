"""A table opened from here, and its owner's seat at it."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from sixqp_tui.cli.launch import launch
from sixqp_tui.cli.seat import Seat
from sixqp_tui.cli.table_options import TableOptions
from sixqp_tui.cli.target import Place
from sixqp_tui.client.session import Session

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Hosted:
    """The owner's session, and what others type to get here."""

    session: Session
    join_line: str


async def open_and_sit(options: TableOptions, stack: AsyncExitStack) -> Hosted:
    """Open a table in a process of its own and take its owner's seat until the stack is closed. Raises Failure."""
    opened = await launch(options)
    place = Place(((LOOPBACK, opened.port),), opened.table, opened.fingerprint, certain=True)
    seat = await stack.enter_async_context(Seat(place, options.name, token=opened.token))
    return Hosted(seat.session, opened.join_line)

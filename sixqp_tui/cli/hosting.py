"""A table opened from here, and its owner's seat at it."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from sixqp_tui.cli.launch import launch
from sixqp_tui.cli.lookout import caution
from sixqp_tui.cli.own import LOOPBACK, own_or_loopback
from sixqp_tui.cli.seat import Seat
from sixqp_tui.cli.table_options import TableOptions
from sixqp_tui.cli.target import Place
from sixqp_tui.client.session import Session
from sixqp_tui.tui.services import Caution


@dataclass(frozen=True)
class Hosted:
    """The owner's session at the table with this title and id, and what others type to get here."""

    session: Session
    join_line: str
    title: str
    table: str

    async def caution(self) -> Caution | None:
        """Why the list alone may not lead guests here, as far as some seconds tell."""
        return await caution(self.title, self.table)


async def open_and_sit(options: TableOptions, stack: AsyncExitStack) -> Hosted:
    """Open a table in a process of its own and take its owner's seat until the stack is closed. Raises Failure."""
    opened = await launch(options)
    addresses = dict.fromkeys((LOOPBACK, *own_or_loopback()))
    place = Place(tuple((each, opened.port) for each in addresses), opened.table, opened.fingerprint, certain=True)
    seat = await stack.enter_async_context(Seat(place, options.name, token=opened.token))
    return Hosted(seat.session, opened.join_line, options.title, opened.table)

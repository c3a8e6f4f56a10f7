"""A table's process that has died is started again by the screen that started it, and goes on from its journal."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Reconnecting, Trouble
from sixqp_tui.hosting.process.launch import LaunchResult, TableProcess, launch_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.failure import Failure

MAX: Final = 3
"""Times that a table's process is started again within `WITHIN` seconds."""
WITHIN: Final = 60.0
"""A process that dies a fourth time within so many seconds is started no more."""
_logger = logging.getLogger(__name__)


async def supervise(
    table: TableProcess, options: TableOptions, session: Session, moved: Callable[[LaunchResult], None]
) -> None:
    """Start the table again whenever its process has died and the owner's line is lost; `moved` is told where to.

    A table that was closed says so to its owner, whose line is then not lost but closed.
    """
    again = replace(options, resume=table.opened.table, port=None)
    starts: deque[float] = deque(maxlen=MAX)
    async for event in session.events():
        if not (isinstance(event, StatusChanged) and isinstance(event.status, Reconnecting) and table.died):
            continue
        now = asyncio.get_running_loop().time()
        if len(starts) == MAX and now - starts[0] < WITHIN:
            session.give_up(Trouble.TABLE_DIED)
            return
        starts.append(now)
        _logger.warning("the table's process has died (%s); it is started again", table.process.returncode)
        try:
            table = await launch_table(replace(again, owner_token=session.token or b""))
        except Failure as failure:
            _logger.error("the table could not be started again: %s", failure)
        else:
            moved(table.opened)
            session.come_back()

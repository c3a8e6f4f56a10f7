"""Before a table is resumed: whether its evening goes on at a player's machine meanwhile."""

import asyncio
from contextlib import suppress

from sixqp_tui.hosting.resume import ContinuedElsewhere, ResumableTable
from sixqp_tui.joining.endpoint import show_address
from sixqp_tui.joining.following import is_continuation
from sixqp_tui.joining.table_search import create_browser

LOOK_SECONDS = 3.0


async def demand_alone(table: ResumableTable) -> None:
    """Raises ContinuedElsewhere if a player's continuation is found within three seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS), create_browser() as browser:
            async for tables in browser.changes():
                for found in tables:
                    if found.id != table.table and is_continuation(found, table.evening, table.programs):
                        raise ContinuedElsewhere(table.title, table.table, show_address(*found.endpoints[0]))

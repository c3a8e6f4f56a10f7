"""A list of tables that is looked at on a host of a virtual LAN: a line of JSON at the start and at each change.

`python lister.py [SECONDS]`: so often a listed table is probed.
"""

import asyncio
import json
import sys
from collections.abc import Sequence

from sixqp_tui.discovery import browser, table_list
from sixqp_tui.discovery.table_list import FoundTable


def as_fields(table: FoundTable) -> dict[str, object]:
    """What a line says of a table."""
    return {
        "id": table.id,
        "title": table.title,
        "stale": table.stale,
        "endpoints": table.endpoints,
        "pin": table.fingerprint,
    }


def say(tables: Sequence[FoundTable]) -> None:
    """Print a line at once."""
    sys.stdout.write(json.dumps([as_fields(each) for each in tables]) + "\n")
    sys.stdout.flush()


async def main() -> None:
    """Look until somebody ends this program."""
    if len(sys.argv) > 1:
        table_list.PROBE_EVERY = browser.LOOK_EVERY = float(sys.argv[1])  # type: ignore[misc]
    say(())
    async with browser.Browser() as looking:
        async for tables in looking.changes():
            say(tables)


if __name__ == "__main__":
    asyncio.run(main())

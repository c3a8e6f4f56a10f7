"""A list of tables that is looked at on a host of a virtual LAN: a line of JSON at every change of it.

`python lister.py [SECONDS]`: so often a listed table is probed. Times are of the machine's monotonic clock.
"""

import asyncio
import json
import sys
import time

from sixqp_tui.discovery import browser, table_list
from sixqp_tui.discovery.table_list import FoundTable


def as_fields(table: FoundTable) -> dict[str, object]:
    """What a line says of a table."""
    return {
        "id": table.id,
        "title": table.title,
        "seats": f"{table.advert.seats_taken}/{table.advert.seats}",
        "state": table.advert.state,
        "stale": table.stale,
        "endpoints": table.endpoints,
        "pin": table.fingerprint,
        "mark": table.mark,
    }


def say(**what: object) -> None:
    """Print a line at once."""
    sys.stdout.write(json.dumps({"at": time.monotonic(), **what}) + "\n")
    sys.stdout.flush()


async def main() -> None:
    """Look until somebody ends this program."""
    if len(sys.argv) > 1:
        table_list.PROBE_EVERY = browser.LOOK_EVERY = float(sys.argv[1])  # type: ignore[misc]
    say(opened=True)
    async with browser.Browser() as looking:
        async for tables in looking.changes():
            say(tables=[as_fields(each) for each in tables], trouble=looking.problem and looking.problem.reason)


if __name__ == "__main__":
    asyncio.run(main())

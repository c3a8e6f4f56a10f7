"""Somebody on a host of a virtual LAN who looks at the list of tables.

As a program, SECONDS prints a line of JSON at the start and at each change of the list. A listed table is probed so
often.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

from sixqp_tui.discovery import browser, table_list
from sixqp_tui.discovery.table_list import PROBE_EVERY, FoundTable

if TYPE_CHECKING:
    from support.lan import Lan

SIXQP = [sys.executable, "-m", "sixqp_tui"]
PATIENCE = 60.0
Tables = list[dict[str, Any]]


class Looker:
    """A list that is looked at on a host; `until` waits for what it is to show. `most` lines were there at once."""

    def __init__(self, lan: "Lan", host: int, home: Path, probe_every: float = PROBE_EVERY) -> None:
        self.process = lan.start(host, [sys.executable, __file__, str(probe_every)], home)
        self.tables: Tables = []
        self.most = 0
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()
        self._next(PATIENCE)  # it is running

    def until(self, shows: Callable[[Tables], bool]) -> None:
        """Read until the list shows this; fails after a while."""
        end = time.monotonic() + PATIENCE
        while not shows(self.tables):
            try:
                self.tables = self._next(max(0.01, end - time.monotonic()))
            except Empty:
                raise AssertionError(f"the list never came to that; it shows {self.tables}") from None

    def titles(self, *titles: str) -> None:
        self.until(lambda tables: sorted(each["title"] for each in tables) == sorted(titles))

    def _next(self, seconds: float) -> Tables:
        tables: Tables = json.loads(self._lines.get(timeout=seconds))
        self.most = max(self.most, len(tables))
        return tables

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)


# -- the program --------------------------------------------------------------------------------------------------


def _as_fields(table: FoundTable) -> dict[str, object]:
    return {
        "id": table.id,
        "title": table.title,
        "stale": table.stale,
        "endpoints": table.endpoints,
        "pin": table.fingerprint,
    }


def _print(tables: Sequence[FoundTable]) -> None:
    sys.stdout.write(json.dumps([_as_fields(each) for each in tables]) + "\n")
    sys.stdout.flush()


async def look(seconds: float) -> None:
    table_list.PROBE_EVERY = seconds  # type: ignore[misc]
    browser.LOOK_EVERY = min(1.0, seconds)  # type: ignore[misc]
    _print(())
    async with browser.Browser() as looking:
        async for tables in looking.changes():
            _print(tables)


if __name__ == "__main__":
    asyncio.run(look(float(sys.argv[1])))

"""Somebody on a host of a virtual LAN who looks at the list of tables, and tables there to be looked at."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from support.lan import Lan

SIXQP = [sys.executable, "-m", "sixqp_tui"]
LISTER = Path(__file__).with_name("lister.py")
PATIENCE = 60.0
Tables = list[dict[str, Any]]


class Looker:
    """A list that is looked at on a host; `until` waits for what it is to show. `most` lines were there at once."""

    def __init__(self, lan: Lan, host: int, home: Path, probe_every: float | None = None) -> None:
        options = [str(probe_every)] if probe_every else []
        self.process = lan.start(host, [sys.executable, str(LISTER), *options], home)
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


def serve(lan: Lan, host: int, title: str, home: Path, *options: str) -> subprocess.Popen[str]:
    """A table without a screen; it is open when this returns."""
    usual = ("--start-with", "10", "--title", title)
    table = lan.start(host, [*SIXQP, "serve", *usual, *options], home)
    assert table.stdout is not None
    assert title in table.stdout.readline(), table.communicate()[1]
    return table

"""Somebody on a host of a virtual LAN who looks at the list of tables, and tables there to be looked at."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from support.lan import Lan

SIXQP = [sys.executable, "-m", "sixqp_tui"]
LISTER = Path(__file__).with_name("lister.py")
"""Run with `-P`: a neighbour of it bears the name of a module of the standard library."""
PATIENCE = 30.0
Tables = list[dict[str, Any]]


class Looker:
    """A list that is looked at on a host; `until` waits for what it is to show."""

    def __init__(self, lan: Lan, host: int, home: Path, probe_every: float | None = None) -> None:
        options = [str(probe_every)] if probe_every else []
        self.process = lan.start(host, [sys.executable, "-P", str(LISTER), *options], home)
        self.tables: Tables = []
        self.trouble: str | None = None
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()
        self.opened: float = self._next(PATIENCE)["at"]

    def until(self, shows: Callable[[Tables], bool], within: float = PATIENCE) -> float:
        """When (on the machine's monotonic clock) the list first showed this, from now on; fails after a while."""
        end, at = time.monotonic() + within, time.monotonic()
        while not shows(self.tables):
            left = end - time.monotonic()
            try:
                line = self._next(max(0.01, left))
            except Empty:
                raise AssertionError(f"the list never came to that; it shows {self.tables}") from None
            at, self.tables, self.trouble = line["at"], line["tables"], line["trouble"]
        return at

    def titles(self, *titles: str, within: float = PATIENCE) -> float:
        return self.until(lambda tables: sorted(each["title"] for each in tables) == sorted(titles), within)

    def quiet(self, seconds: float) -> Tables:
        """What the list shows after this many seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._next(left)
            except Empty:
                break
            self.tables, self.trouble = line["tables"], line["trouble"]
        return self.tables

    def _next(self, seconds: float) -> dict[str, Any]:
        line: dict[str, Any] = json.loads(self._lines.get(timeout=seconds))
        return line

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


def announce(lan: Lan, host: int, home: Path, script: str, arguments: Sequence[str] = ()) -> subprocess.Popen[str]:
    """A script of Python on a host; it has said its first line when this returns."""
    program = lan.start(host, [sys.executable, "-c", script, *arguments], home)
    assert program.stdout is not None
    program.stdout.readline()
    return program

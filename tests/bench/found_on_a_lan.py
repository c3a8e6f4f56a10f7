"""How soon a table is seen: between two hosts of a virtual LAN, with multicast and without (Linux, root).

Run it with `python tests/bench/found_on_a_lan.py [RUNS]`. *Opened* is the time from opening a table to its line on
a list that another host looks at; *looked* the time from opening a list to the line of a table that is there. Both
ends are programs that run already: what Python takes to start is measured elsewhere.
"""

import asyncio
import contextlib
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from support.lan import Lan, why_not

from sixqp_tui.discovery.browser import Browser
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.hosting.table_options import TableOptions

RUNS = 50


def reply(value: object) -> None:
    """Say something to the measurement."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


async def told() -> AsyncIterator[str]:
    """What the measurement wants, a word a line."""
    while word := (await asyncio.to_thread(sys.stdin.readline)).strip():
        yield word


async def host() -> None:
    """`open` a table and say when that was begun and how it is called; `close` it."""
    reply("ready")
    async with contextlib.AsyncExitStack() as stack:
        async for word in told():
            if word == "open":
                began, title = time.monotonic(), secrets.token_hex(4)
                await stack.enter_async_context(open_table(TableOptions(title, "Host")))
                reply([began, title])
            else:
                await stack.aclose()
                reply("closed")


async def guest() -> None:
    """`look`, which is answered when the list is open; a title: when it is seen; `rest`."""
    reply("ready")
    async with contextlib.AsyncExitStack() as stack:
        browser = Browser()
        async for word in told():
            if word == "look":
                began, browser = time.monotonic(), Browser()
                await stack.enter_async_context(browser)
                reply(began)
            elif word == "rest":
                await stack.aclose()
                reply("rested")
            else:
                await shown(browser, word)
                reply(time.monotonic())


async def shown(browser: Browser, title: str) -> None:
    """Wait until a table with this title is on the list."""
    async for tables in browser.changes():
        if title in {table.title for table in tables}:
            return


class Program:
    """One of the two, on its host."""

    def __init__(self, lan: Lan, at: int, role: str, home: Path) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), role]
        self._process = lan.start(at, command, home, stdin=subprocess.PIPE)
        self._hear()

    def ask(self, word: str) -> Any:
        """Say a word, and the answer to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._hear()

    def _hear(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(self._process.communicate()[1])
        return json.loads(line)


def measure(lan: Lan, folder: Path, runs: int) -> dict[str, list[float]]:
    """The seconds of each run, by what was measured."""
    table, looker = Program(lan, 1, "host", folder / "host"), Program(lan, 2, "guest", folder / "guest")
    seconds: dict[str, list[float]] = {"opened": [], "looked": []}
    for run in range(runs + 1):
        looker.ask("look")
        began, title = table.ask("open")
        opened = looker.ask(title) - began
        looker.ask("rest")
        began = looker.ask("look")
        looked = looker.ask(title) - began
        looker.ask("rest")
        table.ask("close")
        if run:  # the first run loads what both need, and makes the certificate
            seconds["opened"].append(opened)
            seconds["looked"].append(looked)
    return seconds


def main(runs: int) -> int:
    """Measure with multicast and without, and tell median and worst."""
    if reason := why_not():
        sys.stderr.write(f"{reason}\n")
        return 1
    for name, deaf in (("normal", False), ("no multicast", True)):
        with Lan(2) as lan, tempfile.TemporaryDirectory() as folder:
            if deaf:
                lan.deafen()
            for what, taken in measure(lan, Path(folder), runs).items():
                figures = f"median {median(taken) * 1000:6.1f} ms, worst {max(taken) * 1000:6.1f} ms"
                sys.stdout.write(f"{name:>12}, {what}: {figures} ({len(taken)} runs)\n")
    return 0


ROLES: dict[str, Callable[[], Awaitable[None]]] = {"host": host, "guest": guest}

if __name__ == "__main__":
    argument = sys.argv[1] if len(sys.argv) > 1 else str(RUNS)
    if argument in ROLES:
        asyncio.run(ROLES[argument]())  # type: ignore[arg-type]
    else:
        sys.exit(main(int(argument)))

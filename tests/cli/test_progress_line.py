"""What a command waits for is said where its player looks, and only where there is something to wait for."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from typing import IO

import pytest
from support.tables import options

from sixqp_tui.hosting import table_process
from sixqp_tui.hosting.table_process import start_lasting
from sixqp_tui.terminal.progress_line import ProgressLine


class Terminal(StringIO):
    """Standard error of a person; an event comes with every line that is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)

    def isatty(self) -> bool:
        return True


def progress_at_once(show: Callable[[str], None] | None = None) -> ProgressLine:
    return ProgressLine(show, show_after=0.0, refresh_seconds=0.001)


async def test_each_step_is_printed_once() -> None:
    said: list[str] = []
    spoken = asyncio.Event()

    def show(line: str) -> None:
        said.append(line)
        spoken.set()

    async with progress_at_once(show) as progress:
        for step in ("One.", "Two."):
            progress.step(step)
            await spoken.wait()
            spoken.clear()
            await asyncio.sleep(0.005)  # noqa: TID251 (several looks at the clock)
    assert said == ["One.", "Two."]


async def test_on_a_terminal_one_line_is_rewritten_and_then_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    async with progress_at_once() as progress:
        progress.step("Connecting\x1b[2J…")
        await screen.written.wait()
        progress.say("This stays.")
    wiped = screen.getvalue().rpartition("This stays.\n")[0]
    assert re.search(r"Connecting\[2J… \d+ s", wiped)
    assert "\x1b" not in wiped and wiped.endswith(" \r")


async def test_cancelling_a_table_launch_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, begun = asyncio.get_running_loop(), asyncio.Event()
    started: list[subprocess.Popen[bytes]] = []

    def note(arguments: tuple[str, ...], errors: IO[bytes]) -> subprocess.Popen[bytes]:
        started.append(start_lasting(arguments, errors))
        loop.call_soon_threadsafe(begun.set)
        return started[-1]

    monkeypatch.setattr(table_process, "start_lasting", note)
    opening = asyncio.create_task(table_process.launch_table(options("Salon", "Zoe")))
    await begun.wait()
    opening.cancel()
    await asyncio.wait((opening,))
    assert await asyncio.to_thread(started[0].wait, 10) != 0

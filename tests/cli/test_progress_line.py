"""What a command waits for is said where its player looks, and only where there is something to wait for."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from typing import IO

import pytest

from sixqp_tui.hosting.process import table_process
from sixqp_tui.hosting.process.table_process import start_detached
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import waits
from sixqp_tui.joining.endpoint import LOOPBACK, TableEndpoint
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
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
    assert waits.so_far_on_a_line("Connecting[2J…", 0) in wiped
    assert "\x1b" not in wiped and wiped.endswith(" \r")


async def test_a_narrow_terminal_still_shows_how_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "60")
    async with progress_at_once() as progress:
        progress.step("No table is open at 192.168.100:46660 yet; trying again…")
        await screen.written.wait()
    line = screen.getvalue().split("\r")[1]
    assert line.startswith("No table is open at 192.168.100") and line.endswith("… 0 s. Press Ctrl-C to stop.")
    assert len(line) == 59


async def test_a_step_that_ends_at_once_is_not_shown() -> None:
    said: list[str] = []
    async with ProgressLine(said.append, show_after=1000.0, refresh_seconds=0.001) as progress:
        progress.step("One.")
        await asyncio.sleep(0.005)  # noqa: TID251 (several looks at the clock)
    assert said == []


async def test_cancelling_a_join_leaves_no_task_behind() -> None:
    refused = asyncio.Event()

    def note(doing: str) -> None:
        if doing == waits.waiting("refused", f"{LOOPBACK}:1"):
            refused.set()

    before = asyncio.all_tasks()
    taking = take_seat(TableEndpoint(((LOOPBACK, 1),)), Player.bot("Zoe"), on_step=note)
    going = asyncio.create_task(taking.__aenter__())
    await refused.wait()
    going.cancel()
    await asyncio.wait((going,))
    assert asyncio.all_tasks() == before


@pytest.mark.slow
async def test_cancelling_a_table_launch_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, begun = asyncio.get_running_loop(), asyncio.Event()
    started: list[subprocess.Popen[bytes]] = []

    def note(arguments: tuple[str, ...], errors: IO[bytes]) -> subprocess.Popen[bytes]:
        started.append(start_detached(arguments, errors))
        loop.call_soon_threadsafe(begun.set)
        return started[-1]

    monkeypatch.setattr(table_process, "start_detached", note)
    opening = asyncio.create_task(table_process.launch_table(TableOptions("Salon", "Zoe")))
    await begun.wait()
    opening.cancel()
    await asyncio.wait((opening,))
    assert await asyncio.to_thread(started[0].wait, 10) != 0

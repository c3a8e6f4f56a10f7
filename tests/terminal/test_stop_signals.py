"""Being asked to stop by each signal that this system has."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from sixqp_tui.terminal.stop_signals import STOP_SIGNALS, stop_requested

NO_TERMINAL_LOST = [name for name in STOP_SIGNALS if hasattr(signal, name) and name != "SIGHUP"]
"""A terminal that is lost would be that of whoever runs the tests."""


@pytest.mark.parametrize("name", NO_TERMINAL_LOST)
async def test_each_signal_asks_to_stop(name: str) -> None:
    with stop_requested() as stop:
        async with asyncio.timeout(20):
            signal.raise_signal(getattr(signal, name))
            await stop.wait()


LOST = """
import asyncio, os, select, signal
from sixqp_tui.terminal.stop_signals import stop_requested

async def lose():
    with stop_requested({seconds}):
        signal.raise_signal(signal.SIGHUP)
        readable = select.select([0], [], [], 0)[0]
        try:
            print(readable, os.read(0, 1))
        except BlockingIOError:
            print(readable, "nothing")

asyncio.run(lose())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has terminals that hang up")
@pytest.mark.parametrize(("seconds", "read"), [(60, "[] nothing"), (None, "[0] b''")])
def test_without_a_terminal_a_screen_waits_for_keys_and_line_input_ends(seconds: int | None, read: str) -> None:
    terminal, own = os.openpty()
    try:
        program = [sys.executable, "-c", LOST.format(seconds=seconds)]
        finished = subprocess.run(program, stdin=own, stdout=subprocess.PIPE, check=True, text=True, timeout=30)
    finally:
        os.close(terminal)
        os.close(own)
    assert finished.stdout.strip() == read

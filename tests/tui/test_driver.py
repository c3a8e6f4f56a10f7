"""The driver of POSIX terminals: the loss of its terminal does not hold up what ends the app."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has a driver of its own")

MORE_THAN_WAITS = 100
LOST = f"""
import asyncio, io, signal, sys, threading
from textual.app import App

class Lost(io.StringIO):
    def write(self, text):
        raise OSError(5, "the terminal is gone")

    def fileno(self):
        return 2

sys.__stderr__ = Lost()

from sixqp_tui.tui.driver import SteadyDriver

async def write():
    driver = SteadyDriver(App())
    driver.start_application_mode()
    threads = threading.active_count()
    signal.raise_signal(signal.SIGCONT)
    assert threading.active_count() == threads
    for _ in range({MORE_THAN_WAITS}):
        driver.write("drawn")
    driver.stop_application_mode()
    driver.close()

asyncio.run(write())
"""


def test_a_lost_terminal_does_not_hold_up_the_app() -> None:
    with subprocess.Popen([sys.executable, "-c", LOST], stdin=subprocess.PIPE) as program:
        try:
            assert program.wait(30) == 0
        finally:
            program.kill()

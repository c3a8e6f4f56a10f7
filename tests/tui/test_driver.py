"""The driver of POSIX terminals: bytes that are no text are no keys, and nothing holds up the end of the app."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has a driver of its own")

DRIVEN = """
import asyncio, io, signal, sys, threading
from textual.app import App
from sixqp_tui.tui.driver import SteadyDriver

class Lost(io.StringIO):
    def write(self, text):
        raise OSError(5, "the terminal is gone")

    def fileno(self):
        return 1

async def drive():
    if not sys.stdin.isatty():
        sys.__stdout__ = Lost()
    driver = SteadyDriver(App())
    driver.start_application_mode()
    signal.raise_signal(signal.SIGCONT)
    await asyncio.sleep(0)
    assert [each.name for each in threading.enumerate()].count("textual-input") == 1
    for _ in range(100):  # more than wait to be written
        driver.write("drawn")
    driver.stop_application_mode()
    driver.close()

asyncio.run(drive())
"""
PASTED = r"""
import asyncio, os, threading
from textual.app import App
from textual.events import Key
from sixqp_tui.tui.driver import SteadyDriver

keys, heard = [], threading.Event()

class Heard(SteadyDriver):
    def process_message(self, message):
        if isinstance(message, Key):
            keys.append(message.key)
            heard.set()

async def drive():
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.write(writing, b"\xff" + b"q" * 20_000)
    driver = Heard(App())
    driver.start_application_mode()
    while not heard.is_set():  # whoever is not heard presses again and again
        os.write(writing, b"a")
        await asyncio.to_thread(heard.wait, 0.1)
    driver.stop_application_mode()
    driver.close()
    assert set(keys) == {"a"}, keys

asyncio.run(drive())
"""


@pytest.mark.slow
@pytest.mark.parametrize("stands", [True, False], ids=["its terminal stands", "its terminal is lost"])
def test_a_resumed_process_reads_keys_once_and_exits(stands: bool) -> None:
    terminal, own = os.openpty() if stands else os.pipe()[::-1]
    try:
        with subprocess.Popen([sys.executable, "-c", DRIVEN], stdin=own, stdout=subprocess.DEVNULL) as program:
            try:
                assert program.wait(30) == 0
            finally:
                program.kill()
    finally:
        os.close(terminal)
        os.close(own)


@pytest.mark.slow
def test_a_paste_of_invalid_bytes_is_dropped_whole_at_any_length() -> None:
    subprocess.run([sys.executable, "-c", PASTED], stdout=subprocess.DEVNULL, check=True, timeout=30)

"""The driver of POSIX terminals: bytes that are no text are no keys, and nothing holds up the end of the app."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has a driver of its own")

LOST = """
import asyncio, io, signal, sys, threading
from textual.app import App
from sixqp_tui.tui.driver import SteadyDriver

class Lost(io.StringIO):
    def write(self, text):
        raise OSError(5, "the terminal is gone")

    def fileno(self):
        return 1

async def drive():
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
WRONG = r"""
import asyncio, os, sys, threading
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
    os.write(writing, bytes.fromhex(sys.argv[1]))
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
def test_a_lost_terminal_stops_nothing() -> None:
    subprocess.run([sys.executable, "-c", LOST], stdin=subprocess.PIPE, check=True, timeout=30)


@pytest.mark.slow
@pytest.mark.parametrize(
    "typed",
    [b"\xff" + b"q" * 20_000, b"Z\xfc", b"\x1b[49;1:3u", b"\x1b[99999999u", b"\x1b[" + b"9" * 23 + b"u"],
    ids=["a long paste that isn't UTF-8", "Latin-1", "a key with an event", "no character", "a huge number"],
)
def test_wrong_input_is_dropped_and_the_next_key_counts(typed: bytes) -> None:
    program = [sys.executable, "-c", WRONG, typed.hex()]
    subprocess.run(program, stdout=subprocess.DEVNULL, check=True, timeout=30)

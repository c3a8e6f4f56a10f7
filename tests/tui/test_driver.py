"""The driver of POSIX terminals: bytes that are no text are no keys, and nothing holds up the end of the app."""

import subprocess
import sys
from io import StringIO

import pytest
from rich.color import ColorSystem
from rich.style import Style

if sys.platform == "win32":
    pytest.skip("Windows has a driver of its own", allow_module_level=True)

from sixqp_tui.presentation.seat_signs import SIGNS
from sixqp_tui.tui.driver import Output
from sixqp_tui.tui.theme import glyphs

IMPORTS = """
import asyncio, io, os, signal, sys, threading
from textual.app import App
from textual.events import Key
from sixqp_tui.tui.driver import SteadyDriver
"""
END = """
async def drive():
    driver = SteadyDriver(App())
    driver.start_application_mode()
    driver.write("table")
    driver.stop_application_mode()
    driver.close()
"""
LOST = """
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
"""
WRONG = """
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
"""


def drawn_by(drive: str, *arguments: str) -> bytes:
    """What a process draws that drives a terminal, and must end without an error."""
    command = [sys.executable, "-c", f"{IMPORTS}{drive}\nasyncio.run(drive())", *arguments]
    return subprocess.run(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, check=True, timeout=30).stdout


def test_a_terminal_with_only_one_screen_is_cleared_at_the_end() -> None:
    after = drawn_by(END).partition(b"table")[2]
    assert b"\x1b[2J" in after.partition(b"\x1b[?1049l")[0]


def test_a_lost_terminal_stops_nothing() -> None:
    drawn_by(LOST)


@pytest.mark.parametrize(
    "typed",
    [b"\xff" + b"q" * 20_000, b"Z\xfc", b"\x1b[49;1:3u", b"\x1b[99999999u", b"\x1b[" + b"9" * 23 + b"u"],
    ids=["a long paste that isn't UTF-8", "Latin-1", "a key with an event", "no character", "a huge number"],
)
def test_wrong_input_is_dropped_and_the_next_key_counts(typed: bytes) -> None:
    drawn_by(WRONG, typed.hex())


def test_only_ascii_goes_to_a_terminal_that_may_not_understand_more() -> None:
    drawn = StringIO()
    drawn.fileno = lambda: 1  # type: ignore[method-assign]
    output = Output(drawn, {"LC_ALL": "C"})
    glyphs_drawn = "".join(
        value for name, value in vars(glyphs).items() if name.isupper() and isinstance(value, str)
    )
    output.write(f"\x1b[1m{glyphs_drawn}{SIGNS} “Zoé” → 3")
    shown = drawn.getvalue()
    assert shown.isascii() and "?" not in shown and shown.endswith('"Zoe" > 3')
    assert len(shown) == len(f"\x1b[1m{glyphs_drawn}{SIGNS} “Zoé” → 3")
    Output(drawn, {"LC_ALL": "C.UTF-8"}).write("∀")
    assert drawn.getvalue().endswith("∀")


def test_in_16_colours_black_is_not_bold_because_terminals_show_it_as_grey() -> None:
    red = Style.parse("bold #000000 on #ff5f5f").render("66", color_system=ColorSystem.STANDARD)
    stream = StringIO()
    Output(stream, {}, "standard").write(red)
    assert stream.getvalue() == "\x1b[30;101m66\x1b[0m"
    Output(stream, {}, "256").write("\x1b[1;38;5;16;48;5;203m66")
    assert stream.getvalue().endswith("m\x1b[1;38;5;16;48;5;203m66")

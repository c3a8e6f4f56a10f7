"""A screen that fails or is killed: what it leaves in the terminal."""

import json
import os
import re
import signal
import sys
from pathlib import Path

import pytest
from support.terminal import Sit

pytestmark = pytest.mark.terminal

CODE = "k7w3qgxx"
START = f"""
import sys
from sixqp_tui.cli import main
from sixqp_tui.tui.lobby import LobbyScreen

def fail(screen):
    code = screen.stay.session.state.news.code
    raise RuntimeError("a planted error")

async def fail_behind(screen):
    fail(screen)

LobbyScreen.action_bot = fail
LobbyScreen.action_chat = lambda screen: screen.run_worker(fail_behind(screen))
sys.exit(main(["host", "--lock", "{CODE}", "--port", "0"]))
"""


def end_tables(home: Path) -> None:
    """End the tables that outlive the screen, as they should."""
    for header in home.glob("tables/*.table"):
        os.kill(json.loads(header.read_bytes())["pid"], signal.SIGTERM)


@pytest.mark.parametrize("key", "bt")
def test_a_crashing_screen_reveals_no_variable_values_in_the_terminal(sit: Sit, tmp_path: Path, key: str) -> None:
    terminal = sit("-c", START, command=[sys.executable], size=(120, 60))
    try:
        terminal.until("ROOM CODE")
        terminal.press(key)
        assert terminal.end() == 1
    finally:
        end_tables(tmp_path)
    _drawn, closed, left = bytes(terminal.raw).rpartition(b"\x1b[?1049l")
    assert closed and b"a planted error" in left and b"in fail" in left
    assert CODE.encode() not in left and b"locals" not in left


def test_what_a_killed_screen_has_left_on_is_switched_off_by_the_next_command(sit: Sit) -> None:
    killed = sit()
    killed.until("TABLES ON THIS NETWORK")
    left_on = set(re.findall(rb"\x1b\[\?(100\d|1015|2004)h", bytes(killed.raw)))
    killed.kill()
    assert left_on >= {b"1000", b"1003", b"1006"}
    following = sit("--version")
    assert following.end() == 0
    assert left_on <= set(re.findall(rb"\x1b\[\?(\d+)l", bytes(following.raw)))

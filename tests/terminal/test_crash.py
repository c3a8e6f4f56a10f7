"""A screen that fails: what it leaves in the terminal says where, and no value of any variable."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest
from support.lanes import with_soaks

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.terminal import Terminal

pytestmark = pytest.mark.terminal

CODE = "k7w3qgxx"
START = f"""
import sys
from sixqp_tui.cli import main
from sixqp_tui.tui.lobby import LobbyScreen

def fail(screen):
    code = screen.context.session.state.news.code
    raise RuntimeError("a planted error")

async def fail_behind(screen):
    fail(screen)

LobbyScreen.action_variant = fail
LobbyScreen.action_chat = lambda screen: screen.run_worker(fail_behind(screen))
sys.exit(main(["host", "--lock", "{CODE}", "--port", "0"]))
"""


def end_tables(home: Path) -> None:
    """End the tables that outlive the screen, as they should."""
    for holder in home.glob("tables/*.holder"):
        os.kill(json.loads(holder.read_bytes())["pid"], signal.SIGTERM)


@pytest.mark.soak
@pytest.mark.parametrize("key", with_soaks("vt"))
def test_a_crashing_screen_reveals_no_variable_values_in_the_terminal(tmp_path: Path, key: str) -> None:
    terminal = Terminal([sys.executable, "-c", START], tmp_path, 120, 60, tmp_path)
    try:
        terminal.until("ROOM CODE")
        terminal.press(key)
        assert terminal.end() == 1
    finally:
        terminal.kill()
        end_tables(tmp_path)
    _drawn, closed, left = bytes(terminal.raw).rpartition(b"\x1b[?1049l")
    assert closed and b"a planted error" in left and b"in fail" in left
    assert CODE.encode() not in left and b"locals" not in left

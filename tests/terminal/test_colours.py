"""What reaches a real terminal: no colour where none is asked for, and cards all the same."""

import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.terminal import Terminal

pytestmark = pytest.mark.terminal

ATTRIBUTES = re.compile(rb"\x1b\[([\d;]*)m")
REVERSED, NO_COLOURS = "7", {"", "0", "1", "4", "7"}


@pytest.mark.soak
def test_no_color_sends_no_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal([sys.executable, "-m", "sixqp_tui"], tmp_path, cwd=tmp_path)
    try:
        terminal.until("TABLES ON THIS NETWORK")
        terminal.press("h")
        terminal.until("Esc back")
        terminal.press("Escape")
        terminal.press("F1")
        terminal.until("The aim")
    finally:
        terminal.kill()
    sent = {number for each in ATTRIBUTES.findall(bytes(terminal.raw)) for number in each.decode().split(";")}
    assert sent <= NO_COLOURS
    assert REVERSED in sent

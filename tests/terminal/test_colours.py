"""What reaches a terminal that asks for no colours: shades of grey, in which cards stand out from the felt."""

import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.terminal import Terminal

pytestmark = pytest.mark.terminal

COLOURS = re.compile(rb"[34]8;2;(\d+);(\d+);(\d+)")
ATTRIBUTES = re.compile(rb"\x1b\[([\d;]*)m")
NO_COLOURS = {"", "0", "1", "2", "3", "4", "7"}


@pytest.mark.soak
def test_no_color_sends_only_greys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
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
    raw = bytes(terminal.raw)
    colours = set(COLOURS.findall(raw))
    assert len(colours) > 3 and all(red == green == blue for red, green, blue in colours)
    others = {number for each in ATTRIBUTES.findall(COLOURS.sub(b"", raw)) for number in each.decode().split(";")}
    assert others <= NO_COLOURS

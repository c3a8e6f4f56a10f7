"""What reaches a terminal that shows no colours, or draws the signs two cells wide."""

import re

import pytest
from support.terminal import Sit

pytestmark = pytest.mark.terminal

COLOURS = re.compile(rb"[34]8;2;(\d+);(\d+);(\d+)")
ATTRIBUTES = re.compile(rb"\x1b\[([\d;]*)m")
NO_COLOURS = {"", "0", "1", "2", "3", "4", "7"}


def test_a_terminal_that_draws_signs_two_cells_wide_gets_ascii(sit: Sit) -> None:
    terminal = sit()
    terminal.until("6 QUI PREND")
    terminal.paste(b"\x1b[1;3R")
    terminal.until(lambda text: text.isascii() and " vvvvv " in text)


def test_no_color_sends_only_greys(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = sit()
    terminal.until("TABLES ON THIS NETWORK")
    terminal.press("h")
    terminal.until("Esc back")
    terminal.press("Escape")
    terminal.press("F1")
    terminal.until("The aim")
    raw = bytes(terminal.raw)
    colours = set(COLOURS.findall(raw))
    assert len(colours) > 3 and all(red == green == blue for red, green, blue in colours)
    others = {number for each in ATTRIBUTES.findall(COLOURS.sub(b"", raw)) for number in each.decode().split(";")}
    assert others <= NO_COLOURS

"""The window's title and the bell as a real terminal gets them."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.terminal import Terminal

pytestmark = pytest.mark.terminal

SIXQP = [sys.executable, "-m", "sixqp_tui"]
TITLE = re.compile(rb"\x1b\]0;([^\x07]*)\x07")
COMMAND = re.compile(rb"\x1b\][^\x07]*\x07")
REMEMBER, RECALL = b"\x1b[22;0t", b"\x1b[23;0t"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Terminal]:
    """Somebody who hosts a table with a bot, and wants to hear the bell."""
    table = ["--name", "Camille", "--title", "Salon ∀", "--bots", "1", "--port", "0", "--seed", "1"]
    terminal = Terminal([*SIXQP, "host", *table, "--bell", "on"], tmp_path, cwd=tmp_path)
    yield terminal
    terminal.kill()


def titles(raw: bytes | bytearray) -> list[str]:
    return [title.decode() for title in TITLE.findall(bytes(raw))]


def rings(raw: bytes | bytearray) -> int:
    return COMMAND.sub(b"", bytes(raw)).count(b"\x07")


@pytest.mark.soak
def test_the_title_shows_whose_turn_it_is_and_is_restored(host: Terminal) -> None:
    host.until("AROUND THE TABLE")
    assert titles(host.raw)[-1] == "Salon ∀ · sixqp"
    assert bytes(host.raw).index(REMEMBER) < bytes(host.raw).index(b"\x1b]0;")
    assert rings(host.raw) == 0
    host.press("Enter")
    host.until("choose a card")
    host.press("1")
    host.until("Your turn: ")
    assert titles(host.raw)[-1] == "▸ your turn · Salon ∀ · sixqp"
    assert rings(host.raw) == 1
    host.press("q")
    host.until("You're the host")
    host.press("c")
    assert host.end() == 0
    assert titles(host.raw)[-1] == ""
    assert bytes(host.raw).rindex(b"\x1b]0;\x07") < bytes(host.raw).rindex(RECALL)
    assert all(title.isprintable() for title in titles(host.raw))


def test_stopping_the_program_restores_the_terminal_and_its_title(tmp_path: Path) -> None:
    alone = Terminal(SIXQP, tmp_path, cwd=tmp_path)
    alone.until("TABLES ON THIS NETWORK")
    assert titles(alone.raw) == ["sixqp"]
    alone.ask_to_stop()
    assert alone.end() == 130
    assert RECALL in alone.raw
    assert b"\x1b[?1049l" in alone.raw and b"\x1b[?1000l" in alone.raw
    alone.kill()


@pytest.mark.soak
def test_the_screen_is_drawn_when_stderr_goes_to_a_file(tmp_path: Path) -> None:
    terminal = Terminal(["sh", "-c", 'exec "$0" -m sixqp_tui 2>errors', sys.executable], tmp_path, cwd=tmp_path)
    try:
        terminal.until("TABLES ON THIS NETWORK")
        terminal.press("Ctrl-Q")
        assert terminal.end() == 0
    finally:
        terminal.kill()
    assert (tmp_path / "errors").read_bytes() == b""


@pytest.mark.soak
def test_preferences_are_kept_between_runs(tmp_path: Path) -> None:
    (tmp_path / "preferences.txt").write_text("# mine\npace = fsat\nlanguage = fr\nname = Zoé\n", encoding="utf-8")
    first = Terminal(SIXQP, tmp_path, cwd=tmp_path)
    first.until("TABLES SUR CE RÉSEAU")
    first.until("ligne 2")
    first.press("o")
    first.until("VOS PRÉFÉRENCES")
    first.press("Right")
    first.until("sombre")
    first.press("Enter")
    first.until(lambda text: "VOS PRÉFÉRENCES" not in text)
    first.press("Ctrl-Q")
    assert first.end() == 0
    first.kill()
    kept = (tmp_path / "preferences.txt").read_text(encoding="utf-8")
    assert kept == "# mine\npace = fsat\nlanguage = fr\nname = Zoé\ntheme = dark\n"

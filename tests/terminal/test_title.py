"""The window's title and the bell as a real terminal gets them."""

import re
from pathlib import Path

import pytest
from support.terminal import Sit, Terminal

pytestmark = pytest.mark.terminal

TITLE = re.compile(rb"\x1b\]0;([^\x07]*)\x07")
COMMAND = re.compile(rb"\x1b\][^\x07]*\x07")
REMEMBER, RECALL = b"\x1b[22;0t", b"\x1b[23;0t"


def titles(raw: bytes | bytearray) -> list[str]:
    return [title.decode() for title in TITLE.findall(bytes(raw))]


def until_title(terminal: Terminal, title: str) -> None:
    terminal.until(lambda _text: titles(terminal.raw)[-1:] == [title])


def rings(raw: bytes | bytearray) -> int:
    return COMMAND.sub(b"", bytes(raw)).count(b"\x07")


def test_the_title_shows_whose_turn_it_is_and_is_restored(sit: Sit) -> None:
    table = ("--title", "Salon ∀", "--bots", "1", "--port", "0", "--seed", "1")
    host = sit("host", "--name", "Camille", *table, "--bell", "on")
    host.until("AROUND THE TABLE")
    until_title(host, "Salon ∀ · sixqp")
    assert bytes(host.raw).index(REMEMBER) < bytes(host.raw).index(b"\x1b]0;")
    assert rings(host.raw) == 0
    host.press("Enter")
    host.until("choose a card")
    host.press("1")
    host.until("Your turn: ")
    until_title(host, "▸ your turn · Salon ∀ · sixqp")
    host.until(lambda _text: rings(host.raw) == 1)
    host.press("q")
    host.until("You're the host")
    host.press("c")
    assert host.end() == 0
    assert titles(host.raw)[-1] == "" and rings(host.raw) == 1
    assert bytes(host.raw).rindex(b"\x1b]0;\x07") < bytes(host.raw).rindex(RECALL)
    assert all(title.isprintable() for title in titles(host.raw))


def test_stopping_the_program_restores_the_terminal_and_its_title(sit: Sit) -> None:
    alone = sit()
    alone.until("TABLES ON THIS NETWORK")
    until_title(alone, "sixqp")
    alone.ask_to_stop()
    assert alone.end() == 130
    assert RECALL in alone.raw
    assert b"\x1b[?1049l" in alone.raw and b"\x1b[?1000l" in alone.raw


def test_preferences_are_kept_between_runs(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "preferences.txt").write_text("# mine\npace = fsat\nlanguage = fr\nname = Zoé\n", encoding="utf-8")
    first = sit()
    first.until("fsat")
    first.press("o")
    first.until("VOS PRÉFÉRENCES")
    first.press(*["Down"] * 4, "Right")
    first.until("sombre")
    first.press("Enter")
    first.until(lambda text: "VOS PRÉFÉRENCES" not in text)
    first.press("Ctrl-Q")
    assert first.end() == 0
    kept = (tmp_path / "preferences.txt").read_text(encoding="utf-8")
    assert kept == "# mine\npace = fsat\nlanguage = fr\nname = Zoé\ntheme = dark\n"

"""Alone and around one keyboard at a real terminal: the first card at once, and no card that is not one's own."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.keyboard import AroundKeyboard, skip_until
from support.terminal import Terminal

from sixqp_protocol.facts import Rules

pytestmark = pytest.mark.terminal

SIXQP = [sys.executable, "-m", "sixqp_tui"]
Sit = Callable[..., Terminal]
TWO = ("Ann", "Bob")
RESULT = re.compile(rb"round \d+(, turn \d+ of 10)?|^ {2,3}\d+  .* \d+\r$", re.MULTILINE)
"""What the program prints of the game when it ends: where it was, and a line with the heads of each player."""
SEED = "0"
"""With it, somebody must take a row in the first two turns."""
THREE = (*TWO, "Zoë")
TEN = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Types a command at a terminal, in a folder of its own that holds these names."""
    terminals: list[Terminal] = []

    def at(*arguments: str, names: tuple[str, ...] = ()) -> Terminal:
        if names:
            (tmp_path / "config.txt").write_text("\n".join(names), encoding="utf-8")
        command = [*SIXQP, *arguments]
        terminals.append(Terminal(command, tmp_path, cwd=tmp_path))
        return terminals[-1]

    yield at
    for terminal in terminals:
        terminal.kill()


def ended(terminal: Terminal) -> None:
    """Leave, by the answer that ends the game; the result stays behind on the terminal, and no card."""
    terminal.press("q")
    terminal.until("it stops and is saved")
    terminal.press("l")
    assert terminal.end() == 0
    before, _, after = bytes(terminal.raw).rpartition(b"\x1b[?1049l")
    left = RESULT.sub(b"", re.sub(rb"\x1b[\[\]][^a-zA-Z]*[a-zA-Z]", b"", after))
    assert before and not re.search(rb"\d\d", left)
    assert b"Traceback" not in terminal.raw
    assert not re.search(rb"\x1b\][02];[^\x07\x1b]*\d", terminal.raw)


@pytest.mark.soak
def test_playing_alone_the_first_key_lifts_a_card_while_a_hard_bot_thinks(sit: Sit) -> None:
    alone = sit("play", "--bots", "1", "--level", "hard", "--seed", "1")
    for turn in (1, 2):
        skip_until(alone, f"turn {turn}/10")
        skip_until(alone, "choose a card")
        alone.press("1")
        alone.until(lambda text: bool(re.search(r"Your turn: \d+ would", text)))
        alone.press("Enter")
        alone.until(lambda text: "would go" not in text)
    assert not re.search(rb"stand-in", bytes(alone.raw))
    ended(alone)


@pytest.mark.soak
def test_no_hidden_card_is_ever_shown_around_one_keyboard(sit: Sit) -> None:
    terminal = sit("local", "--rounds", "1", "--seed", SEED, names=TWO)
    evening = AroundKeyboard(terminal, Rules("classic", None, rounds=1), TWO, SEED)
    evening.play(turns=2)
    assert evening.curtains == 4
    evening.curtain(0)
    ended(terminal)


@pytest.mark.soak
def test_around_one_keyboard_a_draft_is_picked_in_the_open(sit: Sit) -> None:
    terminal = sit("local", "--variant", "draft", "--players", "Ann,Bob", "--seed", "a seed")
    evening = AroundKeyboard(terminal, Rules("draft"), TWO, "a seed")
    for _pick in range(4):
        evening.decide()
    assert evening.curtains == 0


@pytest.mark.soak
def test_ten_people_play_around_one_keyboard(sit: Sit) -> None:
    terminal = sit("local", "--variant", "tactic", "--players", ",".join(TEN), "--limit", "40", "--seed", "ten")
    evening = AroundKeyboard(terminal, Rules("tactic", 40), TEN, "ten")
    for _card in range(2):
        evening.decide()
    evening.curtain(2)


@pytest.mark.soak
def test_a_resized_window_reveals_nothing_and_the_last_card_can_be_taken_back(sit: Sit) -> None:
    terminal = sit("local", "--seed", "a seed", names=THREE)
    evening = AroundKeyboard(terminal, Rules(), THREE, "a seed")
    evening.curtain(0)
    evening.take(0)
    evening.lay(0, 2)
    terminal.until("Enter: I'm Bob ")
    terminal.resize(60, 20)
    terminal.until("The window must be at least")
    evening.search()
    terminal.resize(80, 24)
    evening.curtain(1)
    terminal.press("l")
    terminal.until("THE GAME SO FAR")
    evening.search()
    terminal.press("Escape")
    terminal.until(lambda text: "THE GAME SO FAR" not in text)
    evening.curtain(1)
    terminal.press("Backspace")
    evening.curtain(0)


@pytest.mark.soak
def test_one_person_and_a_bot_need_no_curtain(sit: Sit) -> None:
    terminal = sit("local", "--players", "Ann,bot Hal easy")
    assert "I am Ann" not in terminal.until("Your turn: choose a card")

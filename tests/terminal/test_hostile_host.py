"""A host who means harm, and a LAN full of hostile announcements: the terminal hears of nobody but Textual."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.hostile import NASTY, not_textuals
from support.terminal import Terminal

pytestmark = pytest.mark.terminal

TESTS = str(Path(__file__).resolve().parents[1])
START = f"import sys; sys.path.insert(0, {TESTS!r})\nfrom support.hostile_host import main; main()"


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Terminal]:
    """Somebody who looks at what is on the network."""
    terminal = Terminal([sys.executable, "-c", START], tmp_path, cwd=tmp_path)
    yield terminal
    terminal.kill()


def opened(player: Terminal, key: str, shows: str) -> None:
    """Open something by a key, look at it, and close it again."""
    player.press(key)
    player.until(shows)
    player.press("Escape")
    player.until(lambda text: shows not in text)


def pasted(player: Terminal) -> None:
    """Paste what somebody else has written; terminals leave out of it what would be keys."""
    text = "".join(each for each in "\n".join(NASTY) if each == "\n" or each >= " ")
    player.paste(b"\x1b[200~" + text.encode("utf-8", "ignore") + b" the end\x1b[201~")


def talks(player: Terminal) -> None:
    """Open the line for talking; a key that came while the window changed is pressed again."""
    while "Say:" not in player.look():
        player.press("t")


def in_both_sizes(player: Terminal) -> None:
    """Draw what is there in a large window, and again in the least one."""
    player.resize(120, 40)
    player.look()
    player.look()
    player.resize(80, 24)
    player.look()


@pytest.mark.soak
def test_only_textuals_own_escape_sequences_reach_the_terminal(player: Terminal) -> None:
    player.until("TABLES ON THIS NETWORK")
    player.until("0[31mred[2J")
    pasted(player)
    player.press("End")
    player.until("19_apc")
    player.press("Home", "Enter")
    player.until("Choose a row")
    in_both_sizes(player)
    talks(player)
    player.press(*"hi", "Enter")
    player.until(lambda text: "pm\\: [31mred" in text and "Say:" not in text)
    opened(player, "l", "THE GAME SO FAR")
    player.press("h")
    player.until("What would you like to do?")
    opened(player, "x", "Who should be removed")
    player.press("1")
    player.until("Take row 1")
    player.press("Enter")
    player.until(lambda text: "GAME OVER" in text or "ORDER OF FINISH" in text)
    in_both_sizes(player)
    player.press("b")
    player.until("AROUND THE TABLE")
    talks(player)
    player.press(*"hi", "Enter")
    player.until(lambda text: bool(re.search(r"pm\\t*hi", text)) and "Say:" not in text)
    talks(player)
    pasted(player)
    player.until("the end")
    player.press("Escape")
    player.until(lambda text: "Say:" not in text)
    opened(player, "s", "SETTINGS")
    opened(player, "n", "Your name")
    player.press(*["Down"] * 5)
    opened(player, "x", "Remove")
    player.press("v")
    player.until("Variant  tactic")
    player.press("v")
    player.until("Variant  draft")
    player.press("Enter")
    player.until("HANDS")
    player.press("q")
    player.until("You're the host")
    player.press("c")
    player.until("TABLES ON THIS NETWORK")
    player.press("Ctrl-Q")
    assert player.end() == 0
    assert not_textuals(bytes(player.raw)) == []
    for shown in ("[31mred[2J", "]52;c;ZXZpbA==", "]8;;http://evil", "[/b]", "[@click=app.exi", "2Jc1", "gnpexe"):
        assert shown.encode() in player.raw, "the hostile text was not even there"
    assert "m\u0301\u0301\u0301\u0301".encode() not in player.raw


@pytest.mark.parametrize("sent", [*NASTY[:3], *NASTY[5:10], "\x1b]0;a\x1bb\x07", "\x1b[3;4r", "\x1b[6n", "\t"])
def test_the_check_for_foreign_sequences_misses_nothing(sent: str) -> None:
    assert not_textuals(b"\x1b[1;31m" + sent.encode() + b"\x1b[0m") != []
    assert not_textuals("\x1b[2;1H\x1b[38;2;1;2;3mZoé ∀\x1b]0;Salon · sixqp\x07\r\n".encode()) == []

"""A host who means harm, and a LAN full of hostile announcements: the terminal hears of nobody but Textual."""

import re
import sys
from pathlib import Path

import pytest
from support.hostile import NASTY
from support.terminal import Sit, Terminal

from sixqp_tui.tui.driver import CLEAR, MEASURE

pytestmark = pytest.mark.terminal

TESTS = str(Path(__file__).resolve().parents[1])
START = f"import sys; sys.path.insert(0, {TESTS!r})\nfrom terminal.hostile_host import main; main()"


TEXTUALS_OWN = re.compile(
    r"\x1b\[[0-9;]*m"  # colours
    r"|\x1b\[(?:\d+(?:;\d+)?)?H"  # the cursor to a place
    r"|\x1b\[\?(?:7|25|1000|1003|1004|1006|1015|1049|2004|2026|2048)[hl]"  # modes
    r"|\x1b\[\?(?:2026|2048)\$p"  # questions about modes
    r"|\x1b\[(?:>\d+|<)u"  # the keyboard's protocol
    r"|\x1b\[2[23];0t"  # the window's title is remembered, and recalled
    r"|\x1b\]0;[^\x00-\x1f\x7f-\x9f]*\x07"  # the window's title
    r"|\x1b\]22;[a-z-]+\x07"  # the mouse's shape
)
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0000-\U000e0fff]")


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


def test_only_textuals_own_escape_sequences_reach_the_terminal(sit: Sit) -> None:
    player = sit("-c", START, command=[sys.executable])
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
    opened(player, "h", "What would you like to do?")
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
    player.press("s")
    player.until("TABLE SETTINGS")
    player.press("Right")
    player.until("tactic")
    player.press("Right")
    player.until("draft")
    player.press("Enter")
    player.until(lambda text: "TABLE SETTINGS" not in text)
    player.press("Enter")
    player.until("Your pick")
    player.press("q")
    player.until("You're the host")
    player.press("c")
    player.until("TABLES ON THIS NETWORK")
    player.press("Ctrl-Q")
    assert player.end() == 0
    raw = bytes(player.raw)
    for once in (CLEAR, MEASURE):
        assert raw.count(once.encode()) == 1, "at the start and at the end"
        raw = raw.replace(once.encode(), b"")
    assert not_textuals(raw) == []
    for shown in ("[31mred[2J", "]52;c;ZXZpbA==", "]8;;http://evil", "[/b]", "[@click=app.exi", "2Jc1", "gnpexe"):
        assert shown.encode() in player.raw, "the hostile text was not even there"
    assert "m\u0301\u0301\u0301\u0301".encode() not in player.raw


def not_textuals(raw: bytes) -> list[str]:
    """All that a terminal got besides printable text and what Textual itself says to terminals."""
    left = TEXTUALS_OWN.sub("", raw.decode("utf-8"))
    return [repr(left[max(0, at - 20) : at + 20]) for at, each in enumerate(left) if _acts(each)]


def _acts(character: str) -> bool:
    return (not character.isprintable() and character not in "\r\n") or bool(SELECTORS.match(character))


@pytest.mark.parametrize("sent", [*NASTY[:3], *NASTY[5:10], "\x1b]0;a\x1bb\x07", "\x1b[3;4r", "\x1b[6n", "\t"])
def test_the_check_for_foreign_sequences_misses_nothing(sent: str) -> None:
    assert not_textuals(b"\x1b[1;31m" + sent.encode() + b"\x1b[0m") != []
    assert not_textuals("\x1b[2;1H\x1b[38;2;1;2;3mZoé ∀\x1b]0;Salon · sixqp\x07\r\n".encode()) == []

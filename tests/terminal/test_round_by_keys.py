"""Two people at two real terminals play a whole round by their keys, from the two commands to the score sheet."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.terminal import Terminal
from support.terminal_game import play_until

pytestmark = pytest.mark.terminal

SIXQP = [sys.executable, "-m", "sixqp_tui"]
Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sits somebody down at a terminal of their own, with a folder of their own; all are ended afterwards."""
    terminals: list[Terminal] = []

    def at(name: str, *arguments: str, size: tuple[int, int] = (80, 24)) -> Terminal:
        home = tmp_path / name
        home.mkdir()
        command = [*SIXQP, *arguments]
        terminals.append(Terminal(command, home, *size, cwd=home))
        return terminals[-1]

    yield at
    for terminal in terminals:
        terminal.kill()


def test_invalid_bytes_do_no_harm(sit: Sit) -> None:
    alone = sit("camille")
    alone.until("TABLES ON THIS NETWORK")
    alone.paste(b"\xff\x9b0;1q\x1b[M !\x99" + b"q" * 3000)
    while "Address" not in alone.look():
        alone.press("a")
    alone.press("Ctrl-Q")
    assert alone.end() == 0
    assert b"Traceback" not in alone.raw


@pytest.mark.soak
def test_turns_are_played_by_keys_from_two_terminals(sit: Sit) -> None:
    host = sit(
        "camille", "host", "--name", "Camille", "--title", "Salon", "--rounds", "1", "--port", "0", "--seed", "1"
    )
    address = re.search(r"sixqp join (\S+:\d+)", host.until("Nobody else is here yet"))
    assert address
    guest = sit("alice", "join", f"localhost:{address[1].rpartition(':')[2]}", "--name", "Alice")
    guest.until("Waiting for Camille to start")
    host.until("Alice")
    host.press("t", *"bonne chance", "Enter")
    guest.until("Camille: bonne chance")
    host.until("Camille: bonne chance")
    host.press("Enter")
    play_until([host, guest], lambda text: "turn 3/10" in text)
    for player in (host, guest):
        assert "Camille" in player.text and "Alice" in player.text
    assert b"Traceback" not in host.raw + guest.raw

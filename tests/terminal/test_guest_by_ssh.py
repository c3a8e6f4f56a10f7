"""A guest with nothing but OpenSSH's own client: sits down, plays a whole game by keys, and leaves."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.terminal import Terminal
from support.terminal_game import play_until

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="missing: OpenSSH (Debian: openssh-client)"),
]

SIXQP = [sys.executable, "-m", "sixqp_tui"]
SSH = [
    "ssh",
    "-F",
    "none",
    "-o",
    "StrictHostKeyChecking=no",
    "-o",
    "UserKnownHostsFile=/dev/null",
    "-o",
    "IdentityAgent=none",
]


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    """The terminals of a test; all are ended after it."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.kill()


def host_and_guest(tmp_path: Path, terminals: list[Terminal], login: str) -> tuple[Terminal, Terminal]:
    """A host whose table has a way in by ssh, and a guest who has logged in there."""
    home, laptop = tmp_path / "camille", tmp_path / "alice"
    home.mkdir()
    laptop.mkdir()
    table = ("--name", "Camille", "--title", "Salon", "--rounds", "1", "--port", "0", "--seed", "1", "--ssh", "0")
    host = Terminal([*SIXQP, "host", *table], home, cwd=home)
    terminals.append(host)
    guest = log_in(host, tmp_path, login)
    terminals.append(guest)
    return host, guest


def log_in(host: Terminal, tmp_path: Path, login: str) -> Terminal:
    """A guest's terminal at the host's table."""
    line = re.search(r"ssh -p (\d+) NAME@", host.until("ssh -p "))
    assert line
    laptop = tmp_path / "alice"
    return Terminal([*SSH, "-p", line[1], f"{login}@127.0.0.1"], laptop, cwd=laptop, named=False)


@pytest.mark.soak
def test_a_guest_by_ssh_plays_a_whole_game_by_keys(tmp_path: Path, terminals: list[Terminal]) -> None:
    host, guest = host_and_guest(tmp_path, terminals, "alice")
    guest.until("Waiting for Camille to start")
    host.until("alice")
    guest.press("t")
    guest.until("Say:")
    guest.press(*"salut")
    guest.until("Say:  salut")
    guest.press("Enter")
    host.until("alice: salut")
    host.press("Enter")
    play_until([host, guest])
    for player in (host, guest):
        player.until(lambda text: re.search(r"\d+ heads? in \d+ rounds?", text) is not None)
    guest.press("q")
    assert guest.end() == 0
    assert "You have left “Salon”".encode() in guest.raw and guest.raw.count(b"\x1b[?1049l")
    host.press("q")
    host.until("You're the host")
    host.press("c")
    assert host.end() == 0
    assert b"Traceback" not in host.raw + guest.raw


@pytest.mark.soak
def test_an_ssh_guest_enters_an_emoji_name_pastes_too_much_and_returns_after_a_crash(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    host, guest = host_and_guest(tmp_path, terminals, "play")
    guest.until("Your name:")
    guest.paste("😀 Zoé\r".encode())
    guest.until("Waiting for Camille to start")
    host.until("Zoé")
    guest.press("t")
    guest.until("Say:")
    guest.paste(b"\x1b[200~" + b"much " * 6_000 + b"\x1b[201~")
    guest.until("much much")
    guest.press("Escape")
    guest.until(lambda text: "Say:" not in text)
    guest.kill()
    again = log_in(host, tmp_path, "other")
    terminals.append(again)
    again.until("Are you one of them?")
    again.press("1", "Enter")
    again.until("Waiting for Camille to start")
    host.press("Enter")
    again.until("Zoé")

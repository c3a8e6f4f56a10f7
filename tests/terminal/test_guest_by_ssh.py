"""A guest with nothing but OpenSSH's own client: sits down, plays a whole game by keys, and leaves."""

import re
import shutil

import pytest
from support.terminal import Sit, Terminal, play_until

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="missing: OpenSSH (Debian: openssh-client)"),
]

_OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityAgent=none")
SSH = ("ssh", "-F", "none", *(word for option in _OPTIONS for word in ("-o", option)))


def host_and_guest(sit: Sit, login: str) -> tuple[Terminal, Terminal]:
    """A host whose table has a way in by ssh, and a guest who has logged in there."""
    table = ("--title", "Salon", "--rounds", "1", "--port", "0", "--seed", "1", "--ssh", "0")
    host = sit("host", "--name", "Camille", *table, home="camille")
    return host, log_in(sit, host, login)


def log_in(sit: Sit, host: Terminal, login: str) -> Terminal:
    """A guest's terminal at the host's table."""
    line = re.search(r"ssh -p (\d+) NAME@", host.until("ssh -p "))
    assert line
    return sit("-p", line[1], f"{login}@127.0.0.1", command=SSH, home="alice")


def test_a_guest_by_ssh_plays_a_whole_game_by_keys(sit: Sit) -> None:
    host, guest = host_and_guest(sit, "alice")
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


def test_an_ssh_guest_enters_an_emoji_name_pastes_too_much_and_returns_after_a_crash(sit: Sit) -> None:
    host, guest = host_and_guest(sit, "play")
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
    host.until("ssh, away")
    again = log_in(sit, host, "other")
    again.until("Are you one of them?")
    again.press("1", "Enter")
    again.until("Waiting for Camille to start")
    host.press("Enter")
    again.until("Zoé")

"""Two people at two real terminals play by their keys, from the two commands on."""

import re

import pytest
from support.terminal import Sit, play_until

pytestmark = pytest.mark.terminal


def test_turns_are_played_by_keys_from_two_terminals(sit: Sit) -> None:
    table = ("--title", "Salon", "--rounds", "1", "--port", "0", "--seed", "1")
    host = sit("host", "--name", "Camille", *table, home="camille")
    address = re.search(r"sixqp join \S+:(\d+)", host.until("Nobody else is here yet"))
    assert address
    guest = sit("join", f"localhost:{address[1]}", "--name", "Alice", home="alice")
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

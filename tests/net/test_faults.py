"""Killed, frozen and unplugged between hosts of a LAN: everybody goes on by themselves, in the same game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lan import Lan
from support.lan_faults import FaultyTable

pytestmark = pytest.mark.namespaces


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FaultyTable]:
    """A game that is played on four hosts; a fifth stands by."""
    with Lan(5) as lan:
        yield FaultyTable(lan, tmp_path)


@pytest.mark.soak
def test_everybody_continues_the_same_game_after_every_fault(table: FaultyTable) -> None:
    """Who reads nothing is dropped, and nobody else notices; all follow a host to its new address."""
    assert table.flood() < 14  # within 5 s a ping, 5 s to answer it, 3 s to close
    table.kill_host()
    table.kill_player(3)
    table.unplug(2, 1)
    table.freeze(table.table, 1)
    table.freeze(table.players[4], 1)
    table.lan.move(1, table.lan.address(101))
    table.all_go_on()
    table.demand_whole()

"""The host's cable is pulled, and later that of the machine where the game goes on; nothing finished is lost."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lan import Lan
from support.lan_players import PATIENCE, Player, seat_all

pytestmark = [pytest.mark.namespaces, pytest.mark.timeout(200)]

AFTER_THE_KEY = 15.0
"""Seconds from the key to the next card."""


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan(4) as hosts:
        yield hosts


def continue_at(player: Player, others: list[Player]) -> str:
    """The player presses the key, the others follow, and all play on in time; the id of the new table."""
    player.wait_for("says", text="continue to go on")
    pressed = time.monotonic()
    player.ask("continue")
    player.wait_for("moved")
    table: str = player.wait_for("at")[2]
    for each in others:
        each.wait_for("moved")
        assert each.wait_for("at")[2] == table
    for each in (player, *others):
        each.wait_for("turn", patience=AFTER_THE_KEY - (time.monotonic() - pressed))
    return table


@pytest.mark.soak
def test_the_game_goes_on_at_two_players_machines_and_both_come_back(lan: Lan, tmp_path: Path) -> None:
    ann, bob, cleo, dan = seat_all(lan, tmp_path, "Ann", "Bob", "Cleo", "Dan", rounds=9)
    finished = dan.wait_for("round", 1)
    dan.wait_for("turn", 13)

    lan.cut(1)
    continue_at(bob, [cleo, dan])
    dan.wait_for("round", finished[1] + 1)

    lan.cut(2)
    cleo_at = continue_at(cleo, [dan])

    for host, player in ((2, bob), (1, ann)):
        lan.mend(host)
        player.wait_for("says", text="Cleo continues the table")
        player.ask("continue")
        while player.wait_for("at")[2] != cleo_at:
            pass
    ends = [each.wait_for("ended", patience=2 * PATIENCE) for each in (ann, bob, cleo, dan)]
    assert all(end == ends[0] for end in ends)
    assert ends[0][1] == 9
    assert all(total >= before for total, before in zip(ends[0][2], finished[2], strict=True))
    for player in (ann, bob, cleo, dan):
        player.ask("")
        player.process.wait(PATIENCE)
        assert len(list((player.home / "games").glob("*.gz"))) == 1

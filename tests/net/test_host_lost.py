"""The cable of the host is pulled, and later that of the next one: the game goes on, and nothing final is lost."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from support.lan import Lan
from support.lan_players import PATIENCE, Player

pytestmark = [pytest.mark.namespaces, pytest.mark.timeout(200)]

ASK = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=10)"
WITH_A_KEY = 15.0
"""Seconds from the cable to the next host whose player presses the key at once."""
LOADED = 10.0
"""Seconds more that a busy test machine may take."""


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan(4) as hosts:
        yield hosts


@pytest.mark.soak
def test_the_game_outlives_two_hosts_and_both_come_back(lan: Lan, tmp_path: Path) -> None:
    ann = Player(lan, 1, ["Ann", "3"], tmp_path / "1")
    bob, cat, dan = (
        Player(lan, host, [name, "guest"], tmp_path / str(host))
        for host, name in enumerate(("Bob", "Cat", "Dan"), 2)
    )
    _, port, table = ann.wait_for("port")
    for guest in (bob, cat, dan):
        guest.ask(f"{lan.address(1)}:{port}")
        guest.wait_for("hosted")
    final = dan.wait_for("round", 1)

    lan.cut(1)
    cut_at = time.monotonic()
    bob.wait_for("offered")
    bob.ask("take over")
    assert dan.wait_for("hosted", 2)[2] == 1
    assert time.monotonic() - cut_at < WITH_A_KEY + LOADED
    assert cat.wait_for("hosted", 2)[2] == 1
    lan.on(4, sys.executable, "-c", ASK, f"{bob.wait_for('page', 2)[2]}/tables/{table}")  # as a phone asks
    lan.mend(1)  # its table ends when it finds the next host; until then, each turn waits for its player
    assert ann.wait_for("hosted", 2)[2] == 1
    dan.wait_for("round", final[1] + 1)

    lan.cut(2)
    ann.wait_for("offered", 2)
    ann.ask("take over")
    assert dan.wait_for("hosted", 3)[2] == 0
    lan.mend(2)
    assert bob.wait_for("hosted", 3)[2] == 0

    ends = [player.wait_for("ended") for player in (ann, bob, cat, dan)]
    assert all(end == ends[0] for end in ends)
    assert ends[0][1] == 3
    assert all(total >= before for total, before in zip(ends[0][2], final[2], strict=True))
    for player in (ann, bob, cat, dan):
        player.ask("")
        player.process.wait(PATIENCE)
        assert len(list((player.home / "games").glob("*.gz"))) == 1


def _seated(lan: Lan, folder: Path, *names: str, rounds: int = 2) -> list[Player]:
    """Players of a table on the first host, who all have a seat. A round without anybody away takes a second."""
    options = [str(rounds), "5", str(len(names))]
    ann, *others = (
        Player(lan, host, [name, *(options if host == 1 else ["guest"])], folder / name)
        for host, name in enumerate(names, 1)
    )
    _, port, _table = ann.wait_for("port")
    for guest in others:
        guest.ask(f"{lan.address(1)}:{port}")
        guest.wait_for("hosted")
    return [ann, *others]


@pytest.mark.soak
@pytest.mark.parametrize(("apart", "host"), [((1, 2, 3), 0), ((1, 2), 2)], ids=["with the host", "without it"])
def test_of_five_cut_in_two_the_larger_part_plays_on_and_all_end_together(
    apart: tuple[int, ...], host: int, tmp_path: Path
) -> None:
    with Lan(5) as lan:
        players = _seated(lan, tmp_path, "Ann", "Bob", "Cat", "Dan", "Eve", rounds=2)  # not cut in the last round
        players[4].wait_for("round")
        lan.split(*apart)
        larger, turn = (players[:3] if host == 0 else players[2:]), max(each.turn for each in players)
        if host:
            larger[0].wait_for("offered")
            larger[0].ask("take over")
            assert [each.wait_for("hosted", 2)[1:] for each in larger] == [[2, host]] * 3
        for each in larger:
            each.wait_for("turn", 1 if host else turn + 2)
        lan.split()
        ends = [each.wait_for("ended", patience=2 * PATIENCE) for each in players]
        assert all(end == ends[0] for end in ends)
        assert {each.term for each in players} == {2 if host else 1}


@pytest.mark.soak
@pytest.mark.parametrize("obstacle", ["closed", "taken"])
def test_a_successor_whom_nobody_can_reach_is_passed_over(lan: Lan, tmp_path: Path, obstacle: str) -> None:
    if obstacle == "closed":
        lan.refuse_connections(2)
    ann, bob, cat, dan = _seated(lan, tmp_path, "Ann", "Bob", "Cat", "Dan", rounds=12)  # until the host has warned
    while (named := ann.wait_for("successor"))[1] != 1:
        pass
    if obstacle == "closed":
        assert "Bob" in ann.wait_for("warned")[2]
    else:
        lan.start(2, [sys.executable, "-m", "http.server", str(named[2])], tmp_path / "other")
    dan.wait_for("round")
    lan.cut(1)
    bob.wait_for("offered")
    bob.ask("take over")
    if obstacle == "taken":
        assert str(named[2]) in bob.wait_for("failed")[2]
    cat.wait_for("offered")
    cat.ask("take over")
    assert [each.wait_for("hosted", 2)[2] for each in (bob, cat, dan)] == [2, 2, 2]
    lan.mend(1)
    assert ann.wait_for("hosted", 2)[2] == 2
    held = ann.wait_for("round", 1)
    assert [each.wait_for("round", held[1]) for each in (bob, cat, dan)] == [held] * 3


@pytest.mark.soak
def test_who_is_left_alone_may_open_a_new_table_with_the_same_totals(lan: Lan, tmp_path: Path) -> None:
    _, bob = _seated(lan, tmp_path, "Ann", "Bob")
    final = bob.wait_for("round", 1)
    lan.unplug(1)
    bob.wait_for("offered")
    bob.ask("take over")
    bob.wait_for("outvoted")
    bob.ask("take over")
    assert bob.wait_for("turn", 11)[2] == final[2]


@pytest.mark.soak
@pytest.mark.parametrize(("seconds", "hosts"), [(9.0, 1), (11.0, 1), (15.0, 2)])
def test_a_host_that_slept_and_its_guests_end_together(
    lan: Lan, tmp_path: Path, seconds: float, hosts: int
) -> None:
    players = _seated(lan, tmp_path, "Ann", "Bob", "Cat", "Dan", rounds=4)
    final = players[3].wait_for("round", 1)
    lan.freeze(1)
    awake = Timer(seconds, lan.thaw, (1,))
    awake.start()
    if hosts == 2:
        players[1].wait_for("offered")
        players[1].ask("take over")
    awake.join()
    ends = [each.wait_for("ended", patience=2 * PATIENCE) for each in players]
    assert all(end == ends[0] for end in ends)
    assert all(now >= before for now, before in zip(ends[0][2], final[2], strict=True))
    assert {each.term for each in players} == {hosts}


@pytest.mark.soak
def test_after_the_last_two_left_at_once_the_first_host_finds_the_table(lan: Lan, tmp_path: Path) -> None:
    ann, bob, cat = _seated(lan, tmp_path, "Ann", "Bob", "Cat", rounds=4)
    final = cat.wait_for("round", 1)
    lan.cut(1)
    bob.wait_for("offered")
    bob.ask("take over")
    assert [each.wait_for("hosted", 2)[2] for each in (bob, cat)] == [1, 1]
    for each in (bob, cat):
        each.ask("leave")
    assert [each.wait_for("closed")[2] for each in (bob, cat)] == ["LEFT", "LEFT"]
    lan.mend(1)
    assert ann.wait_for("hosted", 2)[2] == 1
    assert ann.wait_for("turn", 11)[2] == final[2]


@pytest.mark.soak
def test_a_standby_continues_a_served_table(lan: Lan, tmp_path: Path) -> None:
    serve = [sys.executable, "-m", "sixqp_tui", "serve", "--lang", "en"]
    table = ["--title", "Salon", "--seats", "2", "--rounds", "4", "--port", "4666"]
    _wait_for_text(lan.start(1, [*serve, *table], tmp_path / "1"), "is open")
    standby = lan.start(2, [*serve, "--standby-for", f"{lan.address(1)}:4666", "--name", "spare"], tmp_path / "2")
    _wait_for_text(standby, "stands by")
    guests = [Player(lan, host, [f"P{host}", "guest"], tmp_path / str(host)) for host in (3, 4)]
    for guest in guests:
        guest.ask(f"{lan.address(1)}:4666")
    final = guests[0].wait_for("round", 1)
    lan.cut(1)
    for guest in guests:
        assert guest.wait_for("hosted", 2)[2] is None
    assert guests[0].wait_for("round", final[1] + 1)[2] != final[2]
    ends = [guest.wait_for("ended") for guest in guests]
    assert ends[0] == ends[1]
    assert all(now >= before for now, before in zip(ends[0][2], final[2], strict=True))


def _wait_for_text(program: subprocess.Popen[str], text: str) -> None:
    assert program.stdout
    assert any(text in line for line in program.stdout), f"the program ended without {text!r}"

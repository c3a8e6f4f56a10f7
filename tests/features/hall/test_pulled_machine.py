"""A hall on one host, and another host that opens its tables and loses its plug in the middle of a round."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lan import Lan, read_until
from support.lan_lists import SIXQP

pytestmark = [pytest.mark.namespaces, pytest.mark.timeout(150)]


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan(3) as hosts:
        yield hosts


@pytest.mark.soak
def test_a_machine_that_is_pulled_in_mid_round_loses_no_result(lan: Lan, tmp_path: Path) -> None:
    options = ("--name", "Friday", "--tables-of", "2", "--rounds", "1", "--lock", "sesame")
    hall = lan.start(1, [*SIXQP, "hall", *options], tmp_path / "1", stdin=subprocess.PIPE)
    assert hall.stdin
    address = read_until(hall, rf"join ({re.escape(lan.address(1))}\S*)")[1]
    code = read_until(hall, r"--code (\w+)")[1]
    serving = ["serve", "--for", address, "--code", code, "--tables", "200"]
    cellar = lan.start(2, [*SIXQP, *serving], tmp_path / "2")
    read_until(hall, "opens up to 200 tables")
    bot = ("join", address, "--bot", "--code", "sesame")
    # A bot that thinks: others play the whole round before the plug is out.
    for host, name, level in ((1, "Ann", "easy"), (3, "Bob", "expert")):
        lan.start(host, [*SIXQP, *bot, "--level", level, "--name", name], tmp_path / name)
        read_until(hall, f"{name} has joined")
    hall.stdin.write("start\n")
    hall.stdin.flush()
    read_until(cellar, "1.1. is open")
    lan.unplug(2)
    assert "longer" in read_until(hall, "is no longer there|The evening is over")[0], "the round was over too soon"
    read_until(hall, "The evening is over; this is its ranking.")
    hall.stdin.write("end\n")
    hall.stdin.flush()
    assert hall.wait(20) == 0
    command = lan.command(1, *SIXQP, "hall", "export", "--format", "json")
    home = {"SIXQP_HOME": str(tmp_path / "1"), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    printed = subprocess.run(command, check=True, capture_output=True, text=True, env=home).stdout
    hands = {(each["deal"], each["name"]) for each in json.loads(printed)["hands"]}
    assert hands == {(deal, name) for deal in (1, 2, 3) for name in ("Ann", "Bob")}

"""Hosts of a virtual LAN that say they are somebody else's table: nobody is led astray, and everybody is told."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lan import Lan
from support.lan_lists import SIXQP, Looker, announce, serve

pytestmark = pytest.mark.namespaces
ONE_GAME = ("--start-with", "2", "--bots", "1", "--once", "--rounds", "1")
OTHER_PIN = "cd" * 32
DISCARD = "9"
"""A port at which nobody is."""

FORGER = """
import asyncio, sys
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.responder import Responder

async def main():
    table, title, pin, port = sys.argv[1:]
    advert = Advertisement(table, title, fingerprint=pin)
    async with Responder(lambda: (advert, int(port))):
        print("answers", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def lan(switched: Lan) -> Iterator[Lan]:
    yield switched
    switched.end_all()


def listed(lan: Lan, host: int, home: Path, typed: str = "quit\n") -> str:
    """What the list says by lines, and what comes of typing this under it."""
    looker = lan.start(host, [*SIXQP, "join", "--plain"], home, stdin=subprocess.PIPE)
    return looker.communicate(typed, timeout=60)[0]


@pytest.mark.soak
def test_a_forged_answer_with_the_tables_id_does_not_block_joining(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    table = serve(lan, 1, "Salon", tmp_path / "1", *ONE_GAME)
    looker.titles("Salon")
    said = looker.tables[0]
    announce(lan, 2, tmp_path / "2", FORGER, [said["id"], "Salon", said["pin"], DISCARD])
    looker.until(lambda tables: [lan.address(2), int(DISCARD)] in tables[0]["endpoints"])
    assert looker.tables[0]["mark"] is None
    guest = lan.start(3, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
    assert guest.wait(timeout=60) == 0, guest.communicate()
    assert table.wait(timeout=60) == 0


@pytest.mark.soak
def test_a_forged_answer_hides_no_table(lan: Lan, tmp_path: Path) -> None:
    """The forgers are asked first, and answer with a table's id and certificate, but as closed, or as another."""
    forged = {"Closed": ("Closed", "0"), "Taken": ("Stolen", "4666"), "Gone": ("Stolen", DISCARD)}
    tables = [serve(lan, 1, title, tmp_path / title, *ONE_GAME) for title in forged]
    early = Looker(lan, 3, tmp_path / "e")
    early.titles(*forged)
    for said in early.tables:
        title, port = forged[said["title"]]
        announce(lan, 2, tmp_path / f"2 {said['title']}", FORGER, [said["id"], title, said["pin"], port])
    late = Looker(lan, 3, tmp_path / "l")
    for each in (early, late):
        each.quiet(6.0)
        each.titles(*forged)
    for title in forged:
        guest = lan.start(3, [*SIXQP, "join", title, "--bot"], tmp_path / f"g {title}")
        assert guest.wait(timeout=60) == 0, guest.communicate()
    assert [table.wait(timeout=60) for table in tables] == [0] * 3


@pytest.mark.soak
def test_a_table_with_two_certificates_is_reported_and_not_joined_unasked(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    table = lan.start(1, [*SIXQP, "serve", "--title", "Salon", *ONE_GAME], tmp_path / "1")
    assert table.stdout is not None
    invitation = next(line.split()[-1] for line in table.stdout if "sixqp://" in line)
    looker.titles("Salon")
    announce(lan, 2, tmp_path / "2", FORGER, [looker.tables[0]["id"], "Salon", OTHER_PIN, DISCARD])
    looker.until(lambda tables: tables[0]["mark"] == "disputed")
    guest = lan.start(3, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
    _out, printed = guest.communicate(timeout=60)
    assert guest.returncode == 1 and "Two machines announce “Salon” with different certificates" in printed
    printed = listed(lan, 3, tmp_path / "p", "1\nno\nquit\n")
    assert "1: “Salon”, " in printed and ", classic, waiting, disputed\n" in printed
    assert printed.count("Two machines announce “Salon”") == 1 and "You are at" not in printed
    guest = lan.start(3, [*SIXQP, "join", invitation, "--bot"], tmp_path / "g")
    assert guest.wait(timeout=60) == 0, guest.communicate()
    assert table.wait(timeout=60) == 0


@pytest.mark.soak
def test_a_known_host_is_distinguished_from_another_with_the_same_title(lan: Lan, tmp_path: Path) -> None:
    home = tmp_path / "g"
    first = serve(lan, 1, "Salon", tmp_path / "1", *ONE_GAME)
    assert lan.start(3, [*SIXQP, "join", "Salon", "--bot"], home).wait(timeout=60) == 0
    assert first.wait(timeout=60) == 0
    serve(lan, 1, "Another evening", tmp_path / "1")
    serve(lan, 2, "Salon", tmp_path / "2")
    looker = Looker(lan, 3, tmp_path / "l")
    looker.titles("Another evening", "Salon")
    lines = listed(lan, 3, home).splitlines()
    assert any("“Another evening”" in line and line.endswith(", known") for line in lines)
    assert any("“Salon”" in line and line.endswith(", other host") for line in lines)
    assert not any(
        "other host" in line or "known" in line for line in listed(lan, 3, tmp_path / "new").splitlines()
    )

"""Tables between the hosts of a LAN with the networks of real machines: found, joined, played, taken away."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from net.looker import SIXQP, Looker
from support.lan import Lan, read_until

pytestmark = [pytest.mark.namespaces, pytest.mark.timeout(300)]
PATIENCE = 90
FLAPPING = 5.0
"""Seconds."""
DISCARD = 9
"""A port at which nobody is."""
FORGER = """
import asyncio, sys
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.broadcast import Responder

async def main():
    table, port, *said = sys.argv[1:]
    adverts = [Advertisement(table, title, fingerprint=pin) for title, pin in zip(said[::2], said[1::2])]
    print("answers", flush=True)
    await asyncio.gather(*(Responder(lambda advert=advert: (advert, int(port))).run() for advert in adverts))

asyncio.run(main())
"""
TAKES_5353 = """
import socket, time
socks = []
for family, address in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
    sock = socket.socket(family, socket.SOCK_DGRAM)
    if family == socket.AF_INET6:
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    sock.bind((address, 5353))
    socks.append(sock)
print("taken", flush=True)
time.sleep(600)
"""


@pytest.fixture
def lan(switched: Lan) -> Iterator[Lan]:
    yield switched
    switched.end_all()
    switched.hush(quiet=False)


def serve(lan: Lan, host: int, home: Path, *options: str) -> subprocess.Popen[str]:
    """A table called Salon; what it prints is yet to be read."""
    usual = ("--title", "Salon", "--start-with", "10")
    return lan.start(host, [*SIXQP, "serve", *usual, *options], home)


def announce(lan: Lan, host: int, home: Path, script: str, *arguments: str) -> None:
    """Run a script of Python on a host, and wait for its first line."""
    program = lan.start(host, [sys.executable, "-c", script, *arguments], home)
    assert program.stdout is not None
    program.stdout.readline()


def sit_down(lan: Lan, host: int, target: str, home: Path) -> None:
    guest = lan.start(host, [*SIXQP, "join", target, "--bot"], home)
    read_until(guest, "sits at “Salon”")


def test_four_hosts_play_a_whole_draft_game_whose_host_moves(tmp_path: Path) -> None:
    """Joined by title and by address; in the middle the host gets another address, and a guest loses its cable."""
    with Lan(4) as lan:
        options = ("--variant", "draft", "--rounds", "1", "--start-with", "4", "--bots", "1", "--once")
        table = serve(lan, 1, tmp_path / "1", *options)
        address = read_until(table, rf"({lan.address(1)}\S*)$")[1]
        watcher = lan.start(2, [*SIXQP, "join", address, "--watch", "--json"], tmp_path / "watcher")
        guests = [
            lan.start(host, [*SIXQP, "join", target, "--bot"], tmp_path / str(host))
            for host, target in ((2, "Salon"), (3, "Salon"), (4, address))
        ]
        read_until(watcher, "RoundBegan")
        lan.cut(3)
        lan.move(1, lan.address(101))
        lan.mend(3)
        lines, _errors = watcher.communicate(timeout=PATIENCE)
        for program in (*guests, table):
            _out, errors = program.communicate(timeout=PATIENCE)
            assert program.returncode == 0 and "Traceback" not in errors, errors
        assert watcher.returncode == 0 and "GameEnded" in lines


# -- networks ------------------------------------------------------------------------------------------------


def add_networks(lan: Lan) -> Thread:
    """What real machines have, on different hosts: none of it may hide the table or lead astray.

    The thread lets an interface come and go for a while.
    """
    for host in (1, 2):  # containers without carrier
        lan.ip(host, "link", "add", "docker0", "type", "bridge")
        lan.ip(host, "addr", "add", "172.17.0.1/16", "brd", "+", "dev", "docker0")
        lan.ip(host, "link", "set", "docker0", "up")
    for host in (1, 4):  # a second range on one cable, and a name that is the loopback, as on Debian
        lan.ip(host, "addr", "add", f"192.168.77.{host}/24", "brd", "+", "dev", "eth0")
        lan.resolve(host, socket.gethostname(), "127.0.1.1")
    lan.second_network(1, "wlan0", "192.168.79.1/24")
    lan.ip(1, "route", "add", "default", "via", "192.168.79.254")
    lan.connect(2, "eth1", f"{lan.address(52)}/{lan.network.prefixlen}")
    lan.second_network(3, "wlan0", "192.168.78.3/24")
    flapping = Thread(target=flap, args=(lan, 3, "wlan0"))
    flapping.start()
    return flapping


def flap(lan: Lan, host: int, interface: str) -> None:
    """Let an interface come and go five times a second."""
    for number in range(int(10 * FLAPPING)):
        lan.ip(host, "link", "set", interface, "up" if number % 2 else "down")
        Event().wait(0.1)


def test_five_hosts_with_the_networks_of_real_machines_sit_at_one_table(tmp_path: Path) -> None:
    """One line leads to the table; on host 4 another program has the port of mDNS."""
    with Lan(5) as lan:
        flapping = add_networks(lan)
        announce(lan, 4, tmp_path / "x", TAKES_5353)
        lookers = [Looker(lan, host, tmp_path / f"l{host}") for host in (2, 3)]
        serve(lan, 1, tmp_path / "1")
        for looker in lookers:
            looker.titles("Salon")
            assert looker.tables[0]["endpoints"][0][0] == lan.address(1)
        for host in (2, 3, 4, 5):
            sit_down(lan, host, "Salon", tmp_path / str(host))
        assert [looker.most for looker in lookers] == [1, 1]
        flapping.join()


def test_link_local_ipv6_alone_is_enough(tmp_path: Path) -> None:
    with Lan(2, six=True) as lan:
        looker = Looker(lan, 2, tmp_path / "l")
        serve(lan, 1, tmp_path / "1")
        looker.titles("Salon")
        assert all(host.startswith("fe80") and "%" in host for host, _port in looker.tables[0]["endpoints"])
        sit_down(lan, 2, "Salon", tmp_path / "g")


# -- the list ------------------------------------------------------------------------------------------------


def test_where_multicast_is_filtered_broadcast_finds_a_table_wherever_it_moves(lan: Lan, tmp_path: Path) -> None:
    lan.deafen()
    looker = Looker(lan, 2, tmp_path / "l", probe_every=0.5)
    table = serve(lan, 1, tmp_path / "1")
    looker.titles("Salon")
    other = lan.address(111)
    lan.move(1, other)
    try:
        looker.until(lambda tables: bool(tables) and tables[0]["endpoints"][0][0] == other)
        table.terminate()
        looker.titles()
    finally:
        lan.move(1, lan.address(1))


def test_tables_of_one_title_are_listed_apart_until_they_close_or_vanish(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l", probe_every=0.5)
    one, two, three = (serve(lan, host, tmp_path / str(at)) for at, host in enumerate((1, 1, 2)))
    looker.titles("Salon", "Salon", "Salon")
    assert {each["endpoints"][0][0] for each in looker.tables} == {lan.address(1), lan.address(2)}
    one.send_signal(signal.SIGTERM)
    looker.titles("Salon", "Salon")
    two.kill()
    looker.until(lambda tables: any(table["stale"] for table in tables))
    looker.titles("Salon")
    assert looker.tables[0]["endpoints"][0][0] == lan.address(2)
    assert one.wait(timeout=10) == 130 and three.poll() is None


def test_forged_announcements_are_other_lines_and_are_not_joined_unasked(lan: Lan, tmp_path: Path) -> None:
    """With the table's certificate: another title, another address. With its id and title: another certificate.

    An invitation leads to the table, also where neither multicast nor broadcast comes through.
    """
    looker = Looker(lan, 3, tmp_path / "l")
    invitation = read_until(serve(lan, 1, tmp_path / "1"), r"(sixqp://\S+)")[1]
    looker.titles("Salon")
    table, pin = looker.tables[0]["id"], looker.tables[0]["pin"]
    forged = ("Stolen", pin, "Salon", pin, "Salon", "cd" * 32)
    announce(lan, 2, tmp_path / "2", FORGER, table, str(DISCARD), *forged)
    looker.titles("Salon", "Salon", "Stolen")
    guest = lan.start(3, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
    _out, printed = guest.communicate(timeout=PATIENCE)
    assert guest.returncode == 1 and "2 tables here are called “Salon”" in printed
    lan.hush()
    sit_down(lan, 3, invitation.upper(), tmp_path / "g")

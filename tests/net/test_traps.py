"""What keeps tables from being found on real networks, each between hosts of a virtual LAN."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lan import Lan
from support.lan_lists import SIXQP, Looker, announce, serve

pytestmark = pytest.mark.namespaces
ONE_GAME = ("--start-with", "2", "--bots", "1", "--once", "--rounds", "1")
SOON = 3.0
"""Seconds that a machine with too much to do may need for what takes a fraction of one."""

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
while True:
    time.sleep(60)
"""
HOSTILE = r"""
import asyncio, sys
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
TYPE = "_sixqp._tcp.local."
GOOD = dict(v="1", id="", title="x", seats="0/10", state="lobby", variant="classic", lock="0", fp="ab" * 32)
async def main():
    zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
    wrong = [
        dict(GOOD, id="aa01", title="\x1b]52;c;aGk=\x07[red]\u202eevil" + "w" * 60),
        dict(GOOD, id="aa02", seats="99/10"),
        dict(GOOD, id="aa03", state="burning"),
        dict(GOOD, id="aa04", v="\x1b[2J"),
        dict(GOOD, id=sys.argv[2], title="Stolen", fp="cd" * 32),
        dict(GOOD, id="../../aa05"),
        {b"\xff\xfe": b"\xff", b"id": b"aa06"},
    ]
    for at, record in enumerate(wrong):
        name = f"sixqp-{record.get('id', 'aa06')}".replace("../../", "")
        info = AsyncServiceInfo(TYPE, f"{name}.{TYPE}", port=4666, properties=record,
                                server=f"{name}.local.", parsed_addresses=[sys.argv[1]])
        await (await zeroconf.async_register_service(info, allow_name_change=True))
    print("announced", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
FLOOD = r"""
import asyncio, secrets, sys, time
from sixqp_tui.discovery.datagrams import query
from sixqp_tui.discovery.sockets import open_query_socket
sock = open_query_socket(sys.argv[1])
sock.setblocking(True)
sock.settimeout(0.05)
sent = received = longest = 0
end = time.monotonic() + 2
while time.monotonic() < end:
    for junk in (b"", b"sixqp?", b"sixqp?\x01", secrets.token_bytes(512), query(bytes(8))[:-1]):
        sock.sendto(junk, (sys.argv[2], 4666))
    for _ in range(20):
        sock.sendto(query(secrets.token_bytes(8)), (sys.argv[2], 4666))
        sent += 1
    try:
        while True:
            longest = max(longest, len(sock.recv(2000)))
            received += 1
    except TimeoutError:
        pass
print(sent, received, longest, flush=True)
"""
FORGED_QUERIES = r"""
import secrets, socket, struct, sys, time
from ipaddress import ip_address, ip_network
from random import Random
from sixqp_tui.discovery.datagrams import query
network, senders, rate, seconds = ip_network(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
rng = Random(1)
sock = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
target = network.broadcast_address
print("begins", flush=True)
began, sent = time.monotonic(), 0
while time.monotonic() - began < seconds:
    if sent >= rate * (time.monotonic() - began):
        time.sleep(0.001)
        continue
    data = query(secrets.token_bytes(8))
    source = network[rng.randrange(1, 255)] if senders == "all" else ip_address(senders)
    udp = struct.pack("!HHHH", rng.randrange(1024, 65535), 4666, 8 + len(data), 0) + data
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, source.packed, target.packed)
    sock.sendto(head + udp, (str(target), 0))
    sent += 1
print(sent, flush=True)
"""
ASKED = r"""
import secrets, select, socket, sys, time
from sixqp_tui.discovery.datagrams import query, read_answer
from sixqp_tui.discovery.sockets import open_listening_socket, open_query_socket
everybody = open_listening_socket(4667)
direct = heard = 0
for _ in range(int(sys.argv[3])):
    sock, nonce = open_query_socket(sys.argv[1]), secrets.token_bytes(8)
    sock.sendto(query(nonce), (sys.argv[2], 4666))
    end, told, passed = time.monotonic() + 1.0, False, False
    while (left := end - time.monotonic()) > 0:
        for each in select.select([sock, everybody], [], [], left)[0]:
            said = read_answer(each.recv(2000))
            told |= bool(said and said.nonce == nonce)
            passed |= bool(said and said.nonce == bytes(8))
    direct, heard = direct + told, heard + (told or passed)
print(direct, heard, flush=True)
"""
LISTENS = r"""
import asyncio, socket, sys, time
from sixqp_tui.discovery.sockets import listen_datagrams, open_listening_socket
def heard(kind):
    return lambda data, _from: print(kind, time.monotonic(), flush=True) if b"sixqp" in data else None
async def main():
    mdns = open_listening_socket(5353)
    group = socket.inet_aton("224.0.0.251") + socket.inet_aton(sys.argv[1])
    mdns.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    await listen_datagrams(mdns, heard("mdns"), asyncio.Event())
    await listen_datagrams(open_listening_socket(4667), heard("shout"), asyncio.Event())
    print("listens", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


@pytest.fixture
def lan(switched: Lan) -> Iterator[Lan]:
    yield switched
    switched.end_all()
    switched.deafen(multicast=True)
    switched.isolate(apart=False)


@pytest.mark.soak
def test_two_tables_with_the_same_title_stay_separate_when_one_closes(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    serve(lan, 1, "Salon", tmp_path / "1")
    two = serve(lan, 2, "Salon", tmp_path / "2")
    looker.titles("Salon", "Salon")
    assert {each["endpoints"][0][0] for each in looker.tables} == {lan.address(1), lan.address(2)}
    for each in looker.tables:
        assert len([host for host, _port in each["endpoints"] if "." in host]) == 1, "each has its own address only"
    two.terminate()
    looker.titles("Salon")
    assert looker.tables[0]["endpoints"][0][0] == lan.address(1)


@pytest.mark.soak
def test_three_tables_of_one_host_are_all_listed(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    titles = ("One", "Two", "Three")
    for title in titles:
        lan.start(1, [*SIXQP, "serve", "--title", title], tmp_path / title)
    looker.titles(*titles, within=60)
    assert len({tuple(each["endpoints"][0]) for each in looker.tables}) == 3


@pytest.mark.soak
def test_a_killed_table_turns_grey_and_disappears(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l", probe_every=0.5)
    table = serve(lan, 1, "Salon", tmp_path / "1")
    looker.titles("Salon")
    subprocess.run(["pkill", "-9", "-P", str(table.pid)], check=False)
    table.kill()
    looker.until(lambda tables: bool(tables) and tables[0]["stale"])
    looker.titles()


@pytest.mark.soak
def test_a_table_stopped_by_a_signal_is_taken_off_the_lists(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    tables = [serve(lan, 1, f"Salon {number}", tmp_path / str(number)) for number in signals]
    looker.titles(*(f"Salon {number}" for number in signals))
    began = time.monotonic()
    for table, number in zip(tables, signals, strict=True):
        table.send_signal(number)
    assert looker.titles() - began < SOON
    assert [table.wait(timeout=10) for table in tables] == [130] * 3


@pytest.mark.soak
def test_a_second_network_without_a_route_does_no_harm(lan: Lan, tmp_path: Path) -> None:
    lan.second_network(1, "wlan0", "192.168.77.1/24")
    lan.second_network(3, "wlan0", "192.168.78.1/24")
    lan.ip(1, "route", "add", "default", "via", "192.168.77.254")
    try:
        looker = Looker(lan, 3, tmp_path / "l")
        table = serve(lan, 1, "Salon", tmp_path / "1", *ONE_GAME)
        looker.titles("Salon")
        looker.until(lambda tables: any(host == "192.168.77.1" for host, _port in tables[0]["endpoints"]))
        assert looker.tables[0]["endpoints"][0][0] == lan.address(1)
        guest = lan.start(3, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
        assert guest.wait(timeout=60) == 0
        assert table.wait(timeout=60) == 0
    finally:
        for host in (1, 3):
            lan.ip(host, "link", "del", "wlan0")


@pytest.mark.soak
def test_a_changed_address_is_announced_again(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    serve(lan, 1, "Salon", tmp_path / "1")
    looker.titles("Salon")
    listener = announce(lan, 2, tmp_path / "2", LISTENS, [lan.address(2)])
    looker.quiet(6.0)  # it asks less often by now
    other, began = lan.address(111), time.monotonic()
    lan.move(1, other)
    try:
        announced_anew(listener, began)
        moved = looker.until(lambda tables: bool(tables) and tables[0]["endpoints"][0][0] == other)
        assert moved - began < SOON
    finally:
        lan.move(1, lan.address(1))


@pytest.mark.soak
def test_a_table_that_wakes_up_announces_itself_at_once(lan: Lan, tmp_path: Path) -> None:
    table = serve(lan, 1, "Salon", tmp_path / "1")
    listener = announce(lan, 3, tmp_path / "3", LISTENS, [lan.address(3)])
    slept = Looker(lan, 2, tmp_path / "2")
    table.send_signal(signal.SIGSTOP)
    slept.quiet(6.0)
    table.send_signal(signal.SIGCONT)
    began = time.monotonic()
    announced_anew(listener, began)


def announced_anew(listener: subprocess.Popen[str], began: float) -> None:
    """Demand that soon after this moment a table shouts, and announces itself by mDNS."""
    assert listener.stdout is not None
    for kind in ("shout", "mdns"):
        while (line := listener.stdout.readline().split()) and (line[0] != kind or float(line[1]) < began):
            pass
        assert line and float(line[1]) - began < SOON, kind


@pytest.mark.soak
@pytest.mark.parametrize(("network", "multicast"), [("192.168.43.0/24", True), ("172.20.10.0/28", False)])
def test_on_a_phones_hotspot_everything_is_found_without_the_internet(
    tmp_path: Path, network: str, multicast: bool
) -> None:
    with Lan(3, network=network) as hotspot:
        hotspot.deafen(multicast=multicast)
        looker = Looker(hotspot, 3, tmp_path / "l")
        table = hotspot.start(1, [*SIXQP, "serve", "--title", "Salon", *ONE_GAME], tmp_path / "1")
        assert table.stdout is not None
        invitation = next(line.split()[-1] for line in table.stdout if "sixqp://" in line)
        looker.titles("Salon")
        assert looker.tables[0]["endpoints"][0][0] == hotspot.address(1)
        assert hotspot.address(1) in invitation
        guest = hotspot.start(2, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
        assert guest.wait(timeout=60) == 0
        assert table.wait(timeout=60) == 0
        well = hotspot.start(2, [*SIXQP, "doctor"], tmp_path / "2")
        assert well.wait(timeout=60) == 0, well.communicate()


@pytest.mark.soak
def test_where_multicast_is_filtered_broadcast_finds_the_table(lan: Lan, tmp_path: Path) -> None:
    lan.deafen()
    early = Looker(lan, 2, tmp_path / "early")
    early.quiet(3.2)  # its first questions are asked; only the shout of the table can be as quick now
    table = serve(lan, 1, "Salon", tmp_path / "1")
    opened = time.monotonic()
    assert early.titles("Salon") - opened < SOON
    late = Looker(lan, 3, tmp_path / "late")
    assert late.titles("Salon") - late.opened < SOON
    began = time.monotonic()
    table.terminate()
    assert max(early.titles(), late.titles()) - began < SOON


def test_where_zeroconf_cannot_work_broadcast_does(lan: Lan, tmp_path: Path) -> None:
    for host in (1, 3):
        announce(lan, host, tmp_path / "x", TAKES_5353)
    looker = Looker(lan, 3, tmp_path / "l")
    serve(lan, 1, "Salon", tmp_path / "1")
    looker.titles("Salon")
    assert looker.trouble is None, "one way works"


@pytest.mark.soak
def test_isolated_hosts_find_nothing_and_are_told_what_helps(lan: Lan, tmp_path: Path) -> None:
    lan.isolate()
    looker = Looker(lan, 3, tmp_path / "l")
    serve(lan, 1, "Salon", tmp_path / "1")
    guest = lan.start(3, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
    _out, printed = guest.communicate(timeout=60)
    assert guest.returncode == 1
    assert "Searching this network from" in printed and "phone's hotspot" in printed
    assert looker.quiet(0.1) == []
    lan.isolate(apart=False)
    looker.titles("Salon")


@pytest.mark.soak
def test_hostile_announcements_are_sanitized_or_ignored(lan: Lan, tmp_path: Path) -> None:
    looker = Looker(lan, 3, tmp_path / "l")
    serve(lan, 1, "Salon", tmp_path / "1")
    looker.titles("Salon")
    table, pin = looker.tables[0]["id"], looker.tables[0]["pin"]
    announce(lan, 2, tmp_path / "2", HOSTILE, [lan.address(2), table])
    looker.until(lambda tables: len(tables) == 2)
    looker.quiet(1.5)
    by_id = {each["id"]: each for each in looker.tables}
    assert set(by_id) == {table, "aa01"}
    assert by_id["aa01"]["title"].isprintable() and len(by_id["aa01"]["title"]) <= 24
    assert (by_id[table]["title"], by_id[table]["pin"]) == ("Salon", pin), "nobody takes a living table's place"


@pytest.mark.soak
def test_a_flood_of_queries_gets_few_short_answers(lan: Lan, tmp_path: Path) -> None:
    serve(lan, 1, "Salon", tmp_path / "1")
    flood = lan.start(2, [sys.executable, "-c", FLOOD, lan.address(2), lan.address(1)], tmp_path / "2")
    out, errors = flood.communicate(timeout=30)
    sent, received, longest = map(int, out.split())
    assert sent > 200 and 1 <= received <= 16, errors
    assert longest <= 512
    looker = Looker(lan, 3, tmp_path / "l")
    assert looker.titles("Salon") - looker.opened < SOON


@pytest.mark.soak
@pytest.mark.parametrize("senders", ["all", "asker"])
def test_a_flood_of_forged_queries_keeps_nobody_from_an_answer(lan: Lan, tmp_path: Path, senders: str) -> None:
    """300 queries a second, from all addresses of the network, or as if from the one who asks."""
    serve(lan, 1, "Salon", tmp_path / "1")
    sender = {"all": "all", "asker": lan.address(3)}[senders]
    announce(lan, 2, tmp_path / "2", FORGED_QUERIES, [str(lan.network), sender, "300", "8"])
    broadcast = str(lan.network.broadcast_address)
    asked = lan.start(3, [sys.executable, "-c", ASKED, lan.address(3), broadcast, "6"], tmp_path / "3")
    out, errors = asked.communicate(timeout=60)
    direct, heard = map(int, out.split())
    assert heard == 6, errors
    assert direct >= 5 or senders == "asker", "a forged sender costs that sender's ration, and nobody else's"


@pytest.mark.soak
def test_link_local_ipv6_alone_is_enough(tmp_path: Path) -> None:
    with Lan(2, six=True) as six:
        looker = Looker(six, 2, tmp_path / "l")
        table = serve(six, 1, "Salon", tmp_path / "1", *ONE_GAME)
        looker.titles("Salon")
        assert all(host.startswith("fe80") and "%" in host for host, _port in looker.tables[0]["endpoints"])
        guest = six.start(2, [*SIXQP, "join", "Salon", "--bot"], tmp_path / "g")
        assert guest.wait(timeout=60) == 0
        assert table.wait(timeout=60) == 0


@pytest.mark.soak
def test_a_known_host_is_tried_when_nothing_is_announced(lan: Lan, tmp_path: Path) -> None:
    """Broadcast and multicast are both kept back, as by a switch between two networks; the host's UDP port too."""
    home = tmp_path / "g"
    first = serve(lan, 1, "Salon", tmp_path / "1", *ONE_GAME)
    assert lan.start(2, [*SIXQP, "join", lan.address(1), "--bot"], home).wait(timeout=60) == 0
    assert first.wait(timeout=60) == 0
    lan.hush()
    try:
        serve(lan, 1, "Another evening", tmp_path / "1")
        listed = lan.start(2, [*SIXQP, "join", "--plain"], home)
        printed, _errors = listed.communicate(timeout=60)
        assert "Another evening" in printed
    finally:
        lan.hush(quiet=False)


def test_an_invitation_leads_to_its_table(lan: Lan, tmp_path: Path) -> None:
    lan.hush()
    try:
        table = lan.start(1, [*SIXQP, "serve", "--title", "Salon", *ONE_GAME], tmp_path / "1")
        assert table.stdout is not None
        invitation = next(line.split()[-1] for line in table.stdout if "sixqp://" in line)
        guest = lan.start(2, [*SIXQP, "join", invitation.upper(), "--bot"], tmp_path / "g")
        assert guest.wait(timeout=60) == 0
        assert table.wait(timeout=60) == 0
    finally:
        lan.hush(quiet=False)


@pytest.mark.soak
def test_the_doctor_says_whether_a_table_could_be_found(lan: Lan, tmp_path: Path) -> None:
    well = lan.start(1, [*SIXQP, "doctor"], tmp_path / "1")
    out, _ = well.communicate(timeout=60)
    assert well.returncode == 0 and lan.address(1) in out
    announce(lan, 2, tmp_path / "x", TAKES_5353)
    lan.on(2, "ip", "route", "add", "prohibit", "255.255.255.255")
    half = lan.start(2, [*SIXQP, "doctor", "--lang", "en"], tmp_path / "2")
    out, _ = half.communicate(timeout=60)
    assert half.returncode == 0 and "can be found by broadcast." in out
    lan.ip(3, "link", "set", "eth0", "down")
    try:
        lost = lan.start(3, [*SIXQP, "doctor"], tmp_path / "3")
        lost.communicate(timeout=60)
        assert lost.returncode == 1
    finally:
        lan.ip(3, "link", "set", "eth0", "up")

"""What a connection and its address may send, every byte and frame counted, and who has a place at a port."""

from random import Random

import pytest
from support.network import frame
from websockets.frames import Opcode

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.host.network.connection_limits import (
    AT_FIRST,
    BURST,
    LOOPBACK,
    RATE,
    STEP,
    ByteLimit,
    PlacesByAddress,
    address_allowances,
    sender_address,
)
from sixqp_tui.host.network.counted_connection import FrameCounter

MALLORY, ANN = "10.0.0.66", "10.0.0.1"
PIECE = 1024


def said(limit: ByteLimit, most: int, now: float) -> int:
    """How many of at most this many bytes a line says until it is cut."""
    return next((size for size in range(0, most, PIECE) if not limit.received(PIECE, now)), most)


def flood(addresses: TokenBuckets[str], now: float) -> int:
    return sum(said(ByteLimit(addresses, MALLORY, now), 1 << 20, now) for _ in range(8))


def test_a_new_connection_may_send_less_than_one_that_was_quiet() -> None:
    line = ByteLimit(address_allowances(), ANN, 0.0)
    assert said(line, 1 << 20, 0.0) == AT_FIRST
    assert said(line, 1 << 20, 1.0) == RATE
    assert said(line, 1 << 20, 60.0) == BURST


def test_a_frame_counts_however_small_it_is() -> None:
    line = ByteLimit(address_allowances(), ANN, 0.0)
    assert all(line.stepped(1, 0.0) for _ in range(int(AT_FIRST / STEP)))
    assert not line.stepped(1, 0.0)


def test_reconnecting_gains_nothing_when_the_address_is_over_its_limit() -> None:
    addresses = address_allowances()
    floods = [flood(addresses, 0.0) for _ in range(20)]
    assert floods[0] == 8 * AT_FIRST and floods[-1] == 8 * AT_FIRST / 2


def test_a_quiet_connection_survives_a_flood_from_its_address() -> None:
    addresses = address_allowances()
    quiet = ByteLimit(addresses, MALLORY, 0.0)
    for second in range(60):
        assert quiet.received(350, second)
        flood(addresses, second)


def test_a_game_may_be_played_as_fast_as_possible() -> None:
    line = ByteLimit(address_allowances(), ANN, 0.0)
    for _ in range(2000):
        assert line.received(150, 0.0) and line.stepped(2, 0.0)
        for _ in ("Accepted", "Happened"):
            line.sent(1, 0.0)


def test_addresses_that_sent_little_are_forgotten() -> None:
    addresses = address_allowances()
    for number in range(1000):
        assert ByteLimit(addresses, f"10.0.{number}", number).received(PIECE, number)
    assert len(addresses) == 1


def test_a_connection_spends_the_allowance_of_its_guests_address() -> None:
    addresses = address_allowances()
    flood(addresses, 0.0)
    line = ByteLimit(addresses, MALLORY, 0.0)
    line.move(ANN)
    assert said(line, 1 << 20, 0.0) == AT_FIRST


UPGRADE = b"GET /socket HTTP/1.1\r\nHost: 192.168.1.20:4669\r\nUpgrade: websocket\r\n\r\n"
FRAMES = (
    frame(Opcode.PING, b""),
    frame(Opcode.PONG, b"\r\n\r\n"),
    frame(Opcode.TEXT, b"a", fin=False),
    frame(Opcode.CONT, b"", fin=False),
    frame(Opcode.CONT, bytes(125)),
    frame(Opcode.BINARY, bytes(126)),
    frame(Opcode.BINARY, bytes(70_000)),
    frame(Opcode.CLOSE, b"\x03\xe8"),
)


def test_frames_of_every_kind_are_counted_however_they_are_split() -> None:
    said, rng = UPGRADE + b"".join(FRAMES), Random(1)
    for _ in range(200):
        counter, counted, start = FrameCounter(), 0, 0
        while start < len(said):
            size = rng.choice((1, 2, 5, 100, 40_000))
            counted += counter.count(said[start : start + size], most=8)
            start += size
        assert counted == len(FRAMES)


def test_a_flood_is_counted_no_further_than_it_is_allowed() -> None:
    assert FrameCounter().count(UPGRADE + FRAMES[0] * 2000, most=100) == 101


def test_the_oldest_of_the_busiest_address_makes_room_unless_it_is_needed() -> None:
    places: PlacesByAddress[int] = PlacesByAddress(per_address=9)
    for member, address in enumerate((ANN, MALLORY, MALLORY, MALLORY)):
        assert places.add(member, address)
    assert places.surplus(4) is None
    assert places.surplus(3) == 1 and places.surplus(3, needed={1}) == 2
    assert places.surplus(3, needed={1, 2, 3}) == 0


def test_one_address_never_gets_all_places() -> None:
    places: PlacesByAddress[int] = PlacesByAddress(per_address=2)
    assert [places.add(member, MALLORY) for member in range(3)] == [True, True, False]
    assert places.add(3, ANN) and list(places) == [0, 1, 3]
    assert places.remove(0) and places.add(4, MALLORY)


def test_this_machine_has_no_limit_of_its_own() -> None:
    places: PlacesByAddress[int] = PlacesByAddress(per_address=1, total=4)
    assert [places.add(member, address) for member, address in enumerate((ANN, ANN, None, None, MALLORY))] == [
        True, False, True, True, True,
    ]  # fmt: skip
    assert not places.add(5, None) and len(places) == 4


@pytest.mark.parametrize(
    ("peer", "here", "address"),
    [
        ("127.0.0.1", "127.0.0.1", LOOPBACK),
        ("::1", "::1", LOOPBACK),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", LOOPBACK),
        ("192.168.1.7", "192.168.1.7", LOOPBACK),
        ("::ffff:192.168.1.8", "::ffff:192.168.1.7", "192.168.1.8"),
        ("fe80::1%eth0", "fe80::2%eth0", "fe80::1%eth0"),
    ],
)
def test_every_address_of_the_hosts_machine_is_its_loopback(peer: str, here: str, address: str) -> None:
    assert sender_address((peer, 50000), (here, 4666)) == address

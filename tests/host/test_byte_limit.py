"""Every byte of a line counts: how much it may say, how much its address may, and who has to go then."""

import pytest

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.host.network.connection_limits import AT_FIRST, BURST, RATE, STEP, ByteLimit, address_allowances

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


@pytest.mark.slow
def test_a_game_may_be_played_as_fast_as_possible() -> None:
    line = ByteLimit(address_allowances(), ANN, 0.0)
    for _ in range(100_000):
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

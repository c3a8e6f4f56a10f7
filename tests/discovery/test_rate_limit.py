"""How often a table answers: a limit for all, one for each, and no memory that grows."""

from sixqp_tui.discovery.datagrams import MAX_REMEMBERED, RateLimit


def granted(limit: RateLimit, address: str, times: int, now: float) -> int:
    return sum(limit.allow(address, now) for _ in range(times))


def test_one_address_gets_four_answers_a_second() -> None:
    limit = RateLimit()
    assert granted(limit, "10.0.0.1", 100, 0.0) == 4
    assert granted(limit, "10.0.0.1", 100, 0.25) == 1
    assert granted(limit, "10.0.0.1", 100, 100.0) == 4


def test_all_addresses_share_a_total_limit() -> None:
    limit = RateLimit()
    assert sum(granted(limit, f"10.0.0.{host}", 4, 0.0) for host in range(200)) == 400
    assert sum(granted(limit, f"10.0.1.{host}", 4, 0.5) for host in range(200)) == 200


def test_a_flood_from_forged_addresses_uses_bounded_memory() -> None:
    limit = RateLimit()
    for host in range(10_000):
        limit.allow(str(host), 0.0)
    assert len(limit) <= MAX_REMEMBERED


def test_a_clock_that_goes_back_grants_nothing() -> None:
    limit = RateLimit()
    granted(limit, "10.0.0.1", 4, 10.0)
    assert granted(limit, "10.0.0.1", 4, 5.0) == 0

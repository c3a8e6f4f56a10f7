"""How many connections may stand, and which of them come from another machine."""

import pytest

from sixqp_tui.host.network.connection_limits import ConnectionCounter, ConnectionLimits, remote_address


def test_connections_are_counted_by_address_unless_they_come_from_this_machine() -> None:
    counter = ConnectionCounter(ConnectionLimits(connections=4, of_one_address=1))
    assert counter.acquire("a") and not counter.acquire("a")
    assert counter.acquire(None) and counter.acquire(None) and counter.acquire("b") and len(counter) == 4
    assert not counter.acquire(None) and not counter.acquire("c")
    counter.release("a")
    assert counter.acquire("a") and not counter.acquire("b")


@pytest.mark.parametrize(
    ("peer", "here", "address"),
    [
        ("127.0.0.1", "127.0.0.1", None),
        ("::1", "::1", None),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", None),
        ("192.168.1.7", "192.168.1.7", None),
        ("::ffff:192.168.1.8", "::ffff:192.168.1.7", "192.168.1.8"),
        ("fe80::1%eth0", "fe80::2%eth0", "fe80::1%eth0"),
    ],
)
def test_a_player_on_the_hosts_machine_has_no_remote_address(peer: str, here: str, address: str | None) -> None:
    assert remote_address((peer, 50000), (here, 4666)) == address

"""Who is let in from the network, in which order, and who has to go: one address never keeps another one out."""

from collections.abc import Iterator

from sixqp_tui.host.network.accept_queue import AcceptQueue, C
from sixqp_tui.host.network.connection_limits import ConnectionLimits


def test_ready_connections_are_admitted_while_a_slot_is_free() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(opening=2))
    for connection in ("a1", "a2", "a3"):
        assert queue.add(connection, "a", 0) is None and queue.next(0) is None
    for connection in ("a2", "a1", "a3"):
        queue.mark_ready(connection, 0)
    assert list(turns(queue, 0)) == ["a2", "a1"]
    queue.remove("a2")
    assert list(turns(queue, 0)) == ["a3"]


def test_the_address_with_the_fewest_admitted_goes_next() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(opening=3))
    for connection in ("a1", "a2", "a3", "b1"):
        queue.add(connection, connection[0], 0)
        queue.mark_ready(connection, 0)
    assert list(turns(queue, 0)) == ["a1", "b1", "a2"]


def test_one_address_never_gets_all_slots() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(opening=4, grace=1))
    for connection in ("a1", "a2", "a3", "a4"):
        queue.add(connection, "a", 0)
        queue.mark_ready(connection, 0)
    assert list(turns(queue, 0)) == ["a1", "a2", "a3"]
    queue.add("b1", "b", 0)
    queue.mark_ready("b1", 0)
    assert list(turns(queue, 0)) == ["b1"]
    assert list(queue.remove_late(1)) == ["a1"] and list(turns(queue, 1)) == ["a4"]


def test_the_oldest_silent_connection_of_an_address_is_dropped_first() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(queued=4, opening=0))
    assert [queue.add(connection, "a", 0) for connection in ("a1", "a2", "a3")] == [None, None, "a1"]
    queue.mark_ready("a2", 0)
    assert queue.add("a4", "a", 0) == "a3"
    queue.mark_ready("a4", 0)
    assert queue.add("a5", "a", 0) == "a5"


def test_a_full_queue_drops_from_the_address_with_the_most_connections() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(queued=4, opening=0))
    for connection in ("a1", "a2", "b1", "b2"):
        assert queue.add(connection, connection[0], 0) is None
        queue.mark_ready(connection, 0)
    assert queue.add("c1", "c", 0) == "a2"
    assert queue.add("d1", "d", 0) == "b2"


def test_each_address_has_a_burst_and_a_rate_limit() -> None:
    queue: AcceptQueue[int] = AcceptQueue(ConnectionLimits(rate=10, burst=3))
    for connection in range(6):
        queue.add(connection, "a", 0)
        queue.mark_ready(connection, 0)
    queue.add(7, "b", 0)
    queue.mark_ready(7, 0)
    assert sorted(turns(queue, 0)) == [0, 1, 2, 7]
    assert list(turns(queue, 0.1)) == [3]
    assert list(turns(queue, 0.15)) == []


def test_a_connection_queued_too_long_is_dropped() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(step_timeout=5, opening=0))
    queue.add("silent", "a", 0)
    queue.add("waiting", "a", 0)
    queue.mark_ready("waiting", 1)
    assert list(queue.remove_late(4.9)) == []
    assert list(queue.remove_late(5)) == ["silent"]
    assert list(queue.remove_late(6)) == ["waiting"] and queue.empty


def test_a_slow_admitted_connection_is_dropped_only_when_others_wait() -> None:
    queue: AcceptQueue[str] = AcceptQueue(ConnectionLimits(opening=3, grace=1))
    for now, connection in enumerate(("b1", "a1", "a2")):
        queue.add(connection, connection[0], now)
        queue.mark_ready(connection, now)
        assert list(turns(queue, now)) == [connection]
    assert list(queue.remove_late(100)) == []
    queue.add("c1", "c", 100)
    queue.mark_ready("c1", 100)
    assert list(queue.remove_late(100)) == ["a1"]
    assert list(turns(queue, 100)) == ["c1"] and list(queue.remove_late(100)) == []


def turns(queue: AcceptQueue[C], now: float) -> Iterator[C]:
    while (connection := queue.next(now)) is not None:
        yield connection

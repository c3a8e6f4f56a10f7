"""Who is let in from the network, in which order, and who has to go: one address never keeps another one out."""

from collections.abc import Iterator

import pytest

from sixqp_tui.host.network.accept_queue import C, Doorstep
from sixqp_tui.host.network.connection_limits import Lines, elsewhere
from sixqp_tui.host.network.limits import Limits
from sixqp_tui.token_bucket import TokenBucket


def test_whoever_speaks_has_a_turn_while_there_is_a_place() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(opening=2))
    for caller in ("a1", "a2", "a3"):
        assert doorstep.came(caller, "a", 0) is None and doorstep.next(0) is None
    for caller in ("a2", "a1", "a3"):
        doorstep.spoke(caller, 0)
    assert list(turns(doorstep, 0)) == ["a2", "a1"]
    doorstep.gone("a2")
    assert list(turns(doorstep, 0)) == ["a3"]


def test_the_turn_is_of_the_address_that_has_the_fewest_inside() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(opening=3))
    for caller in ("a1", "a2", "a3", "b1"):
        doorstep.came(caller, caller[0], 0)
        doorstep.spoke(caller, 0)
    assert list(turns(doorstep, 0)) == ["a1", "b1", "a2"]


def test_one_address_never_has_all_places() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(opening=4, grace=1))
    for caller in ("a1", "a2", "a3", "a4"):
        doorstep.came(caller, "a", 0)
        doorstep.spoke(caller, 0)
    assert list(turns(doorstep, 0)) == ["a1", "a2", "a3"]
    doorstep.came("b1", "b", 0)
    doorstep.spoke("b1", 0)
    assert list(turns(doorstep, 0)) == ["b1"]
    assert list(doorstep.late(1)) == ["a1"] and list(turns(doorstep, 1)) == ["a4"]


def test_the_oldest_who_says_nothing_goes_for_the_newest_of_its_address() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(on_doorstep=4, opening=0))
    assert [doorstep.came(caller, "a", 0) for caller in ("a1", "a2", "a3")] == [None, None, "a1"]
    doorstep.spoke("a2", 0)
    assert doorstep.came("a4", "a", 0) == "a3"
    doorstep.spoke("a4", 0)
    assert doorstep.came("a5", "a", 0) == "a5"


def test_a_full_doorstep_makes_room_by_the_address_that_has_the_most() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(on_doorstep=4, opening=0))
    for caller in ("a1", "a2", "b1", "b2"):
        assert doorstep.came(caller, caller[0], 0) is None
        doorstep.spoke(caller, 0)
    assert doorstep.came("c1", "c", 0) == "a2"
    assert doorstep.came("d1", "d", 0) == "b2"


def test_one_address_begins_so_often_at_once_and_then_so_often_a_second() -> None:
    doorstep: Doorstep[int] = Doorstep(Limits(rate=10, burst=3))
    for caller in range(6):
        doorstep.came(caller, "a", 0)
        doorstep.spoke(caller, 0)
    doorstep.came(7, "b", 0)
    doorstep.spoke(7, 0)
    assert sorted(turns(doorstep, 0)) == [0, 1, 2, 7]
    assert list(turns(doorstep, 0.1)) == [3]
    assert list(turns(doorstep, 0.15)) == []


def test_whoever_takes_too_long_outside_goes() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(patience=5, opening=0))
    doorstep.came("silent", "a", 0)
    doorstep.came("waiting", "a", 0)
    doorstep.spoke("waiting", 1)
    assert list(doorstep.late(4.9)) == []
    assert list(doorstep.late(5)) == ["silent"]
    assert list(doorstep.late(6)) == ["waiting"] and doorstep.empty


def test_whoever_takes_long_inside_goes_only_where_others_wait() -> None:
    doorstep: Doorstep[str] = Doorstep(Limits(opening=3, grace=1))
    for now, caller in enumerate(("b1", "a1", "a2")):
        doorstep.came(caller, caller[0], now)
        doorstep.spoke(caller, now)
        assert list(turns(doorstep, now)) == [caller]
    assert list(doorstep.late(100)) == []
    doorstep.came("c1", "c", 100)
    doorstep.spoke("c1", 100)
    assert list(doorstep.late(100)) == ["a1"]
    assert list(turns(doorstep, 100)) == ["c1"] and list(doorstep.late(100)) == []


def turns(doorstep: Doorstep[C], now: float) -> Iterator[C]:
    while (caller := doorstep.next(now)) is not None:
        yield caller


def test_an_allowance_fills_up_to_its_burst_and_no_further() -> None:
    purse = TokenBucket(2, 3, 0)
    assert [purse.take(0) for _ in range(4)] == [True, True, True, False]
    assert not purse.has(0.4) and purse.has(0.5) and not purse.full(1.4) and purse.full(1.5)
    assert [purse.take(99) for _ in range(4)] == [True, True, True, False]
    purse.give_back()
    assert purse.take(99)


def test_lines_are_counted_by_address_unless_they_come_from_this_machine() -> None:
    lines = Lines(Limits(connections=4, of_one_address=1))
    assert lines.take("a") and not lines.take("a")
    assert lines.take(None) and lines.take(None) and lines.take("b") and len(lines) == 4
    assert not lines.take(None) and not lines.take("c")
    lines.leave("a")
    assert lines.take("a") and not lines.take("b")


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
def test_whoever_plays_on_the_hosts_machine_is_not_elsewhere(peer: str, here: str, address: str | None) -> None:
    assert elsewhere((peer, 50000), (here, 4666)) == address

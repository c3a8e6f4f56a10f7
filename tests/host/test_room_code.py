"""A locked table: newcomers prove the code and are told nothing before; wrong codes pause their machine."""

from collections.abc import Mapping
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from host.party import Party

from sixqp_protocol.messages import (
    CodeGiven,
    CodeProved,
    CodeWanted,
    Goodbye,
    Hello,
    Ping as PingMessage,
    Pong,
    RoomNews,
    Settings,
    TakeBack,
    Welcome,
)
from sixqp_protocol.pairing import ClientPairing
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.host.admission.room_code import (
    CODES_FOR_ONE_GUESS,
    OF_MACHINE_BURST,
    PAUSE,
    PENDING,
    TRIES,
    WITHIN,
    Lock,
)
from sixqp_tui.host.room import Room

CERTIFICATE = bytes(range(32))
EVE, ANN = "10.0.0.66", "10.0.0.1"


def draw(length: int) -> bytes:
    return bytes(range(7, 7 + length))


@cache
def answered(code: str, seen: bytes, share: bytes) -> CodeGiven:
    """What a client answers; here all draw the same, so that a thousand guesses cost one key exchange."""
    pairing = ClientPairing(code, seen, share, lambda length: bytes([1]) * length)
    return CodeGiven(pairing.share, pairing.proof)


class Locked(Party):
    """A party at a table with a code."""

    def __init__(self, code: str = "k7w3qf", ethernet: Mapping[str, bytes] = {}, **setup: Any) -> None:
        super().__init__(**setup)
        self.lock = Lock(code, CERTIFICATE, draw, ethernet.get)
        self.renewed: list[str] = []
        self.lock.on_change = self.renewed.append
        self.room = Room(
            self.setup, self.draw_key, lambda number: f"seed {number}", self.journal.append, self.lock,
            certificate=CERTIFICATE,
        )  # fmt: skip

    def give(self, peer: int, code: str = "k7w3qf", seen: bytes = CERTIFICATE) -> None:
        self.tell(peer, answered(code, seen, self.last(peer, CodeWanted).share))

    def come(self, code: str = "k7w3qf", **hello: Any) -> int:
        peer = self.join(**hello)
        self.give(peer, code)
        return peer

    def told(self, peer: int) -> Farewell:
        return self.last(peer, Goodbye).code


def test_a_newcomer_is_told_nothing_before_proving_the_code() -> None:
    party = Locked()
    ann = party.join()
    assert [type(message) for message in party.inbox[ann]] == [CodeWanted]
    assert len(party.room.state.seats.taken) == 1
    party.give(ann)
    assert [type(message) for message in party.inbox[ann]] == [CodeWanted, CodeProved, Welcome, RoomNews]
    assert len(party.room.state.seats.taken) == 2


def test_a_watcher_needs_the_code_to_enter_but_not_to_return() -> None:
    party = Locked()
    wim = party.come(role="watcher")
    assert party.last(wim, Welcome).seat is None
    party.lose(wim)
    assert party.has(party.back(wim), Welcome)


def test_owner_bots_and_known_keys_need_no_code() -> None:
    party = Locked(bots=1)
    olga = party.owner()
    assert party.has(olga, Welcome) and party.news(olga).code == "k7w3qf"
    assert all(party.has(bot, Welcome) and party.news(bot).code is None for bot in party.bots())
    ann = party.come()
    assert party.news(ann).code is None
    assert party.has(party.back(ann), Welcome)


def test_a_known_key_that_has_a_code_is_asked_for_it_and_gets_the_proof() -> None:
    """Who brings a code wants to know that this is the right table, also when the seat is theirs already."""
    party = Locked()
    ann = party.come()
    party.lose(ann)
    again = party.back(ann, has_code=True)
    assert not party.has(again, Welcome)
    party.give(again)
    assert party.has(again, CodeProved) and party.last(again, Welcome).seat == party.last(ann, Welcome).seat
    wrong = party.back(again, has_code=True)
    party.give(wrong, "zzzzzz")
    assert party.told(wrong) is Farewell.WRONG_CODE and again not in party.closed


@pytest.mark.slow
@pytest.mark.parametrize(("code", "seen"), [("zzzzzz", CERTIFICATE), ("k7w3qf", bytes(32))])
def test_a_wrong_code_or_a_relay_gets_one_try(code: str, seen: bytes) -> None:
    party = Locked()
    eve = party.join()
    party.give(eve, code, seen)
    assert party.told(eve) is Farewell.WRONG_CODE
    assert not party.has(eve, CodeProved)
    assert eve in party.closed


@pytest.mark.parametrize("said", [CodeGiven(bytes(32), bytes(32)), PingMessage(1), TakeBack(id=1, round=1, turn=1)])
def test_any_message_before_hello_is_rejected(said: Any) -> None:
    party = Locked()
    eve = 1
    party.inbox[eve] = []
    party.tell(eve, said)
    assert party.told(eve) is Farewell.BAD_MESSAGE


def test_a_second_hello_or_a_message_before_the_code_is_rejected() -> None:
    party = Locked()
    hello = Hello(CURRENT, "test", "player", "Eve", b"e" * 32)
    for said in (hello, PingMessage(1)):
        eve = party.join()
        party.tell(eve, said)
        assert party.told(eve) is Farewell.BAD_MESSAGE
        assert not party.has(eve, Pong)
        party.lose(eve)
    party.wait(WITHIN)


def test_a_code_given_after_it_was_proved_is_rejected() -> None:
    party = Locked()
    ann = party.come()
    party.tell(ann, CodeGiven(bytes(32), bytes(32)))
    assert party.told(ann) is Farewell.BAD_MESSAGE


def test_five_wrong_codes_pause_only_their_own_address() -> None:
    party = Locked()
    waiting, other = party.join(address=EVE), party.join(address=ANN)
    for _ in range(TRIES - 1):
        assert party.told(party.come("zzzzzz", address=EVE)) is Farewell.WRONG_CODE
    fifth = party.come("zzzzzz", address=EVE)
    assert party.told(fifth) is party.told(waiting) is Farewell.CODES_PAUSED
    assert party.last(fifth, Goodbye).retry_after == PAUSE * 1000
    assert party.room.state.code == "k7w3qf" and party.renewed == []
    party.give(other)
    assert party.has(other, Welcome) and party.has(party.come(address=ANN), Welcome)
    party.wait(PAUSE - 1)
    assert party.last(party.join(address=EVE), Goodbye) == Goodbye(Farewell.CODES_PAUSED, 1000)
    party.wait(1)
    assert party.told(party.come("zzzzzz", address=EVE)) is Farewell.CODES_PAUSED
    party.wait(PAUSE)
    assert party.has(party.come(address=EVE), Welcome)


@pytest.mark.slow
def test_an_address_that_keeps_guessing_keeps_nobody_else_out() -> None:
    party = Locked(settings=Settings(seats=10))
    for _ in range(8):
        for _ in range(4 * TRIES):
            eve = party.join(address=EVE)
            if party.has(eve, CodeWanted):
                party.give(eve, "zzzzzz")
        assert party.has(party.come(address=ANN), Welcome)
        party.wait(PAUSE)
    assert party.room.state.code == "k7w3qf"


def wrong_codes(party: Locked, number: int, *addresses: str) -> None:
    """This many wrong codes, from these addresses in turn, as fast as they are taken."""
    given = 0
    for address in cycle(addresses):
        if given == number:
            return
        peer = party.join(address=address)
        if party.has(peer, CodeWanted):
            party.give(peer, "zzzzzz")
            given += 1
        else:
            party.wait(PAUSE / len(addresses))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    [("2001:db8::1", "2001:db8::2:3:4:5"), ("fe80::1%eth0", "fe80::2%eth0"), ("10.0.0.66", "10.0.0.66")],
)
def test_an_ipv6_network_counts_as_one_machine(first: str, second: str) -> None:
    party = Locked()
    wrong_codes(party, TRIES, first)
    assert party.told(party.join(address=second)) is Farewell.CODES_PAUSED
    assert party.has(party.come(address=ANN), Welcome)
    assert party.has(party.come(address="2001:db8:0:1::1"), Welcome)


@pytest.mark.slow
def test_addresses_of_one_ethernet_neighbour_count_as_one_machine() -> None:
    own = {f"10.0.0.{number}": b"\x02\0\0\0\0\x66" for number in range(60, 70)}
    party = Locked(ethernet={**own, ANN: b"\x02\0\0\0\0\x01"})
    wrong_codes(party, TRIES, *own)
    assert {party.told(party.join(address=address)) for address in own} == {Farewell.CODES_PAUSED}
    assert party.has(party.come(address=ANN), Welcome)


@pytest.mark.soak
def test_four_guessing_machines_neither_lock_others_out_nor_change_the_code() -> None:
    party = Locked(settings=Settings(seats=10))
    for number in range(3):
        wrong_codes(party, 4 * TRIES, *(f"10.0.0.{66 + machine}" for machine in range(4)))
        assert party.has(party.come(address=f"10.0.1.{number}"), Welcome)
    assert (party.room.state.code, party.renewed) == ("k7w3qf", [])


@pytest.mark.soak
def test_a_code_is_replaced_before_guesses_could_find_it() -> None:
    party = Locked(code="k7w3")
    olga, waiting = party.owner(), party.join(address=ANN)
    enough = 22**4 // CODES_FOR_ONE_GUESS
    wrong_codes(party, enough - 1, *(f"10.1.0.{machine}" for machine in range(100)))
    assert party.room.state.code == "k7w3"
    assert party.told(waiting) is Farewell.TOO_LATE
    wrong_codes(party, 1, EVE)
    party.wait(1)
    code = party.room.state.code
    assert code and code != "k7w3" and len(code) == 6
    assert party.renewed == [code] and party.news(olga).code == code
    assert party.told(party.come("k7w3", address=ANN)) is Farewell.WRONG_CODE
    assert party.has(party.come(code, address=ANN), Welcome)


@pytest.mark.slow
def test_the_pause_does_not_keep_out_seated_players() -> None:
    party = Locked()
    ann = party.come()
    for _ in range(TRIES):
        party.come("zzzzzz")
    assert party.has(party.back(ann), Welcome)
    assert party.has(party.owner(), Welcome)


def test_an_unanswered_code_request_times_out() -> None:
    party = Locked()
    eve = party.join()
    party.wait(WITHIN - 0.1)
    assert eve not in party.closed
    party.wait(0.1)
    assert party.told(eve) is Farewell.TOO_LATE
    party.lose(eve)
    assert party.room.next_moment is None or party.room.next_moment > party.now


def test_a_flood_of_newcomers_costs_the_table_little() -> None:
    party = Locked()
    crowd = [party.join(address=EVE) for _ in range(40)]
    asked = [peer for peer in crowd if party.has(peer, CodeWanted)]
    busy = [peer for peer in crowd if party.has(peer, Goodbye) and party.told(peer) is Farewell.RESTART]
    assert len(asked) == OF_MACHINE_BURST and len(asked) + len(busy) == len(crowd)
    party.wait(0.5)
    assert party.has(party.come(address=EVE), Welcome)


@pytest.mark.slow
def test_one_address_with_idle_handshakes_keeps_nobody_else_out() -> None:
    party = Locked(settings=Settings(seats=10))
    for _ in range(8):
        waiting = [party.join(address=EVE) for _ in range(40)]
        ann = party.join(address=ANN)
        assert sum(party.has(peer, CodeWanted) and peer not in party.closed for peer in waiting) < PENDING
        party.wait(0.9)
        party.give(ann)
        assert party.has(ann, Welcome)


@pytest.mark.slow
def test_four_machines_with_idle_handshakes_keep_nobody_out() -> None:
    party = Locked(settings=Settings(seats=10))
    for number in range(8):
        for _ in range(4):
            party.wait(0.25)
            for peer in range(12):
                party.join(address=f"10.0.0.{66 + peer % 4}")
        assert party.has(party.come(address=f"10.0.1.{number}"), Welcome)


@pytest.mark.slow
def test_ten_people_behind_one_address_are_in_within_two_seconds() -> None:
    party = Locked(settings=Settings(seats=10))
    seated, began = 1, party.now
    while seated < 10:
        peer = party.join(address=ANN)
        if party.has(peer, CodeWanted):
            party.give(peer)
            seated += 1
        else:
            party.wait((party.last(peer, Goodbye).retry_after or 0) / 1000)
    assert len(party.room.state.seats.taken) == 10 and party.now - began < 2


def test_a_resumed_table_stays_locked() -> None:
    party = Locked()
    ann = party.come()
    party.room.resume(tuple(party.journal), party.now)
    olga = party.owner()
    assert party.news(olga).code == "k7w3qf"
    assert party.has(party.back(ann), Welcome)
    assert not party.has(party.join(), Welcome)


def test_the_journal_holds_no_code() -> None:
    party = Locked()
    party.come()
    assert "k7w3qf" not in repr(party.journal).lower() + repr(party.setup).lower()

"""A locked table: newcomers prove the code and are told nothing before; wrong codes pause their address."""

from functools import cache
from typing import Any

import pytest
from host.party import Party
from support.keys import CERTIFICATE

from sixqp_protocol.messages import (
    CodeGiven,
    CodeProved,
    CodeWanted,
    Goodbye,
    Hello,
    Ping as PingMessage,
    Pong,
    RoomNews,
    Welcome,
)
from sixqp_protocol.pairing import ClientPairing
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.host.lock import PAUSE, TRIES, WITHIN

EVE, ANN = "10.0.0.66", "10.0.0.1"


@cache
def answered(code: str, seen: bytes, share: bytes) -> CodeGiven:
    """What a client answers; here all draw the same."""
    pairing = ClientPairing(code, seen, share, lambda length: bytes([1]) * length)
    return CodeGiven(pairing.share, pairing.proof)


class Locked(Party):
    """A party at a table with a code."""

    def __init__(self, **setup: Any) -> None:
        super().__init__(code="k7w3qf", **setup)

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
    assert party.seat(wim) is None
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
    assert party.has(again, CodeProved) and party.seat(again) == party.seat(ann)
    wrong = party.back(again, has_code=True)
    party.give(wrong, "zzzzzz")
    assert party.told(wrong) is Farewell.WRONG_CODE and again not in party.closed


@pytest.mark.parametrize(("code", "seen"), [("zzzzzz", CERTIFICATE), ("k7w3qf", bytes(32))])
def test_a_wrong_code_or_a_relay_gets_one_try(code: str, seen: bytes) -> None:
    party = Locked()
    eve = party.join()
    party.give(eve, code, seen)
    assert party.told(eve) is Farewell.WRONG_CODE
    assert not party.has(eve, CodeProved)
    assert eve in party.closed


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


def test_five_wrong_codes_pause_only_their_own_address_and_the_owner_is_told() -> None:
    party = Locked()
    olga, other = party.owner(), party.join(address=ANN)
    for _ in range(TRIES - 1):
        assert party.told(party.come("zzzzzz", address=EVE)) is Farewell.WRONG_CODE
    assert party.news(olga).code_pauses == 0
    fifth = party.come("zzzzzz", address=EVE)
    assert party.last(fifth, Goodbye) == Goodbye(Farewell.CODES_PAUSED, int(PAUSE) * 1000)
    assert party.news(olga).code_pauses == 1
    party.give(other)
    assert party.has(other, Welcome) and party.news(other).code_pauses == 0
    assert party.has(party.come(address=ANN), Welcome)
    party.wait(PAUSE - 1)
    assert party.last(party.join(address=EVE), Goodbye) == Goodbye(Farewell.CODES_PAUSED, 1000)
    party.wait(1)
    assert party.told(party.come("zzzzzz", address=EVE)) is Farewell.CODES_PAUSED
    party.wait(PAUSE)
    assert party.has(party.come(address=EVE), Welcome)


def test_an_address_has_one_open_try_and_others_wait_for_nobody() -> None:
    party = Locked()
    waiting = party.join(address=EVE)
    assert party.last(party.join(address=EVE), Goodbye) == Goodbye(Farewell.RESTART)
    assert party.has(party.come(address=ANN), Welcome)
    party.lose(waiting)
    assert party.has(party.come(address=EVE), Welcome)


def test_four_addresses_that_guess_or_wait_keep_nobody_out() -> None:
    party = Locked()
    for number in range(4):
        for address in (f"10.0.0.{66 + each}" for each in range(4)):
            for _ in range(TRIES):
                eve = party.join(address=address)
                if party.has(eve, CodeWanted) and number % 2:
                    party.give(eve, "zzzzzz")
        assert party.has(party.come(address=f"10.0.1.{number}"), Welcome)
        party.wait(PAUSE / 4)


def test_an_unanswered_code_request_times_out() -> None:
    party = Locked()
    eve = party.join()
    party.wait(WITHIN - 0.1)
    assert eve not in party.closed
    party.wait(0.1)
    assert party.told(eve) is Farewell.TOO_LATE
    party.lose(eve)
    assert party.room.next_moment is None or party.room.next_moment > party.now


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

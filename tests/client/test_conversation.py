"""Both ends back to back, without sockets: streams, returns, gaps, and hosts that say what cannot be."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.conversations import BackToBack, conversation, happened, welcome
from support.keys import key_of
from support.tables import OWNER, TABLE, a_room, settings

from sixqp_protocol import facts, messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.keys import hello_text, is_signed
from sixqp_protocol.messages import Hello, RoomNews, SeatNews, Settings, Welcome
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import MAX_GAPS, Conversation, Received
from sixqp_tui.client.events import Denied, Welcomed
from sixqp_tui.client.status import Closed, ConnectionProblem
from sixqp_tui.engine.view import View

STARTED = facts.GameStarted(facts.Rules(), ("Ann", "Bob"))


def greeted(**words: Any) -> Conversation:
    """A conversation that the host has welcomed with these words."""
    end = conversation()
    end.begin_connection()
    end.receive(welcome(**words))
    return end


@pytest.fixture
def pair() -> BackToBack:
    """A game of two that has just begun: Olga is peer 1 at seat 0, Ann is peer 2 at seat 1."""
    both = BackToBack(a_room(settings()))
    olga = conversation("Olga", OWNER)
    both.connect(olga)
    both.connect(conversation("Ann"))
    both.say(1, olga.request(messages.Start()))
    return both


def test_the_view_is_the_fold_of_the_facts_the_host_sent(pair: BackToBack) -> None:
    for peer, end in pair.ends.items():
        assert end.state.view == View(peer - 1).after(end.state.history) == pair.room.view(peer - 1)
        assert len(end.state.view.hand) == 10
        assert [event.live for event in pair.facts(peer)] == [True]


def test_a_refused_decision_is_reported_with_its_request(pair: BackToBack) -> None:
    ann = pair.ends[2]
    pair.say(2, ann.request(messages.ChooseCard(card=pair.ends[1].state.view.hand[0])))
    (denied,) = [event for event in pair.events[2] if isinstance(event, Denied)]
    assert denied.refused.code == "not_in_hand" and isinstance(denied.request, messages.ChooseCard)
    assert ann.state.unanswered == ()


def test_a_reconnecting_client_gets_only_missing_facts_as_history(pair: BackToBack) -> None:
    olga, ann = pair.ends[1], pair.ends[2]
    held = ann.have
    pair.cut(2)
    pair.say(1, olga.request(messages.ChooseCard(card=olga.state.view.hand[0])))
    peer = pair.connect(ann)
    (chunk,) = pair.facts(peer)
    assert (chunk.first, chunk.live) == (held, False)
    (welcomed,) = [event for event in pair.events[peer] if isinstance(event, Welcomed)]
    assert not welcomed.restarted


def test_a_goodbye_ends_the_connection_and_sets_the_retry_delay() -> None:
    end = conversation()
    end.begin_connection()
    received = end.receive(encode(messages.Goodbye(Farewell.RESTART, 1500)))
    assert (received.over, received.retry_after) == (Farewell.RESTART, 1.5)


def test_nothing_can_be_requested_before_the_welcome() -> None:
    assert conversation().request(messages.Start()) is None


def test_too_many_unanswered_requests_are_rejected(pair: BackToBack) -> None:
    ann = pair.ends[2]
    pair.cut(2)
    asked = [ann.request(messages.Say(text="hello")) for _ in range(40)]
    assert asked.count(None) == 8


def test_ids_continue_after_the_last_one_the_host_accepted() -> None:
    end = greeted(last_id=57)
    data = end.request(messages.Start())
    assert data and decode_client(data) == messages.Start(id=58)


def test_every_unanswered_request_is_resent_even_below_the_last_accepted() -> None:
    """A host may have refused one of those below the highest accepted one."""
    end = greeted()
    asked = [end.request(messages.Say(text=text)) for text in ("one", "two", "three")]
    end.receive(encode(messages.Accepted(2)))
    end.begin_connection()
    assert end.receive(welcome(last_id=2)).replies == (asked[0], asked[2])
    assert [request.id for request in end.state.unanswered] == [1, 3]


def test_player_names_are_kept_after_the_game_when_seats_move() -> None:
    end = greeted()
    seats = (messages.SeatNews("Ann", "person", True), messages.SeatNews("Cleo", "person", True))
    playing = messages.RoomNews("playing", seats, 0, messages.Settings(), False, (), None)
    end.receive(encode(playing))
    assert end.state.names == ("Ann", "Cleo")
    end.receive(encode(replace(playing, phase="lobby", seats=(seats[1], seats[0]))))
    assert end.state.names == ("Ann", "Cleo")


def test_a_hello_is_signed_for_each_certificate_and_not_without_one() -> None:
    key = key_of("Ann")
    ann = conversation("Ann")
    for seen in (bytes(32), b"2" * 32):
        hello = decode_client(ann.begin_connection(seen))
        assert isinstance(hello, Hello) and hello.key == key.public
        assert is_signed(hello_text(seen), hello.key, hello.signature)
    within = decode_client(ann.begin_connection(None))
    assert isinstance(within, Hello) and (within.key, within.signature) == (key.public, None)


def test_a_client_says_how_much_chat_it_has_heard_on_its_seat(pair: BackToBack) -> None:
    ann, olga = pair.ends[2], pair.ends[1]
    for text in ("one", "two"):
        pair.say(1, olga.request(messages.Say(text=text)))
    pair.cut(2)
    pair.say(1, olga.request(messages.Say(text="three")))
    pair.connect(ann)
    assert [talk.text for talk in ann.state.talk] == ["one", "two", "three"]
    pair.cut(3)
    pair.connect(ann)
    assert len(ann.state.talk) == 3
    new = conversation("Ann")
    pair.connect(new)
    assert [talk.text for talk in new.state.talk] == ["one", "two", "three"]


def test_a_client_whose_seat_was_used_elsewhere_repeats_no_request() -> None:
    """The other program may have used the same numbers."""
    end = greeted()
    end.request(messages.Say(text="one"))
    end.end_connection()
    end.set_status(Closed(Farewell.ELSEWHERE))  # by a Goodbye, or by the close code alone
    end.request(messages.Say(text="two"))
    end.begin_connection()
    end.receive(encode(messages.Goodbye(Farewell.RESTART)))
    end.begin_connection()
    assert end.receive(welcome(last_id=7)).replies == () == end.state.unanswered
    data = end.request(messages.Say(text="three"))
    assert data and decode_client(data) == messages.Say(id=8, text="three")


def test_a_host_that_repeatedly_leaves_gaps_is_broken() -> None:
    end = conversation()
    received = Received()
    for _ in range(MAX_GAPS):
        end.begin_connection()
        end.receive(welcome(game=1, stream=5))
        received = end.receive(happened(2, facts.RoundBegan(1)))
    assert received.over is ConnectionProblem.BROKEN_HOST


@pytest.mark.parametrize(
    "said",
    [
        b"\xc1",
        b"",
        happened(0, STARTED, facts.RoundBegan(2)),
        happened(0, STARTED, facts.HandDealt(1, tuple(range(1, 11))), facts.HandDealt(0, (1,))),
        happened(0, STARTED, facts.RoundBegan(1), facts.CardChosen(5)),
        encode(RoomNews("lobby", (SeatNews("Ann", "person", True),), 3, Settings(), False, (), None)),
        encode(RoomNews("lobby", (), None, Settings(), False, (9,), None)),
    ],
)
def test_a_host_that_sends_invalid_messages_is_dropped(said: bytes) -> None:
    end = greeted()
    assert end.receive(said).over is ConnectionProblem.BROKEN_HOST


def test_a_seat_beyond_the_table_is_rejected() -> None:
    end = greeted(seat=9)
    assert end.receive(happened(0, STARTED)).over is ConnectionProblem.BROKEN_HOST


def test_nothing_may_come_before_the_welcome() -> None:
    end = conversation()
    end.begin_connection()
    assert end.receive(encode(messages.Pong(1))).over is ConnectionProblem.BROKEN_HOST


def test_a_host_of_another_table_or_version_is_dropped() -> None:
    end = conversation(table="another")
    end.begin_connection()
    assert end.receive(welcome()).over is Farewell.OTHER_TABLE
    end = conversation()
    end.begin_connection()
    later = Welcome(CURRENT + 1, TABLE, "A table", 0, False, 0, 0, 0)
    assert end.receive(encode(later)).over is Farewell.VERSION

"""Hosts that say what cannot be, leave holes, or send text that no screen may show."""

import pytest
from support.conversations import STARTED, BackToBack, conversation, happened, welcome
from support.tables import TABLE

from sixqp_protocol import facts, messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.messages import HostMessage, RoomNews, SeatNews, Settings, Welcome
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import MAX_GAPS, Received
from sixqp_tui.client.events import Facts, Talk
from sixqp_tui.client.status import ConnectionProblem


def test_a_gap_in_the_stream_makes_the_client_reconnect() -> None:
    end = conversation()
    end.begin_connection()
    end.receive(welcome(game=1, stream=1))
    end.receive(happened(0, STARTED))
    assert end.receive(happened(2, facts.RoundBegan(1))).resync
    assert end.have == 1
    hello = decode_client(end.begin_connection())
    assert isinstance(hello, messages.Hello) and (hello.game, hello.have) == (1, 1)


def test_a_host_that_repeatedly_leaves_gaps_is_broken() -> None:
    end = conversation()
    received = Received()
    for _ in range(MAX_GAPS):
        end.begin_connection()
        end.receive(welcome(game=1, stream=5))
        received = end.receive(happened(2, facts.RoundBegan(1)))
    assert received.over is ConnectionProblem.BROKEN_HOST


def test_duplicate_facts_make_the_client_reconnect_too() -> None:
    end = conversation()
    end.begin_connection()
    end.receive(welcome())
    end.receive(happened(0, STARTED))
    assert end.receive(happened(0, STARTED)).resync


@pytest.mark.parametrize(
    "said",
    [
        b"\xc1",
        b"",
        happened(0, STARTED, facts.RoundBegan(2)),
        happened(0, STARTED, facts.HandDealt(1, tuple(range(1, 11))), facts.HandDealt(0, (1,))),
        happened(0, STARTED, facts.RoundBegan(1), facts.CardChosen(5)),
        encode(RoomNews("lobby", (SeatNews("Ann", "person", True),), 3, Settings(), 0, False, (), None)),
        encode(RoomNews("lobby", (), None, Settings(), 0, False, (9,), None)),
    ],
)
def test_a_host_that_sends_invalid_messages_is_dropped(said: bytes) -> None:
    end = conversation()
    end.begin_connection()
    end.receive(welcome())
    assert end.receive(said).over is ConnectionProblem.BROKEN_HOST


def test_a_seat_beyond_the_table_is_rejected() -> None:
    end = conversation()
    end.begin_connection()
    end.receive(welcome(seat=9))
    assert end.receive(happened(0, STARTED)).over is ConnectionProblem.BROKEN_HOST


def test_nothing_may_come_before_the_welcome() -> None:
    end = conversation()
    end.begin_connection()
    assert end.receive(encode(messages.Pong(1))).over is ConnectionProblem.BROKEN_HOST


def test_any_single_corrupt_byte_is_survived(pair: BackToBack) -> None:
    stream = happened(0, *pair.ends[1].state.history)
    for at in range(len(stream)):
        end = conversation()
        end.begin_connection()
        end.receive(welcome())
        received = end.receive(stream[:at] + bytes([stream[at] ^ 0x5B]) + stream[at + 1 :])
        assert received.over in (None, ConnectionProblem.BROKEN_HOST)


def test_a_host_of_another_table_or_version_is_dropped() -> None:
    end = conversation(table="another")
    end.begin_connection()
    assert end.receive(welcome()).over is Farewell.OTHER_TABLE
    end = conversation()
    end.begin_connection()
    later = Welcome(CURRENT + 1, TABLE, "A table", 0, False, 0, 0, 0)
    assert end.receive(encode(later)).over is Farewell.VERSION


@pytest.mark.parametrize(
    "message",
    [
        messages.Said(0, "Ann\x1b]52;c;AAAA\x07", "x\x9b31m\u202ey"),
        RoomNews("lobby", (SeatNews("\x1b[2J\x00", "person", True),), None, Settings(), 0, False, (), None),
        messages.Happened(1, 0, (facts.GameStarted(facts.Rules(), ("\x1b", "B\n\nob")),)),
        messages.Refused(1, Refusal.STALE, "\x1b[31m3.1"),
    ],
)
def test_no_host_text_reaches_a_screen_unsanitized(message: HostMessage) -> None:
    end = conversation()
    end.begin_connection()
    end.receive(welcome())
    (event,) = end.receive(encode(message)).events
    assert str(event).isprintable() and "\\x" not in repr(event) and "\\u" not in repr(event)
    if isinstance(event, Talk):
        assert event.said.text
    if isinstance(event, Facts):
        assert end.state.view.table.names == ("Player 1", "B ob")

"""What a program confirms and promises, and whom it follows: nothing is said before it is on the disk."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.conversations import STARTED
from support.play import played, stream

from sixqp_protocol import messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.facts import AnyFact, RoundBegan, RoundEnded, RowsStarted, Rules
from sixqp_protocol.messages import (
    ChooseCard,
    Confirmed,
    Deal,
    Dealt,
    Hello,
    Hosting,
    Leave,
    Moved,
    Promise,
    PromiseWanted,
    RoomNews,
    SeatNews,
    Settings,
    Successor,
    Welcome,
)
from sixqp_protocol.quorum import MAX_TERM
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.client.events import HistoryDiffers, HostChanged, RoundVoid, TableMoved
from sixqp_tui.client.membership import Membership
from sixqp_tui.engine.finished_rounds import write_finished_rounds
from sixqp_tui.engine.kept_table import KeptTable

HOME, BOB, CID, STRANGER = (bytes((n,)) * 32 for n in range(1, 5))
SUCCESSORS = tuple(Successor(seat, (f"192.0.2.{seat}",), 4666, pin) for seat, pin in ((1, BOB), (2, CID)))
DEAL = Deal(1, 3, 0, 0, 0, (b"a" * 8,), ())
SEATS = tuple(SeatNews(name, "person", True) for name in ("Ann", "Bob", "Cid"))
NEWS = RoomNews("lobby", SEATS, 0, Settings(), 0, False, (), None)


class Program:
    """A conversation whose disk a test writes by hand."""

    def __init__(self, kept: KeptTable | None = None) -> None:
        self.membership = Membership(True, kept)
        identity = Identity("Ann", table="table", token=b"t" * 16)
        self.end = Conversation(identity, b"c" * 16, "test", membership=self.membership)

    def connect(self, pin: bytes) -> Hello:
        hello = decode_client(self.end.begin_connection(pin))
        assert isinstance(hello, Hello)
        return hello

    def hear(self, *said: messages.HostMessage) -> Received:
        received = Received()
        for message in said:
            received = self.end.receive(encode(message))
        return received

    def replies(self, *said: messages.HostMessage) -> list[Any]:
        return [decode_client(reply) for message in said for reply in self.hear(message).replies]

    def save(self) -> list[Any]:
        """The disk has written what it was given; what the program says then."""
        unsaved = self.membership.unsaved
        assert unsaved is not None
        self.membership.saved(unsaved[0])
        return [decode_client(message) for message in self.membership.take_ready()]

    def at_home(self) -> None:
        self.connect(HOME)
        self.hear(welcomed(1), NEWS, Hosting(1, None, SUCCESSORS))
        self.save()


def welcomed(term: int, table: str = "table", **words: Any) -> Welcome:
    return Welcome(CURRENT, table, "Friday", 0, b"t" * 16, False, 0, 0, 0, term, **words)


def wanted(term: int, firm: bool = True) -> PromiseWanted:
    return PromiseWanted("table", term, 0, 0, firm)


def test_a_deal_is_confirmed_once_and_only_when_saved() -> None:
    program = Program()
    program.at_home()
    assert program.replies(Dealt(DEAL)) == []
    assert program.save() == [Confirmed(1, 3, True)]
    assert program.replies(Dealt(DEAL), NEWS) == []


def test_a_deal_is_confirmed_once_the_earlier_rounds_have_arrived() -> None:
    program = Program()
    program.connect(HOME)
    program.hear(Welcome(CURRENT, "table", "Friday", 0, b"t" * 16, False, 1, 2, 0, 1), NEWS)
    program.hear(Dealt(Deal(1, 4, 1, 0, 1, (b"a" * 8,), ())))
    program.save()
    assert program.membership.unsaved is None
    program.hear(messages.Happened(1, 0, (STARTED, RoundBegan(1))))
    assert program.save() == [Confirmed(1, 4, False)]


def test_without_storage_nothing_is_confirmed_or_announced() -> None:
    end = Conversation(Identity("Ann"), b"c" * 16, "test")
    hello = decode_client(end.begin_connection(HOME))
    assert isinstance(hello, Hello) and not hello.confirms
    for message in (welcomed(1), NEWS, Dealt(DEAL)):
        assert end.receive(encode(message)).replies == ()


def test_a_promise_is_saved_before_it_is_sent_and_goes_to_one_host_only() -> None:
    program = Program()
    program.at_home()
    program.connect(BOB)
    assert program.replies(wanted(2, firm=False)) == [Promise(2, False, 2, None, 0, 0)]
    assert program.membership.unsaved is None
    assert program.replies(wanted(2)) == []
    assert program.save() == [Promise(2, True, 2, None, 0, 0)]
    again = Program(program.membership.current)
    for pin, term, promised in ((CID, 2, 3), (CID, 1, 2), (BOB, 2, 2)):
        again.connect(pin)
        assert again.replies(wanted(term)) == [Promise(term, True, promised, None, 0, 0)]


@pytest.mark.parametrize("away", [False, True], ids=["seated", "away"])
def test_a_higher_term_of_the_same_host_is_no_other_host(away: bool) -> None:
    program = Program()
    program.at_home()
    if away:
        program.connect(HOME)
    assert HostChanged(4, same=True) in program.hear(welcomed(4)).events


@pytest.mark.parametrize("pin", [STRANGER, bytes(32)])
def test_an_unnamed_host_gets_no_promise_and_is_not_followed(pin: bytes) -> None:
    program = Program()
    program.at_home()
    program.connect(pin)
    received = program.hear(wanted(2))
    assert received.resync and not received.replies and program.membership.unsaved is None
    program.connect(pin)
    assert program.hear(welcomed(9)).resync and not program.end.here


def test_a_term_without_an_end_is_neither_promised_nor_obeyed() -> None:
    program = Program()
    program.at_home()
    for message in (wanted(MAX_TERM + 1), welcomed(MAX_TERM + 1)):
        program.connect(BOB)
        received = program.hear(message)
        assert received.resync and not received.replies and program.membership.unsaved is None
    program.connect(BOB)
    assert program.replies(wanted(MAX_TERM, firm=False)) == [Promise(MAX_TERM, False, MAX_TERM, None, 0, 0)]
    program.hear(welcomed(MAX_TERM))
    assert program.end.here and program.connect(CID).term == MAX_TERM + 1


def test_a_newcomer_does_not_promise_to_the_first_asker() -> None:
    program = Program()
    program.connect(HOME)
    assert program.hear(wanted(2)).resync


def test_a_host_with_a_lower_term_is_dropped_and_told_the_required_term() -> None:
    program = Program()
    program.at_home()
    program.connect(BOB)
    program.hear(wanted(2))
    program.save()
    assert program.connect(BOB).term == 2
    hello = program.connect(HOME)
    assert (hello.term, hello.have, hello.game) == (3, 0, 0)
    assert program.hear(welcomed(1)).resync


def test_unanswered_requests_are_dropped_when_another_host_is_followed() -> None:
    program = Program()
    program.at_home()
    assert program.end.request(ChooseCard(card=7)) is not None
    program.connect(BOB)
    received = program.hear(welcomed(2))
    assert received.events[0] == HostChanged(2) and received.replies == ()
    assert program.end.state.unanswered == ()
    assert program.connect(BOB).term == 2


def test_a_moved_table_is_followed_only_to_a_named_host() -> None:
    program = Program()
    program.at_home()
    there = ("192.0.2.66",), 4666
    assert program.hear(Moved("table", 2, *there, STRANGER)).events == ()
    assert program.hear(Moved("table", 2, *there, BOB)).events == (TableMoved(BOB),)


def test_a_new_table_is_followed_only_if_it_continues_this_one() -> None:
    program = Program()
    program.at_home()
    program.connect(BOB)
    assert program.hear(welcomed(1, "other")).over
    program.connect(STRANGER)
    assert program.hear(welcomed(1, "other", continues="table")).resync
    program.connect(BOB)
    program.hear(welcomed(1, "other", continues="table"))
    assert program.end.here and program.connect(BOB).table == "other"


def test_leaving_is_saved_first_and_no_promise_follows() -> None:
    program = Program()
    program.at_home()
    assert program.end.request(Leave()) == b""
    assert program.save() == [Leave(id=1)]
    gone = Program(program.membership.current)
    gone.connect(BOB)
    assert gone.replies(wanted(2)) == [Promise(2, True, 0, None, 0, 0)]


FIRST_ROWS, OTHER_ROWS = RowsStarted((1, 2, 3, 4)), RowsStarted((5, 6, 7, 8))


@pytest.mark.parametrize(
    ("pin", "dealt", "void"),
    [
        (BOB, (), True),
        (BOB, (RoundBegan(1), OTHER_ROWS), True),
        (HOME, (RoundBegan(1), OTHER_ROWS), True),  # back at a host that was another one's guest meanwhile
        (HOME, (RoundBegan(1), FIRST_ROWS), False),
        (BOB, (RoundBegan(1), FIRST_ROWS), False),  # it ended before the new host took over
    ],
    ids=["not dealt yet", "dealt again", "dealt again by another", "same host", "ended"],
)
def test_who_was_away_is_told_once_that_the_round_is_dealt_again(
    pin: bytes, dealt: tuple[AnyFact, ...], void: bool
) -> None:
    program = Program()
    program.at_home()
    program.hear(messages.Happened(1, 0, (STARTED, RoundBegan(1), FIRST_ROWS)))
    program.connect(pin)
    program.hear(replace(welcomed(3), game=1, stream=1 + len(dealt)), NEWS)
    received = program.hear(messages.Happened(1, 0, (STARTED, *dealt)))
    assert [event for event in received.events if isinstance(event, RoundVoid)] == [RoundVoid(1)] * void
    assert not any(isinstance(event, RoundVoid) for event in program.hear(NEWS).events)


@pytest.mark.parametrize(("seed", "void"), [("other", True), ("first", False)])
def test_a_round_that_ended_only_at_the_host_before_is_said_to_be_dealt_again(seed: str, void: bool) -> None:
    """A host that was cut off plays on, and its own player sees the end of a round that doesn't count."""
    program = Program()
    program.at_home()
    program.hear(messages.Happened(1, 0, first_round("first")))
    facts = first_round(seed)
    program.connect(BOB)
    program.hear(replace(welcomed(2), game=1, stream=len(facts)), NEWS)
    assert (RoundVoid(1) in program.hear(messages.Happened(1, 0, facts)).events) is void


def first_round(seed: str) -> tuple[Any, ...]:
    """The facts of a game with this seed until the end of its first round, as seat 0 reads them."""
    facts = stream(played(Rules(limit=None, rounds=2), 2, seed), 0)
    return facts[: next(at for at, fact in enumerate(facts, 1) if isinstance(fact, RoundEnded))]


def test_a_host_that_changes_final_rounds_is_noticed() -> None:
    text = "sixqp notation 1\nrules classic over 66\nplayer a Ann\nplayer b Bob\nround 1\n"
    kept = KeptTable(
        "table", "Friday", 1, HOME, game=1, rounds=1, final=1, text=text, hosting=Hosting(1, None, SUCCESSORS)
    )
    program = Program(kept)
    program.connect(HOME)
    program.hear(welcomed(1), NEWS)
    program.connect(BOB)
    received = program.hear(welcomed(2), NEWS)
    assert HistoryDiffers() in received.events


def test_a_player_whose_chair_was_given_away_is_not_told_that_the_history_differs() -> None:
    text = "sixqp notation 1\nrules classic over 66\nplayer a Ann\nplayer b Bob\nround 1\n"
    hosting = Hosting(1, None, SUCCESSORS)
    program = Program(KeptTable("table", "Friday", 1, HOME, game=1, rounds=1, final=1, text=text, hosting=hosting))
    program.connect(HOME)
    program.hear(welcomed(1), replace(NEWS, phase="playing"))
    program.connect(BOB)
    back = Welcome(CURRENT, "table", "Friday", 1, b"t" * 16, False, 1, 0, 0, 2)
    received = [program.hear(said) for said in (back, replace(NEWS, you=1))]
    assert not any(HistoryDiffers() in each.events for each in received)


def test_rounds_that_are_on_the_disk_are_written_again_only_for_another_host() -> None:
    history = write_finished_rounds((STARTED,))
    assert history
    kept = KeptTable("table").confirming(replace(DEAL, game=1, round=1), 1, (STARTED,))
    assert kept.text == history
    same, other = (kept.confirming(Deal(term, 4, 1, 0, 1, (b"a" * 8,), ()), 1, (STARTED,)) for term in (1, 2))
    assert same.text is kept.text and other.text is not kept.text and other.text == history


def test_a_chair_that_moved_in_the_lobby_keeps_the_rounds_of_the_last_game() -> None:
    text = "sixqp notation 1\nrules classic over 66\nplayer a Ann\nplayer b Bob\nround 1\n"
    kept = KeptTable("table", game=1, rounds=1, final=1, text=text)
    confirmed = kept.confirming(Deal(1, 4, 1, 1, 0, (b"a" * 8,), ()), 1, ())
    assert (confirmed.text, confirmed.rounds, confirmed.final) == (text, 1, 1)

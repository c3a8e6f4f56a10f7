"""The fold of a session's events into what its player sees."""

from collections.abc import Sequence
from typing import Any, Literal, cast

import pytest
from msgspec.structs import replace
from support.conversations import BackToBack, conversation
from support.play import played, stream
from support.tables import OWNER, a_room, settings

from sixqp_protocol.facts import AnyFact, CardChosen, CardLaid, Fact, GameStarted, Rules, Variant
from sixqp_protocol.messages import (
    ChooseCard,
    DraftCard,
    Refused,
    RoomNews,
    Said,
    Say,
    SeatNews,
    Settings,
    Start,
    Tally,
    TallyLine,
    Welcome,
)
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.client.events import Denied, Facts, StatusChanged, Welcomed
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.feed import MAX_SAID, Feed, GameEnd
from sixqp_tui.presentation.presence import SHOWN
from sixqp_tui.presentation.transcript import Transcript

NAMES = ("Player 1", "Player 2", "Player 3")
WHOLE = stream(played(Rules("classic", None, rounds=1), 3, "feed"), 1)


NOBODY = View()


class Known:
    """What a session knows."""

    def __init__(self, view: View = NOBODY, **known: Any) -> None:
        self.state = SessionState(view=view, **known)


def of(facts: Sequence[Fact]) -> tuple[AnyFact, ...]:
    return cast("tuple[AnyFact, ...]", tuple(facts))


def heard(facts: Sequence[Fact], first: int = 0, game: int = 1, live: bool = True) -> Facts:
    return Facts(game, first, of(facts), live)


def room(*names: str, phase: Literal["lobby", "playing"] = "playing") -> RoomNews:
    seats = tuple(SeatNews(name, "person", True, owner=not at) for at, name in enumerate(names or NAMES))
    return RoomNews(phase, seats, 1, Settings(), False, (), None)


def welcome(stream: int = 0, game: int = 1, seat: int | None = 1) -> Welcome:
    return Welcome(CURRENT, "t", "A table", seat, False, game, stream, 0)


OPENING = WHOLE[:4]
"""A game and its first round begin, a hand is dealt, the rows lie open."""


def opened(facts: Sequence[Fact] = OPENING) -> Feed:
    """The feed of somebody who was there when the game began."""
    feed = Feed(Known(View(1), welcome=welcome()))
    feed.hear(heard(facts), 0.0)
    feed.hear(room(), 0.0)
    return feed


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_the_events_of_a_game_lead_to_the_sessions_state(variant: Variant) -> None:
    table = BackToBack(a_room(settings(variant)))
    owner = Conversation(Identity("Olga", key=OWNER), "test")
    guest = conversation()
    peers = table.connect(owner), table.connect(guest)
    feed = Feed(Known())
    table.say(peers[0], owner.request(Start()))
    for _ in range(8):
        for peer, end in zip(peers, (owner, guest), strict=True):
            if end.state.view.wanted and end.state.view.table.drafting:
                table.say(peer, end.request(DraftCard(card=end.state.view.table.deck[0])))
            elif end.state.view.wanted and end.state.view.hand and end.state.view.table.choosing:
                table.say(peer, end.request(ChooseCard(card=end.state.view.hand[0])))
    for event in table.events[peers[1]]:
        feed.hear(event, 0.0)
    assert guest.state.history and feed.model.view.table == guest.state.view.table
    assert (feed.model.view.seat, feed.model.news, feed.model.game) == (guest.state.view.seat, guest.state.news, 1)


def test_known_history_is_shown_and_hearing_it_again_changes_nothing() -> None:
    whole = of(WHOLE)
    feed = Feed(Known(View(1).after(whole[:20]), game=1, history=whole[:20]))
    assert feed.model.shown == Transcript(View(1)).after(whole[:20])
    for first in (0, 4, 12):
        feed.hear(heard(whole[first : first + 6], first), 0.0)
        assert feed.steps == () and feed.model.shown.length == 20
    feed.hear(heard(whole[15:25], 15), 0.0)
    assert [step.fact for step in feed.steps] == list(whole[20:25])
    assert feed.model.shown == Transcript(View(1)).after(whole[:25])


def test_a_paced_feed_shows_what_it_is_told_to() -> None:
    feed = Feed(Known(View(1), welcome=welcome()), paced=True)
    assert feed.hear(heard(WHOLE[:9]), 0.0).shown.length == 0
    assert list(feed.outstanding) == list(WHOLE[:9])
    feed.show(2)
    assert feed.model.shown.length == 2
    feed.show()
    assert feed.model.shown == Transcript(View(1)).after(WHOLE[:9]) and not feed.outstanding


def test_catching_up_follows_a_session_to_another_reader_another_game_and_back_in_time() -> None:
    known = Known(View(1), game=1, history=of(WHOLE[:10]))
    feed = Feed(known, paced=True)
    feed.show()
    known.state = replace(known.state, history=of(WHOLE[:15]))
    assert not feed.catch_up() and len(feed.outstanding) == 5
    for change in ({"history": of(WHOLE[:3])}, {"game": 2}, {"view": View(0), "history": ()}):
        for field, value in change.items():
            known.state = replace(known.state, **{field: value})
        assert feed.catch_up() and feed.model.shown.length == 0
        feed.show()
        assert feed.model.view.seat == known.state.view.seat and feed.model.game == known.state.game


def test_a_session_ahead_of_its_events_hides_nothing_of_the_game_before() -> None:
    known = Known(View(1), welcome=welcome())
    feed = Feed(known)
    known.state = replace(known.state, game=2, history=of(WHOLE[:5]), view=View(1).after(WHOLE[:5]))
    feed.hear(heard(WHOLE[:-1]), 0.0)
    assert feed.hear(heard(WHOLE[-1:], len(WHOLE) - 1), 0.0).over
    assert not feed.hear(heard(WHOLE[:5], game=2), 0.0).over
    assert feed.hear(heard(WHOLE[-1:], len(WHOLE) - 1), 0.0).game == 2, "an older game is over"


def test_nothing_is_asked_while_a_decision_is_on_its_way() -> None:
    feed = opened()
    card = feed.model.view.hand[0]
    assert feed.model.prompted == "card"
    for answer in (
        heard([CardLaid(1, card)], 5),
        Denied(Refused(1, Refusal.STALE), ChooseCard(card=card)),
    ):
        feed = opened()
        feed.await_decision()
        feed.hear(Denied(Refused(1, Refusal.TOO_FAST), Say(text="!")), 0.0)
        feed.hear(heard([CardChosen(0)], 4), 0.0)
        assert feed.model.prompted is None and feed.model.sent
        assert feed.hear(answer, 0.0).sent is None


def test_a_games_end_stays_in_front_until_its_viewers_leave_it() -> None:
    begun, over, lobby = View(1).after(OPENING), View(1).after(WHOLE), room(phase="lobby")
    end = GameEnd()
    assert end.phase(over, lobby, 1) == "lobby", "whoever comes after the end has seen nothing of it"
    end.see(begun, room())
    phases = [end.phase(begun, room(), 1), end.phase(over, lobby, 1)]
    end.leave(1)
    assert [*phases, end.phase(over, lobby, 1), end.phase(begun, room(), 2)] == ["table", "over", "lobby", "table"]


@pytest.mark.parametrize("pieces", [1, 4, 50])
def test_a_history_is_behind_until_all_its_pieces_have_come(pieces: int) -> None:
    feed = Feed(Known())
    feed.hear(Welcomed(welcome(len(WHOLE)), True), 0.0)
    feed.hear(room(phase="lobby"), 0.0)
    size = -(-len(WHOLE) // pieces)
    for first in range(0, len(WHOLE), size):
        assert feed.behind
        feed.hear(heard(WHOLE[first : first + size], first, live=False), 0.0)
    assert not feed.behind and feed.model.over


def test_players_have_the_rooms_names_until_the_next_game_begins() -> None:
    feed = opened()
    feed.hear(room("Player 1", "Player 2", "Cleo"), 0.0)
    assert feed.model.table.names == ("Player 1", "Player 2", "Cleo")
    started = GameStarted(Rules(), ("Ann", "Bo"))
    assert feed.hear(heard([started], game=2), 0.0).table.names == ("Ann", "Bo")


def test_who_comes_and_goes_stands_in_the_log_where_it_happened() -> None:
    feed, known = opened(), room()
    assert len(feed.model.log) == len(feed.model.shown.entries) > 0
    for here in (False, True):
        before, seats = len(feed.model.log), (known.seats[0], replace(known.seats[1], here=here), known.seats[2])
        (gone,) = feed.hear(replace(known, seats=seats), 0.0).log[before:]
        assert "Player 2" in gone.sentence and gone.seat == 1
        feed.hear(replace(known, seats=seats), 0.0)
        known = replace(known, seats=seats)
    feed.hear(heard(WHOLE[4:12], 4), 0.0)
    assert feed.model.log[before].sentence == "Player 2 is back." and len(feed.model.log) > before + 1
    assert "known beforehand" in feed.hear(replace(known, seeded=True), 0.0).log[0].sentence


def test_a_new_welcome_starts_over_with_the_seat_it_gives() -> None:
    feed = opened()
    assert feed.hear(Welcomed(welcome(4), False), 0.0).shown.length == 4
    model = feed.hear(Welcomed(welcome(3, seat=None), True), 0.0)
    assert model.shown.length == 0 and feed.behind
    model = feed.hear(heard(stream(WHOLE, None)[:3], live=False), 0.0)
    assert model.view.seat is None and not feed.behind


def test_the_latest_state_of_the_room_is_shown() -> None:
    feed = opened()
    model = feed.hear(replace(room(), milliseconds_left=5000), 100.0)
    assert model.deadline == 105.0 and not model.owner
    line = TallyLine("Ann", False, 0, 1, 1, 10, 5, 5, 5)
    assert feed.hear(Tally(1, 1, (line,)), 100.0).tally == (line,)
    assert not feed.hear(StatusChanged(Reconnecting(0.0, 1)), 100.0).online
    assert feed.hear(StatusChanged(Connected()), 100.0).online
    for number in range(MAX_SAID + 1):
        feed.hear(Said(0, "Ann", str(number)), 100.0)
    assert [said.text for said in (feed.model.said[0], feed.model.said[-1])] == ["1", str(MAX_SAID)]


def test_a_reaction_is_shown_for_a_while() -> None:
    feed = opened()
    assert feed.hear(Said(2, "Bo", reaction="ouch"), 50.0).bubbles == {2: "Ouch!"}
    assert feed.at(50.0 + SHOWN - 0.1).bubbles and not feed.at(50.0 + SHOWN).bubbles

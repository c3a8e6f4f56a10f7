"""A table whose computer is gone, by lines: what is printed, and what `continue` and `alone` do."""

from typing import Any

import pytest
from support.fake_evening import LOST, FakeEvening, guest_at_game, offer
from support.fake_session import GUEST, OWNER, FakeSession
from support.play import CLASSIC

from sixqp_protocol.messages import Leave, PlayOn
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Facts, StatusChanged
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.engine.game import Game
from sixqp_tui.plain.line_player import Context, End, LinePlayer


class Typist:
    def __init__(self, session: FakeSession, evening: FakeEvening) -> None:
        self.session: Any = session
        self.player = LinePlayer(self.session, Context(evening=evening), piped=True)
        self.player.greet(0.0)

    def stands(self, status: Any) -> str:
        self.session.update(status=status)
        return " ".join(self.player.hear(StatusChanged(status), 0.0))

    def type(self, line: str) -> str:
        reply = self.player.take(line, 0.0)
        if reply.then:
            reply.then()
        if reply.request:
            self.session.request(reply.request)
        return " ".join(reply.lines)


def typist(status: Any = LOST) -> tuple[Typist, FakeEvening]:
    session, evening = guest_at_game(Connected())
    at = Typist(session, evening)
    at.stands(status)
    return at, evening


def test_whoever_loses_the_table_reads_who_is_gone_and_may_continue_here() -> None:
    at, evening = typist(Connected())
    assert "nothing to continue" in at.type("continue") and evening.asked == []
    assert "Camille's computer doesn't answer. You can continue the table here." in at.stands(LOST)
    at.type("continue")
    assert evening.asked == ["here"]


def test_a_number_for_a_hand_that_is_void_holds_up_no_word() -> None:
    at, _ = typist(Connected())
    at.stands(Reconnecting(0.0, 1))
    assert not at.player.accepts("84")
    at.stands(LOST)
    assert at.player.accepts("84") and at.player.accepts("continue")


def test_a_number_waits_for_the_news_of_a_game_whose_facts_have_come() -> None:
    session: Any = FakeSession((OWNER, GUEST), you=1)
    player = LinePlayer(session, Context(), piped=True)
    player.greet(0.0)
    facts, game = Game.start(CLASSIC, ("Olga", "Zoé"), "a seed")
    session.happen(facts)
    player.hear(Facts(1, 0, session.state.history, live=True), 0.0)
    card = str(session.state.view.hand[0])
    assert player.model.prompted == "card" and not player.accepts(card)
    session.becomes(phase="playing", waiting_for=game.pending.seats if game.pending else ())
    player.hear(session.news, 0.0)
    assert player.accepts(card)


def test_whoever_has_lost_the_seat_to_another_program_takes_it_back_or_sits_down_anew() -> None:
    at, evening = typist(Connected())
    assert "(continue, sit)" in at.stands(Closed(Farewell.ELSEWHERE))
    assert at.player.outcome is None
    for word in ("continue", "sit"):
        at.type(word)
    assert evening.asked == ["back", "anew"]
    assert at.player.accepts(End.TYPING) and at.player.take(End.TYPING, 0.0).request == Leave()


def test_a_closed_table_does_not_end_the_program() -> None:
    at, evening = typist(Connected())
    assert "Camille has closed the table. You can continue" in at.stands(Closed(Farewell.CLOSED))
    assert at.player.outcome is None
    at.type("continue")
    assert evening.asked == ["here"]
    at.stands(Closed(Farewell.KICKED))
    assert at.player.outcome is not None


@pytest.mark.parametrize(("typed", "goes"), [("Dana", "Dana"), ("dana", "Dana"), ("here", "here")])
def test_of_two_who_continue_one_is_chosen_by_name(typed: str, goes: str) -> None:
    at, evening = typist()
    evening.finds(offer("Bob", 2, "Alice"), offer("Dana", 1))
    assert "Bob and Dana continue the table: choose one of them." in at.player.tell_evening()[0]
    listed = at.type("continue")
    assert "continue Bob: Bob's table, with Alice, 2 rounds finished" in listed and evening.asked == []
    at.type(f"continue {typed}")
    assert evening.asked == [goes]


def test_the_last_player_types_a_word_to_play_on_alone() -> None:
    at, _ = typist(Connected())
    at.type("continue")
    assert at.session.requests == []
    at.session.becomes(still=True)
    told = " ".join(at.player.hear(at.session.news, 0.0))
    assert "Everybody else is gone. Your table waits; you can play on alone." in told
    at.type("continue")
    assert at.session.requests == [PlayOn()]

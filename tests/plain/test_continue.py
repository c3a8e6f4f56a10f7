"""A table whose computer is gone, by lines: what is printed, and what `continue` and `alone` do."""

from typing import Any

import pytest
from support.fake_evening import LOST, FakeEvening, guest_at_game, offer
from support.fake_session import FakeSession

from sixqp_protocol.messages import PlayOn
from sixqp_protocol.refusals import Farewell
from sixqp_tui import i18n
from sixqp_tui.client.events import News, StatusChanged
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.line_player import LinePlayer


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
    assert "Camille's computer doesn't answer. Type continue to go on here." in at.stands(LOST)
    at.type("continue")
    assert evening.asked == ["here"]


def test_a_closed_table_does_not_end_the_program() -> None:
    at, evening = typist(Connected())
    assert "Camille has closed the table. Type continue" in at.stands(Closed(Farewell.CLOSED))
    assert at.player.outcome is None
    at.type("continue")
    assert evening.asked == ["here"]
    at.stands(Closed(Farewell.KICKED))
    assert at.player.outcome is not None


@pytest.mark.parametrize(("typed", "goes"), [("Dana", "Dana"), ("dana", "Dana"), ("here", "here")])
def test_of_two_who_continue_one_is_chosen_by_name(typed: str, goes: str) -> None:
    at, evening = typist()
    evening.finds(offer("Bob", 2, "Alice"), offer("Dana", 1))
    assert "Bob and Dana continue the table. Type continue to choose." in at.player.tell_evening()[0]
    listed = at.type("continue")
    assert "continue Bob: Bob's table, with Alice, 2 rounds finished" in listed and evening.asked == []
    at.type(f"continue {typed}")
    assert evening.asked == [goes]


def test_the_same_words_work_in_french() -> None:
    at, evening = typist()
    i18n.use("fr")
    at.type("poursuivre ici")
    assert evening.asked == ["here"]


def test_the_last_player_types_a_word_to_play_on_alone() -> None:
    at, _ = typist(Connected())
    at.type("alone")
    assert at.session.requests == []
    at.session.becomes(still=True)
    told = " ".join(at.player.hear(News(at.session.news), 0.0))
    assert "Everybody else is gone. Your table waits. Type alone to play on alone." in told
    at.type("alone")
    assert at.session.requests == [PlayOn()]

"""The window's title and the bell: whose turn it is, once for each decision."""

import pytest
from support.fake_session import GUEST, OWNER, FakeSession, row_wanted
from support.pilots import app_of, at_a_table, playing, settled
from support.screens import at_table

from sixqp_protocol.facts import GameEnded
from sixqp_protocol.messages import ChooseCard, TakeBack
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.engine.game import Game
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.turn_alert import SAVE, TurnAlert, title_sequence

WAITING = "The Barn · sixqp"
YOUR_TURN = f"▸ your turn · {WAITING}"


class Called:
    """A player who is called at every event of their session: the titles, and how often it rang."""

    def __init__(self, session: FakeSession) -> None:
        self.written: list[str] = []
        self.rings = 0
        self.alert, stay = TurnAlert(self.written.append, self.ring), at_table(session)
        session.listener = lambda _event: self.alert.update(stay)
        self.alert.update(stay)

    def ring(self) -> None:
        self.rings += 1

    @property
    def now(self) -> tuple[str, int]:
        return self.written[-1].rpartition("\x1b]0;")[2].removesuffix("\x07"), self.rings


def test_before_a_game_the_title_names_the_table() -> None:
    called = Called(FakeSession(title="The Barn"))
    assert called.now == (WAITING, 0)
    called.alert.clear()
    assert called.now == ("sixqp", 0)


def test_each_card_to_choose_rings_once_whatever_else_happens() -> None:
    session = FakeSession.at_game()
    called = Called(session)
    assert called.now == (YOUR_TURN, 1)
    session.hears("Ann", "hurry up")
    session.request(ChooseCard(card=session.view.hand[0]))
    assert called.now == (WAITING, 1)
    session.request(TakeBack())
    assert called.now == (YOUR_TURN, 1)
    session.others_decide()
    session.request(ChooseCard(card=session.view.hand[-1]))
    session.others_decide()
    assert session.game.table.turn == 2 and called.now == (YOUR_TURN, 2)


def test_a_row_to_choose_rings() -> None:
    session = FakeSession.at_game()
    called = Called(session)
    session.play_until(lambda game: row_wanted(game) or game.table.turn == 10)
    assert row_wanted(session.game)
    assert called.now == (YOUR_TURN, session.game.table.turn + 1)


def test_a_pause_or_a_lost_table_calls_nobody_and_going_on_does_not_ring_again() -> None:
    session = FakeSession.at_game()
    called = Called(session)
    session.becomes(paused=True)
    assert called.now == (WAITING, 1)
    session.becomes(paused=False)
    assert called.now == (YOUR_TURN, 1)
    session.set_status(Reconnecting(0.0, 1))
    assert called.now == (WAITING, 1)
    session.set_status(Connected())
    assert called.now == (YOUR_TURN, 1)


def test_a_watcher_is_never_alerted() -> None:
    session = FakeSession((OWNER, GUEST), you=None, title="The Barn")
    called = Called(session)
    session.happen(*Game.start(session.news.settings.rules, ("Olga", "Ann"), "seed"))
    assert called.now == (WAITING, 0)


def test_the_next_game_rings_and_the_end_of_one_does_not() -> None:
    session = FakeSession.at_game()
    called = Called(session)
    session.happen([GameEnded("abandoned")])
    assert called.now == (WAITING, 1)
    session.happen(*Game.start(session.news.settings.rules, session.state.names, "next"), number=2)
    assert called.now == (YOUR_TURN, 2)


@pytest.mark.parametrize("title", ["\x1b]0;owned\x07", "a\x07b", "a\x9cb", "a\nb\rc", "\u202egnp.exe", "x" * 500])
def test_a_hostile_title_cannot_escape_its_sequence(title: str) -> None:
    sequence = Called(FakeSession(title=title)).written[-1].removeprefix(SAVE)
    assert sequence.startswith("\x1b]0;") and sequence.endswith("\x07") and len(sequence) < 60
    assert sequence[4:-1].isprintable() and title_sequence(title)[4:-1].isprintable()


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_bell_rings_only_if_enabled(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = FakeSession((OWNER, GUEST))
    rung: list[str] = []
    async with at_a_table(session) as pilot:
        monkeypatch.setattr(pilot.app, "bell", lambda: rung.append("ring"))
        app_of(pilot).use(Preferences(bell="on" if wanted else "off"))
        await playing(session, pilot)
        session.hears("Ann", "hm")
        await settled(pilot)
    assert len(rung) == wanted

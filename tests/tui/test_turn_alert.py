"""The window's title and the bell: whose turn it is, once for each decision."""

import pytest
from support.decisions import choose_card, choose_row, draft_card, take_back
from support.fake_session import FakeSession
from support.pilots import app_of, at_a_table, playing, settled
from support.screens import at_table

from sixqp_protocol.facts import GameEnded, Rules
from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_tui import i18n
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.turn_alert import TurnAlert, title_sequence

NAMES = ("Olga", "Ann")
SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in NAMES)


class Called:
    """A player at a made-up table who is called: the titles, and how often it rang."""

    def __init__(self, rules: Rules | None = None, title: str = "The Barn", you: int | None = 0) -> None:
        self.titles: list[str] = []
        self.rings = 0
        self.rules = rules or Rules()
        self.session = FakeSession(SEATS, you, title)
        self.context = TableContext(at_table(self.session))
        self.alert = TurnAlert(self.titles.append, self.ring)
        self.game = Game("seed")
        self.alert.update(self.context)

    def ring(self) -> None:
        self.rings += 1

    def begin(self, number: int = 1) -> None:
        """A game begins."""
        facts, self.game = Game.start(self.rules, NAMES, "seed")
        self.session.happen(facts, number=number)
        self.alert.update(self.context)

    def happens(self, batch: Batch, game: Game) -> None:
        """This happens at the table, and leads to this game."""
        self.game = game
        self.session.happen(batch)
        self.alert.update(self.context)

    def both_choose(self) -> None:
        """Both lay their lowest card, Ann first."""
        for seat in (1, 0):
            self.happens(*choose_card(self.game, seat, (self.game.table.hands[seat] or ())[0]))


def test_before_a_game_the_title_names_the_table() -> None:
    called = Called()
    assert called.titles == ["The Barn · sixqp"]
    assert called.rings == 0
    called.alert.clear()
    assert called.titles[-1] == "sixqp"


def test_a_game_that_begins_with_the_players_turn_rings_once() -> None:
    called = Called()
    called.begin()
    assert called.rings == 1
    assert called.titles[-1] == "▸ your turn · The Barn · sixqp"


def test_each_card_to_choose_rings_once_whatever_else_happens() -> None:
    called = Called()
    called.begin()
    called.session.hears("Ann", "hurry up")
    called.alert.update(called.context)
    card = (called.game.table.hands[0] or ())[0]
    called.happens(*choose_card(called.game, 0, card))
    assert called.titles[-1] == "The Barn · sixqp"
    called.happens(*take_back(called.game, 0))
    assert called.titles[-1].startswith("▸ your turn")
    assert called.rings == 1
    called.both_choose()
    assert called.game.pending is not None
    if called.game.pending.seats == (1,):
        called.happens(*choose_row(called.game, 1, 0))
    assert called.rings == 2


def test_a_row_to_choose_rings() -> None:
    called = Called()
    called.begin()
    for _ in range(60):
        if type(called.game.pending).__name__ == "RowWanted":
            break
        called.both_choose()
    assert called.game.pending is not None and called.titles
    before = called.rings
    mine = called.game.pending.seats == (0,)
    assert called.titles[-1].startswith("▸") == mine
    called.happens(*choose_row(called.game, called.game.pending.seats[0], 0))
    assert called.rings == before + (0 in called.game.pending.seats)


def test_each_draft_pick_rings_and_so_does_a_game_that_others_start() -> None:
    called = Called(Rules(variant="draft"))
    called.begin()
    assert called.rings == 1
    for _ in range(4):
        assert called.game.pending is not None
        (seat,) = called.game.pending.seats
        called.happens(*draft_card(called.game, seat, called.game.table.deck[0]))
    mine = sum(bool(title.startswith("▸")) for title in called.titles)
    assert mine >= 2
    assert called.rings in (mine, mine + 1)


def test_a_pause_stops_alerts_and_resuming_does_not_ring_again() -> None:
    called = Called()
    called.begin()
    news = called.session.news
    assert isinstance(news, RoomNews)
    called.session.becomes(paused=True)
    called.alert.update(called.context)
    assert called.titles[-1] == "The Barn · sixqp"
    called.session.becomes(paused=False)
    called.alert.update(called.context)
    assert called.titles[-1].startswith("▸ your turn")
    assert called.rings == 1


def test_a_watcher_is_never_alerted() -> None:
    called = Called(you=None)
    called.begin()
    assert called.rings == 0
    assert called.titles == ["The Barn · sixqp"]


def test_the_next_game_rings_and_the_end_of_one_does_not() -> None:
    called = Called()
    called.begin()
    ended = (GameEnded("abandoned"),)
    called.happens(ended, called.game.after(ended))
    assert called.rings == 1
    assert called.titles[-1] == "The Barn · sixqp"
    called.begin(2)
    assert called.rings == 2


def test_the_title_follows_the_language() -> None:
    called = Called()
    called.begin()
    i18n.use("fr")
    called.alert.refresh()
    i18n.use("en")
    assert called.titles[-1] == "▸ à vous · The Barn · sixqp"


@pytest.mark.parametrize("title", ["\x1b]0;owned\x07", "a\x07b", "a\x9cb", "a\nb\rc", "\u202egnp.exe", "x" * 500])
def test_a_hostile_title_cannot_escape_its_sequence(title: str) -> None:
    called = Called(title=title)
    sequence = title_sequence(called.titles[-1])
    assert sequence.startswith("\x1b]0;") and sequence.endswith("\x07")
    assert sequence[4:-1].isprintable()
    assert len(sequence) < 60
    assert title_sequence(title)[4:-1].isprintable()


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [True, False])
async def test_the_bell_rings_only_if_enabled(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = FakeSession(SEATS)
    rung: list[str] = []
    async with at_a_table(session) as pilot:
        monkeypatch.setattr(pilot.app, "bell", lambda: rung.append("ring"))
        app_of(pilot).preferences.use(Preferences(bell=wanted))
        await playing(session, pilot)
        session.hears("Ann", "hm")
        await settled(pilot)
    assert len(rung) == wanted

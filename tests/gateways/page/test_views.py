"""The page as pure values, which leave the script nothing to decide or to say."""

import msgspec
from msgspec.structs import replace
from support.decisions import choose_row
from support.play import dealt, laid, names, played, stream

from sixqp_protocol.facts import CardPlaced, CardsRevealed, RowTaken, Rules
from sixqp_protocol.messages import PlayOn, RoomNews, SeatNews, Settings, WayNews
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View
from sixqp_tui.gateways.page.parts import friends_join, page_view
from sixqp_tui.gateways.page.requests import decode
from sixqp_tui.gateways.page.scenes import scenes
from sixqp_tui.gateways.page.views import PageView, TablePart
from sixqp_tui.i18n import speaking
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel

HANDS = ((5, 60), (51, 61), (52, 62))
GAME = dealt((10, 20, 30, 40), HANDS)
"""In its first turn."""


def model_of(game: Game, seat: int | None = 0, **more: object) -> ViewModel:
    """The view model of a seat at a table of three people."""
    hidden = tuple(hand if at == seat else None for at, hand in enumerate(game.table.hands))
    lies = tuple(card if at == seat else None for at, card in enumerate(game.table.laid))
    view = View(seat, msgspec.structs.replace(game.table, hands=hidden, laid=lies))
    seats = tuple(SeatNews(name, "person", True, owner=not at) for at, name in enumerate(names(3)))
    news = RoomNews("playing", seats, seat, Settings(), False, (), None)
    return ViewModel(Transcript(view), news, game=1)._replace(**more)  # type: ignore[arg-type]


def view_of(model: ViewModel, part: str = "table", now: float = 0.0) -> PageView:
    return page_view(model, part, "Chez Ann", Connected(), now)


def table_of(model: ViewModel) -> TablePart:
    shown = view_of(model).shown
    assert isinstance(shown, TablePart)
    return shown


def test_a_hand_card_shows_where_it_would_land_and_has_a_button() -> None:
    low, high, *_others = table_of(model_of(GAME)).hand
    assert (low.row, low.hint, low.button) == (-1, "5 is too low: you would choose a row", "Play the 5")
    assert (high.row, high.place, high.hint) == (3, 1, "60 would go to row 4, 2nd of 5")
    assert (low.label, high.label) == ("5 with 2 heads", "60 with 3 heads")


def test_the_page_uses_the_language_of_its_reader() -> None:
    with speaking("fr"):
        view = table_of(model_of(GAME))
    assert (view.prompt, view.hand[1].hint) == ("À vous : choisissez une carte", "le 60 irait rangée 4, 2e sur 5")
    assert table_of(model_of(GAME)).prompt == "Your turn: choose a card"


def test_a_laid_card_can_be_taken_back_and_pending_players_are_named() -> None:
    game, _ = laid(GAME, (5,))
    view = table_of(model_of(game))
    assert (view.laid, view.back, view.asked, view.yours) == (5, True, "", False)
    assert view.prompt == "You played 5. Waiting for Player 2 and Player 3."
    assert len(view.hand) == 9 and not any(card.button for card in view.hand)


def test_each_row_shows_its_cost_and_the_remaining_cards_are_listed() -> None:
    game, _ = laid(GAME, (5, 51, 52))
    view = table_of(model_of(game))
    assert view.asked == "row" and view.prompt == "Your 5 is too low. Choose a row."
    assert [row.button for row in view.rows][:2] == ["Take row 1: 3 heads", "Take row 2: 3 heads"]
    assert view.aside == "Still to place: Player 2\N{NO-BREAK SPACE}51 · Player 3\N{NO-BREAK SPACE}52"
    others = table_of(model_of(game, seat=1))
    assert not any(row.button for row in others.rows) and others.prompt == "Player 1 chooses a row: 5 is too low"


def test_a_decision_is_identified_by_its_moment_and_asked_once() -> None:
    model = model_of(GAME)
    assert view_of(model).moment == "1.card.1.1.None"
    assert table_of(model._replace(sent=model.moment)).asked == ""


def test_nothing_is_asked_while_the_connection_is_lost() -> None:
    view = page_view(model_of(GAME, online=False), "table", "T", Reconnecting(0.0, 2), 0.0)
    assert not view.online and view.shown.asked == ""
    assert view.shown.prompt == (
        "Player 1's computer doesn't answer. If somebody continues the table, ask for the new QR code."
    )


def test_the_last_player_of_several_may_play_on_alone() -> None:
    model = model_of(GAME)
    assert model.news
    view = view_of(model._replace(news=replace(model.news, still=True)))
    assert (view.shown.asked, view.shown.act, view.shown.button) == ("", "PlayOn", "Play on alone")
    assert view.shown.prompt == "Everybody else is gone. Your table waits; you can play on alone."
    assert decode('{"kind": "PlayOn", "moment": "1"}') == (PlayOn(), "1")


def test_the_clock_shows_the_remaining_time() -> None:
    view = view_of(model_of(GAME, deadline=100.0), now=75.5)
    assert (view.left, view.hurry) == (24_500, True)
    assert view_of(model_of(GAME)).left is None


def test_players_are_shown_with_their_status_and_this_rounds_heads() -> None:
    game, _ = laid(GAME, (5, 51, 52))
    player = view_of(model_of(choose_row(game, 0, 0)[1])).players[0]
    assert (player.total, player.more) == (3, 3)
    assert player.label.startswith("you, is deciding, 3 heads, 3 of them this round")


def test_another_players_hand_is_never_sent_to_the_page() -> None:
    game, _ = laid(GAME, (5, 51))
    sent = msgspec.json.encode(view_of(model_of(game, seat=2))).decode()
    assert not any(f'"card":{card},' in sent for card in (5, 60, 51, 61)) and '"card":62,' in sent


def test_scenes_place_every_card_and_add_the_heads_of_rows_taken() -> None:
    before, taken = Transcript(View(0)), 0
    for fact in stream(played(Rules("classic", rounds=2, limit=None), 4, "scenes"), 0):
        after = before.after((fact,))
        shown = list(scenes(fact, before, after))
        match fact:
            case CardsRevealed():
                assert [card for _, card in shown[0].plays] == sorted(fact.cards)
            case CardPlaced():
                assert shown[0].rows == after.view.table.rows and shown[0].card == fact.card
            case RowTaken():
                lit, begun = shown
                taken += 1
                assert lit.lit and (fact.too_low or lit.rows[fact.row] == (*fact.cards, fact.card))
                assert begun.rows == after.view.table.rows and begun.taker == fact.seat
                assert begun.heads[fact.seat] - lit.heads[fact.seat] == begun.cost == heads_of(fact.cards)
        before = after
    assert taken > 5


def test_a_guest_sees_how_friends_join_at_the_address_in_use() -> None:
    model = model_of(GAME)
    assert model.news and list(friends_join(model, "192.0.2.7", "")) == []
    both = msgspec.structs.replace(model.news, ways=(WayNews("page", 4669), WayNews("ssh", 4668)))
    assert list(friends_join(model._replace(news=both), "192.0.2.7", "sixqp join 192.0.2.7")) == [
        "Friends with a phone open http://192.0.2.7:4669",
        "Friends with a terminal type ssh -p 4668 NAME@192.0.2.7",
        "Friends with the program type sixqp join 192.0.2.7",
    ]
    assert list(friends_join(model._replace(news=both), "localhost", "")) == []

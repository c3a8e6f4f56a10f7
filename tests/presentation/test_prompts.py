"""What is said of another game, to whom."""

import pytest
from msgspec.structs import replace
from support.fake_session import EXPECTED, GUEST, OPEN, OWNER
from support.game_screen import seat_at
from support.play import VARIANTS, batches, dealt, stream

from sixqp_protocol.facts import CardChosen, CardLaid, ChoiceTakenBack, Rules, StoodIn, Variant
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.engine.table import DraftWanted, RowWanted
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation.prompts import ask, ask_about_rematch, ask_in_lobby, landing, with_names
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel

SEATS = (
    SeatNews("Olga", "person", True, owner=True),
    SeatNews("Ann", "person", True),
    SeatNews("Bob", "person", True),
    SeatNews("Cid", "person", True),
)


@pytest.mark.parametrize(
    ("you", "ready", "prompt"),
    [
        (0, (), "Another game with the same players?"),
        (0, (1, 2), "Ann and Bob want another game."),
        (1, (), "Would you like another game?"),
        (1, (2,), "Bob wants another game. Would you like another game?"),
        (1, (1,), "You want another game. Waiting for Olga to start."),
        (1, (1, 2, 3), "Bob, Cid and you want another game. Waiting for Olga to start."),
        (None, (1,), "Olga can start another game."),
    ],
)
def test_everybody_sees_who_wants_a_rematch(you: int | None, ready: tuple[int, ...], prompt: str) -> None:
    news = RoomNews("lobby", SEATS, you, Settings(), False, (), None, ready=ready)
    assert ask_about_rematch(ViewModel(news=news)).text == prompt


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("reader", [None, 0, 2])
def test_players_who_must_decide_are_asked_and_others_read_who_is(variant: Variant, reader: int | None) -> None:
    view = View(reader)
    for batch in batches(Rules(variant, None, rounds=1), 3, "asked"):
        view = view.after(stream(batch, reader))
        asked, table = ask(ViewModel(Transcript(view))), view.table
        wanted = {"card": view.hand, "row": (1, 2, 3, 4), "pick": table.deck}
        decision = view.decision_id
        assert asked.yours == (decision is not None)
        assert asked.choices == (wanted[decision.kind] if decision else ())
        if table.pending and table.pending.seats:
            assert asked.yours or any(table.names[seat] in asked.text for seat in table.pending.seats)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (15, "15 would go to row 1, 3rd of 5"),
        (30, "30 would be the 6th of row 2: 11 heads"),
        (104, "104 would go to row 4, 2nd of 5"),
        (9, "9 is too low: you would choose a row"),
    ],
)
def test_3_4_to_3_7_a_card_is_told_its_row_place_and_cost(card: int, words: str) -> None:
    assert landing(((10, 12), (20, 21, 22, 23, 24), (55,), (60,)), card) == words


@pytest.mark.parametrize("decision", [RowWanted, DraftWanted])
def test_an_absent_player_is_marked_for_a_row_or_a_pick_too(decision: type[RowWanted | DraftWanted]) -> None:
    seat, _app = seat_at(10, Rules("classic" if decision is RowWanted else "draft"))
    seat.play_until(lambda game: isinstance(game.pending, decision) and game.pending.seat not in (0, 2))
    (awaited,) = seat.game.pending.seats if seat.game.pending else ()
    seat.goes_away(awaited)
    said = ask(ViewModel(Transcript(seat.view), seat.news)).text
    assert f"{seat.view.table.names[awaited]} (away)" in said


def test_a_card_that_is_looked_at_says_where_it_would_go_unless_a_lesson_hides_that() -> None:
    seat, _app = seat_at()
    card = seat.view.hand[0]
    model = ViewModel(Transcript(seat.view), seat.news)
    assert ask(model, card).text.startswith(f"Your turn: {card} ")
    assert ask(model).choices == ask(model, card).choices == seat.view.hand
    assert ask(model._replace(hint=False), card).text == "Your turn: choose a card"


ALONE = (OWNER, OPEN, OPEN)


def news(*seats: SeatNews, you: int | None = 0) -> RoomNews:
    return RoomNews("lobby", seats, you, Settings(), False, (), None)


@pytest.mark.parametrize(
    ("seats", "you", "said"),
    [
        (ALONE, 0, "Nobody else is here yet."),
        ((OWNER, EXPECTED), 0, "Waiting for Dana."),
        ((OWNER, GUEST, EXPECTED), 0, "Waiting for Dana."),
        ((OWNER, GUEST), 0, "2 players are seated."),
        ((OWNER, replace(GUEST, here=False)), 0, "Ann is away."),
        ((OWNER, GUEST), 1, "Waiting for Olga to start."),
        ((OWNER, GUEST, EXPECTED), 1, "Waiting for Dana."),
        ((OWNER, GUEST), None, "Waiting for Olga to start."),
    ],
)
def test_the_gold_line_says_what_is_waited_for(seats: tuple[SeatNews, ...], you: int | None, said: str) -> None:
    assert ask_in_lobby(news(*seats, you=you)) == (said, (), you == 0)


@pytest.mark.parametrize(
    ("after", "left", "prompt"),
    [
        ((), 9_000, "A stand-in played 50 for you · Waiting for Player 2 and Player 3."),
        ((), 0, "A stand-in played 50 for you · Waiting for Player 2 and Player 3."),
        ((ChoiceTakenBack(0),), 9_000, "Your turn: choose a card"),
    ],
)
def test_a_stand_ins_card_can_be_taken_back_until_the_clock_has_run_out(
    after: tuple[ChoiceTakenBack, ...], left: int, prompt: str
) -> None:
    """After that, the stand-in would play again at once."""
    game = dealt((10, 20, 30, 40), ((50, 60), (51, 61), (52, 62)))
    hidden = tuple(hand if at == 0 else None for at, hand in enumerate(game.table.hands))
    begun = Transcript(View(0, replace(game.table, hands=hidden)))
    shown = begun.after((StoodIn(0), CardLaid(0, 50), CardChosen(0), *after))
    news = RoomNews("playing", SEATS[:3], 0, Settings(), False, (), left)
    assert ask(ViewModel(shown, news)).text == prompt


def test_as_many_names_as_fit_are_shown_with_the_number_of_others() -> None:
    names = tuple(letter * 16 for letter in "ABCDEFGHIJ")
    for room in range(30, 200, 7):
        said = with_names(lambda most: listed(names, most), len(names), room)
        named = sum(name in said for name in names)
        assert named == 10 or f"and {10 - named} others" in said
        assert len(said) <= room or named == 1

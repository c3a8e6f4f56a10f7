"""What is said of another game, to whom."""

import pytest
from msgspec.structs import replace
from support.fake_session import EXPECTED, GUEST, OPEN, OWNER
from support.game_screen import seat_at
from support.play import dealt

from sixqp_protocol.facts import CardChosen, CardLaid, ChoiceTakenBack, Rules, StoodIn
from sixqp_protocol.messages import RoomNews, Said, SeatNews, Settings
from sixqp_tui.client.status import Connected
from sixqp_tui.engine.table import DraftWanted, RowWanted
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.prompts import game_prompt, lobby_prompt, rematch_prompt
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.widgets.common.chat import newest

SEATS = (
    SeatNews("Olga", "person", True, owner=True),
    SeatNews("Ann", "person", True),
    SeatNews("Bob", "person", True),
    SeatNews("Cid", "person", True),
)


@pytest.mark.parametrize(
    ("you", "ready", "may_wish", "prompt"),
    [
        (0, (), False, "r: another game with the same players"),
        (0, (1, 2), False, "Ann and Bob want another game · press r to start"),
        (1, (), True, "Press r to ask Olga for another game"),
        (1, (2,), True, "Bob wants another game · press r if you do too"),
        (1, (1,), False, "You want another game · Olga starts it"),
        (1, (1, 2, 3), False, "You and 2 others want another game · Olga starts it"),
        (1, (), False, "Olga can start another game"),
        (None, (1,), False, "Olga can start another game"),
    ],
)
def test_everybody_sees_who_wants_a_rematch_and_what_r_does(
    you: int | None, ready: tuple[int, ...], may_wish: bool, prompt: str
) -> None:
    news = RoomNews("lobby", SEATS, you, Settings(), 0, False, (), None, ready=ready)
    assert rematch_prompt(ViewModel(news=news, owner=you == 0), may_wish) == prompt


@pytest.mark.parametrize("decision", [RowWanted, DraftWanted])
def test_an_absent_player_is_marked_for_a_row_or_a_pick_too(decision: type[RowWanted | DraftWanted]) -> None:
    seat, _app = seat_at(10, Rules("classic" if decision is RowWanted else "draft"))
    seat.play_until(lambda game: isinstance(game.pending, decision) and game.pending.seat not in (0, 2))
    (awaited,) = seat.game.pending.seats if seat.game.pending else ()
    seat.goes_away(awaited)
    said = game_prompt(ViewModel(Transcript(seat.view), seat.news), 80)
    assert f"{seat.view.table.names[awaited]} (away)" in said


def test_a_lesson_without_the_landing_hint_says_what_enter_does() -> None:
    seat, _app = seat_at()
    card = seat.view.hand[0]
    model = ViewModel(Transcript(seat.view), seat.news, hint=False)
    assert game_prompt(model, 80, lifted=card) == f"Your turn: press Enter to play {card}"
    assert "press Enter" not in game_prompt(model._replace(hint=True), 80, lifted=card)


ALONE = (OWNER, OPEN, OPEN)


def news(*seats: SeatNews, you: int | None = 0) -> RoomNews:
    return RoomNews("lobby", seats, you, Settings(), 0, False, (), None)


@pytest.mark.parametrize(
    ("seats", "you", "said"),
    [
        (ALONE, 0, "Nobody else is here yet. Press b to seat a bot."),
        ((OWNER, EXPECTED), 0, "Waiting for Dana. Press b to seat a bot."),
        ((OWNER, GUEST, EXPECTED), 0, "Waiting for Dana. Press Enter to start anyway."),
        ((OWNER, GUEST), 0, "2 are seated. Press Enter to start."),
        ((OWNER, replace(GUEST, here=False)), 0, "Ann is away. Press Enter to start anyway."),
        ((OWNER, GUEST), 1, "Waiting for Olga to start."),
        ((OWNER, GUEST, EXPECTED), 1, "Waiting for Dana. Olga starts the game."),
        ((OWNER, GUEST), None, "Waiting for Olga to start."),
    ],
)
def test_the_gold_line_says_what_is_waited_for(seats: tuple[SeatNews, ...], you: int | None, said: str) -> None:
    assert lobby_prompt(news(*seats, you=you), Connected()).text == said
    assert lobby_prompt(news(*seats, you=you), Connected()).yours == (you == 0)


def test_the_newest_message_is_never_cut_off() -> None:
    said = [Said(0, "A", "first " * 30), Said(0, "A", "last " * 8)]
    lines = newest(said, 20, 3)
    assert len(lines) == 3
    assert lines[-1].plain.strip().endswith("last")


@pytest.mark.parametrize(
    ("after", "left", "prompt"),
    [
        ((), 9_000, "A stand-in played 50 for you · ⌫ takes it back"),
        ((), 0, "A stand-in played 50 for you · Waiting for Player 2 and Player 3"),
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
    news = RoomNews("playing", SEATS[:3], 0, Settings(), 0, False, (), left)
    assert game_prompt(ViewModel(shown, news), 80) == prompt

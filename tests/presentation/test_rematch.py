"""What is said of another game, to whom."""

import pytest

from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.presentation.rematch import rematch_prompt
from sixqp_tui.presentation.view_model import ViewModel

SEATS = (
    SeatNews("Olga", "person", True, owner=True),
    SeatNews("Ann", "person", True),
    SeatNews("Bob", "person", True),
    SeatNews("Cid", "person", True),
)


@pytest.mark.parametrize(
    ("you", "ready", "may_wish", "told"),
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
def test_everybody_reads_who_would_like_it_and_what_r_does(
    you: int | None, ready: tuple[int, ...], may_wish: bool, told: str
) -> None:
    news = RoomNews("lobby", SEATS, you, Settings(), 0, False, (), None, ready=ready)
    assert rematch_prompt(ViewModel(news=news, owner=you == 0), may_wish) == told

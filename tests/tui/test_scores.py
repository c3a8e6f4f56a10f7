"""The scores on the screen: after a round, and when the game is over."""

import pytest
from support.fake_session import FakeSession
from support.game_screen import seat_at
from support.pilots import run, settled, shown

from sixqp_protocol.facts import GameEnded, Rules
from sixqp_protocol.messages import Ready, Said, Start
from sixqp_tui.client.events import Talk
from sixqp_tui.presentation.plot import spread, totals_by_round
from sixqp_tui.presentation.seat_signs import SIGNS, seat_sign
from sixqp_tui.presentation.view_model import phase
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.score_sheet import ScoreSheet

SMALL = (80, 24)
LARGE = (120, 40)


@pytest.mark.slow
async def test_the_scores_of_a_round_are_shown_until_dismissed() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.round == 2)
        await pilot.pause()
        text = shown(pilot)
        assert "ROUND 1 IS OVER" in text and "Enter: on to round 2" in text
        assert "lobby" not in text and "rematch" not in text
        app.now += 1
        await pilot.press("enter")
        await pilot.pause()
        assert "Your turn" in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == []


@pytest.mark.slow
async def test_a_latecomer_is_not_shown_old_scores() -> None:
    seat, app = seat_at()
    seat.play_until(lambda game: game.table.round == 2)
    async with app.run_test(size=SMALL) as pilot:
        assert "Your turn" in shown(pilot)


@pytest.mark.slow
async def test_the_end_says_who_has_won() -> None:
    seat, app = seat_at(rules=Rules(limit=None, rounds=1))
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.pending is None)
        await pilot.pause()
        text = shown(pilot)
        best = min(seat.game.table.totals)
        winner = seat.state.names[seat.game.table.totals.index(best)]
        assert "ORDER OF FINISH" in text
        assert winner in text and f"{best} heads in 1 round" in text and "1 round played" in text
        await pilot.press("r", "b")
        assert seat.requests == [Start()]
        assert app.asked == ["lobby"]


@pytest.mark.slow
async def test_only_the_owner_starts_a_rematch() -> None:
    seat, app = seat_at(rules=Rules(limit=None, rounds=1), owner=False)
    seat.play_until(lambda game: game.pending is None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        assert Start() not in seat.requests


@pytest.mark.soak
async def test_ten_rounds_of_ten_players_are_all_readable() -> None:
    seat, app = seat_at(players=10, rules=Rules(limit=None, rounds=10))
    seat.play_until(lambda game: game.pending is None)
    async with run(app, SMALL) as pilot:
        await pilot.press("tab")
        await settled(pilot)
        assert all(name in shown(pilot) for name in seat.state.names if len(name) < 7)
        assert not app.game_screen.query_one(ScoreSheet).is_scrollable
        seen: set[str] = set()
        for _ in range(8):
            seen |= {line.split()[0] for line in shown(pilot).splitlines() if len(line.split()) == 11}
            await pilot.press("up")
        assert {str(number) for number in range(1, 11)} <= seen


async def test_each_of_ten_curves_ends_at_the_edge_with_sign_total_and_name() -> None:
    seat, app = seat_at(players=10, rules=Rules(limit=None, rounds=2))
    seat.play_until(lambda game: game.pending is None)
    async with run(app, LARGE) as pilot:
        await pilot.press("tab")
        await settled(pilot)
        curve = app.game_screen.query_one("#scores").query_one(Curve)
        lines, table = curve.render().lines(), seat.view.table
        ends = [line.split()[-3:] for line in lines[1:-1] if len(line.split()) > 2]
        ranked = sorted(
            range(10), key=lambda at: (-table.totals[at], at == table.names.index(seat.state.names[0]), at)
        )
        assert [end for end in ends if end[0] in SIGNS] == [
            [seat_sign(at), str(table.totals[at]), table.names[at]] for at in ranked
        ], "each label has its own sign, total and name"
        plot = "".join(line[7 : lines[-1].index("2")] for line in lines[1:-1])
        end = lines[-1].index("2") + 1
        assert not any(line[end : end + 2].strip() for line in lines[1:-1]), "no sign stands beside the plot"
        assert not set(SIGNS) & set(plot), "each sign stands once, at the end"
        assert max(map(len, lines)) >= LARGE[0] - 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wished", "lines"), [([1, 4, 9], [1, 4, 9]), ([3, 3, 3], [3, 4, 5]), ([8, 9, 9, 9], [6, 7, 8, 9]), ([], [])]
)
def test_equal_totals_end_on_separate_lines(wished: list[int], lines: list[int]) -> None:
    assert spread(wished, 9) == lines


@pytest.mark.slow
async def test_an_abandoned_game_says_so() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        seat.becomes(milliseconds_left=60000)
        await pilot.pause()
        assert " 60 s" in shown(pilot)
        ended = (GameEnded("abandoned"),)
        seat.happen(ended, seat.game.after(ended))
        await pilot.pause()
        assert " 60 s" not in shown(pilot)
        assert "GAME OVER" in shown(pilot) and "The table gave up the game" in shown(pilot)


@pytest.mark.slow
def test_the_phase_follows_from_facts_and_news() -> None:
    seat = FakeSession.at_game(rules=Rules("draft", limit=None, rounds=1))
    assert phase(seat.view, None) == "draft"
    seat.play_until(lambda game: game.table.turn == 1)
    assert phase(seat.view, seat.news) == "table"
    seat.play_until(lambda game: game.pending is None)
    assert phase(seat.view, seat.news) == "over"
    assert totals_by_round(seat.view.table, 0) == (0, seat.view.table.totals[0])


@pytest.mark.slow
async def test_chat_over_the_scores_is_visible_in_a_small_window() -> None:
    seat, app = seat_at(rules=Rules(limit=None, rounds=1))
    seat.play_until(lambda game: game.pending is None)
    async with app.run_test(size=SMALL) as pilot:
        seat.tell(Talk(Said(1, "Alice", "well played")))
        await pilot.pause()
        assert "Alice: well played" in shown(pilot)


@pytest.mark.slow
async def test_a_guest_asks_only_once_for_another_game() -> None:
    seat, app = seat_at(4, Rules(limit=20), owner=False)
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.ended is not None)
        await pilot.pause()
        await pilot.press("r")
        assert seat.requests == [Ready()]
        seat.becomes(ready=(0, 1))
        await pilot.pause()
        assert "You and Alice want another game" in shown(pilot)
        await pilot.press("r")
        assert seat.requests == [Ready()]

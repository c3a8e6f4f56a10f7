"""The coach beside who plays alone, on the screen."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from features.coach.scenes import AtOnce, seat_with
from support.lanes import with_soaks
from support.pilots import keys, run, settled, shown

from sixqp_protocol.messages import SeatNews
from sixqp_tui.analysis.judgement import judge
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision
from sixqp_tui.features.coach.advice import CardCosts, cannot_answer
from sixqp_tui.joining.player import Player
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.tables import Tables
from sixqp_tui.tui.widgets.game.hand import HandFigures, HandRow


class Noting(AtOnce):
    """Notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Moment] = []

    async def judge(self, moment: Moment) -> Decision | None:
        self.asked.append(moment)
        return await super().judge(moment)

    async def weigh(self, moment: Moment) -> CardCosts | None:
        self.asked.append(moment)
        return await super().weigh(moment)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), with_soaks([(80, 22), (120, 40), (200, 60)]))
async def test_a_key_weighs_the_cards_below_the_hand_until_one_is_laid(width: int, height: int) -> None:
    coach = Noting()
    seat, app = seat_with(coach)
    async with run(app, (width, height)) as pilot:
        await settled(pilot)
        bars, hand = app.game_screen.query_one(HandFigures), app.game_screen.query_one(HandRow)
        assert "weigh" in keys(pilot) and not bars.display and not coach.asked, "nothing is said unless asked for"
        await pilot.press("b")
        await settled(pilot)
        assert bars.display and len(bars.figures) == len(seat.view.hand)
        assert bars.region.y == hand.region.bottom and bars.region.height == (2 if height < 30 else 3), (
            "the hand is not covered"
        )
        await pilot.press("b")
        await settled(pilot)
        assert not bars.display
        await pilot.press("b", "2", "enter")
        await settled(pilot)
        assert not bars.display and "weigh" not in keys(pilot)


@pytest.mark.soak
async def test_only_a_costly_turn_shows_a_coach_line() -> None:
    coach = Noting()
    seat, app = seat_with(coach)
    async with run(app, (120, 40)) as pilot:
        seat.play_turn()
        await settled(pilot)
        assert not coach.asked, "nobody has asked yet"
        await pilot.press("b")
        await settled(pilot)
        coach.asked.clear()
        while not (coach.asked and judge(coach.asked[-1], 60).cost):
            assert "Coach" not in shown(pilot)
            seat.play_turn()
            await settled(pilot)
        made = coach.asked[-1].made
        assert f"Coach: played {made}, best was" in shown(pilot)
        await pilot.press("l")
        await settled(pilot)
        assert isinstance(app.screen, LogScreen) and f"Coach: played {made}, best was" in shown(pilot)


class Broken:
    """A coach whose process is gone."""

    asked = 0

    async def judge(self, moment: Moment) -> Decision | None:
        self.asked += 1
        return None

    async def weigh(self, moment: Moment) -> CardCosts | None:
        return None


@pytest.mark.slow
async def test_a_failing_coach_is_reported_once_and_the_game_continues() -> None:
    coach = Broken()
    seat, app = seat_with(coach)
    async with run(app, notifications=True) as pilot:
        await pilot.press("b")
        for _turn in range(3):
            seat.play_turn()
            await settled(pilot)
        assert coach.asked == 3 and app.notices == [cannot_answer()]
        assert seat.view.table.turn == 4


@pytest.mark.soak
async def test_the_coach_is_not_offered_with_another_person_at_the_table() -> None:
    coach = Noting()
    seat, app = seat_with(coach)
    seat.becomes(seats=(*seat.news.seats, SeatNews("Bob", "person", True)))
    async with run(app) as pilot:
        await pilot.press("b")
        seat.play_turn()
        await settled(pilot)
        assert not coach.asked and "weigh" not in keys(pilot)


async def test_home_seats_the_coach_in_a_solo_game(own_home: Path) -> None:
    async with AsyncExitStack() as stack:
        tables = Tables(Player("Zoé"), stack)
        assert (await tables.play_alone()).game_screen

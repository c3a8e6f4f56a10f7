"""A coach on the screen, and one who answers at once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.fake_session import FakeSession
from support.game_screen import GameApp, seat_at
from support.pilots import State, press, run, settled
from textual.pilot import Pilot

from sixqp_tui.analysis.judgement import judge, weigh_cards
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision
from sixqp_tui.features.coach.advice import CardCosts
from sixqp_tui.features.coach.coach import Coach
from sixqp_tui.features.coach.screen import CoachedScreen


class AtOnce(Coach):
    """A coach who needs no process, and notes what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Moment] = []

    async def judge(self, moment: Moment) -> Decision | None:
        self.asked.append(moment)
        return judge(moment, 60)

    async def weigh(self, moment: Moment) -> CardCosts | None:
        self.asked.append(moment)
        return weigh_cards(moment, 60)


class Broken(AtOnce):
    """A coach whose process is gone."""

    async def judge(self, moment: Moment) -> None:
        self.asked.append(moment)

    async def weigh(self, _moment: Moment) -> None:
        """Nobody is there to answer."""


def seat_with(coach: Coach) -> tuple[FakeSession, GameApp]:
    """A game of four with this coach beside seat 0."""
    return seat_at(make_screen=lambda stay: CoachedScreen(stay, coach))


@asynccontextmanager
async def _weighed() -> AsyncIterator[Pilot[Any]]:
    _seat, app = seat_with(AtOnce())
    async with run(app) as pilot:
        await press(pilot, "2", "b")
        yield pilot


@asynccontextmanager
async def _coached() -> AsyncIterator[Pilot[Any]]:
    """A turn of a game with a coach has cost something, and the cards for the next one are weighed."""
    seat, app = seat_with(AtOnce())
    async with run(app) as pilot:
        screen = app.game_screen
        assert isinstance(screen, CoachedScreen)
        await pilot.press("b")
        while not any(line.sentence.startswith("Coach") for line in screen.pane.model.log):
            seat.play_turn()
            await settled(pilot)
        await press(pilot, "b")
        yield pilot


STATES: dict[str, State] = {
    "table_coached": _coached,
    "table_weighed": _weighed,
}

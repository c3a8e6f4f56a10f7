"""A coach on the screen, and one who answers at once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.fake_session import FakeSession
from support.game_screen import GameApp, seat_at
from support.pilots import run, settled
from support.scenes import Scene
from textual.pilot import Pilot

from sixqp_tui.analysis.judgement import judge, weigh_cards
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision
from sixqp_tui.features.coach.advice import CardCosts, Coach
from sixqp_tui.features.coach.screen import CoachedScreen


class AtOnce:
    """A coach who needs no process."""

    async def judge(self, moment: Moment) -> Decision | None:
        return judge(moment, 60)

    async def weigh(self, moment: Moment) -> CardCosts | None:
        return weigh_cards(moment, 60)


def seat_with(coach: Coach) -> tuple[FakeSession, GameApp]:
    """A game of four with this coach beside seat 0."""
    return seat_at(make_screen=lambda session, preferences, said: CoachedScreen(session, preferences, said, coach))


@asynccontextmanager
async def _weighed() -> AsyncIterator[Pilot[Any]]:
    _seat, app = seat_with(AtOnce())
    async with run(app) as pilot:
        await pilot.press("2", "b")
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def _coached() -> AsyncIterator[Pilot[Any]]:
    """A turn of a game with a coach has cost something, and the cards for the next one are weighed."""
    seat, app = seat_with(AtOnce())
    async with run(app) as pilot:
        screen = app.game_screen
        assert isinstance(screen, CoachedScreen)
        await pilot.press("b")
        while not screen.coach_log.notes:
            seat.play_turn()
            await settled(pilot)
        await pilot.press("b")
        await settled(pilot)
        yield pilot


STATES: dict[str, Scene] = {
    "table_coached": _coached,
    "table_weighed": _weighed,
}

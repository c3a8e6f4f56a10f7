"""Reviews on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from features.review import kept_reviews
from msgspec.structs import replace
from support.pilots import State, at_screen, press, settled
from textual.pilot import Pilot

from sixqp_tui.analysis.result import SeatReview
from sixqp_tui.features.review.screen import ReviewScreen


async def reviewed(pilot: Pilot[Any]) -> ReviewScreen:
    """The review in front, when all of it is found out."""
    screen = pilot.app.screen
    while not (isinstance(screen, ReviewScreen) and screen.review):
        await pilot.pause()
        screen = pilot.app.screen
    await settled(pilot)
    return screen


def review(*keys: str, kept: kept_reviews.Kept = "classic", of: int = 0) -> State:
    """The review of a game that is over, or with `of` what was found out of as many tasks, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        found = kept_reviews.review(kept)
        if of:
            seats = (SeatReview(0, found.seats[0].decisions[:4], {}), *(SeatReview(at, (), {}) for at in (1, 2, 3)))
            found = replace(found, done=4, tasks=of, seats=seats)
        job = kept_reviews.FakeJob(found)
        screen = ReviewScreen(kept_reviews.game(kept), begin=lambda _game: job)
        async with at_screen(screen) as pilot:
            await reviewed(pilot)
            await press(pilot, *keys)
            yield pilot

    return scene


@asynccontextmanager
async def _review_begun() -> AsyncIterator[Pilot[Any]]:
    """A game that is being looked into: 54 of 135 parts."""
    job = kept_reviews.HeldJob(kept_reviews.review("classic"), (14, 54))
    screen = ReviewScreen(kept_reviews.game("classic"), begin=lambda _game: job)
    async with at_screen(screen) as pilot:
        for _ in range(2):
            before = screen.bar.progress
            job.go_on()
            while screen.bar.progress == before:
                await pilot.pause()
        await settled(pilot)
        yield pilot
        job.finish()


STATES: dict[str, State] = {
    "review": review("down"),
    "review_all": review("t", *["down"] * 9),
    "review_pick": review("s", "t", "home", *["down"] * 8, kept="draft"),
    "review_begun": _review_begun,
}

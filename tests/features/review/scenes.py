"""Reviews on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from features.review import kept_reviews
from support.pilots import State, at_screen, press, settled, until
from textual.pilot import Pilot

from sixqp_tui.features.review.screen import ReviewScreen


async def reviewed(pilot: Pilot[Any]) -> ReviewScreen:
    """The review in front, when all of it is found out."""
    screen = pilot.app.screen
    while not (isinstance(screen, ReviewScreen) and screen.review):
        await pilot.pause()
        screen = pilot.app.screen
    await settled(pilot)
    return screen


def review(*keys: str, kept: kept_reviews.Kept = "classic") -> State:
    """The review of a game that is over, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        screen = ReviewScreen(kept_reviews.game(kept), make=lambda *_given: kept_reviews.review(kept))
        async with at_screen(screen) as pilot:
            await reviewed(pilot)
            await press(pilot, *keys)
            yield pilot

    return scene


@asynccontextmanager
async def _review_begun() -> AsyncIterator[Pilot[Any]]:
    """A game that is being looked into: 54 of 135 parts."""
    held = kept_reviews.HeldReview()
    screen = ReviewScreen(kept_reviews.game("classic"), make=held)
    async with at_screen(screen) as pilot:
        await until(pilot, lambda: screen.bar.progress == 54)
        await settled(pilot)
        yield pilot
        held.may_go_on.set()


STATES: dict[str, State] = {
    "review": review("down"),
    "review_all": review("t", *["down"] * 9),
    "review_pick": review("s", "t", "home", *["down"] * 8, kept="draft"),
    "review_begun": _review_begun,
}

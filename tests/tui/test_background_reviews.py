"""Games are reviewed in the background where the player wants it, and never during a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event

import pytest
from support.pilots import at_home
from support.screens import FakeWorld
from textual.pilot import Pilot

from sixqp_tui.presentation.feature import Hook
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.background_reviews import BackgroundReviews

pytestmark = pytest.mark.slow
SECONDS = 20


@dataclass
class HeldReviews:
    """Two games wait; the first step is done, and each further one when a test allows it."""

    asked: list[Sequence[str]] = field(default_factory=list)
    closed: Event = field(default_factory=Event)
    may: Event = field(default_factory=Event)

    def review(self, ids: Sequence[str], _jobs: int) -> Iterator[tuple[int, int]]:
        self.asked.append(ids)
        try:
            for done in range(4):
                yield done, 4
                self.may.wait(SECONDS)
        finally:
            self.closed.set()


async def finished(pilot: Pilot[object]) -> None:
    for worker in [each for each in pilot.app.workers if each.group == "reviews"]:
        await worker.wait()


async def test_reviews_begin_only_where_wanted_and_are_not_repeated() -> None:
    held = HeldReviews()
    held.may.set()
    hooks: dict[str, Hook] = {"games_to_review": lambda: ("a", "b"), "review_games": held.review}
    async with at_home(FakeWorld(hooks=hooks)) as pilot:
        app = pilot.app
        assert isinstance(app, SixqpApp)
        app.reviews.consider()
        await finished(pilot)
        assert not held.asked
        app.preferences.set("review", True)
        app.reviews.consider()
        await finished(pilot)
        app.reviews.consider()
        await finished(pilot)
        assert held.asked == [["a", "b"], []]


async def test_the_notification_waits_until_the_player_has_left_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = HeldReviews()
    hooks: dict[str, Hook] = {"games_to_review": lambda: ("a",), "review_games": held.review}
    said: list[str] = []
    tables = ["a finish is on the screen"]
    async with at_home(FakeWorld()) as pilot:
        monkeypatch.setattr(pilot.app, "notify", lambda sentence, **_: said.append(sentence))
        reviews = BackgroundReviews(
            pilot.app,
            hooks,
            wanted=lambda: True,
            playing=lambda: False,
            at_table=lambda: bool(tables),
            warn=said.append,
        )
        reviews.consider()
        while reviews.progress is None:
            await pilot.pause()
        reviews.consider()
        assert not said
        tables.clear()
        reviews.consider()
        reviews.consider()
        assert len(said) == 1
        held.may.set()
        await finished(pilot)


@pytest.mark.parametrize("why", ["a game begins", "the player stops it"])
async def test_reviews_stop_at_once(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldReviews()
    hooks: dict[str, Hook] = {"games_to_review": lambda: ("a",), "review_games": held.review}
    async with at_home(FakeWorld(hooks=hooks)) as pilot:
        app = pilot.app
        assert isinstance(app, SixqpApp)
        app.preferences.set("review", True)
        app.reviews.start()
        if why == "a game begins":
            monkeypatch.setattr(SixqpApp, "playing", True)
        else:
            app.reviews.stop()
        held.may.set()
        await finished(pilot)
        assert held.closed.is_set() and not app.reviews.running and app.reviews.progress is None
        app.reviews.consider()
        assert not app.reviews.running

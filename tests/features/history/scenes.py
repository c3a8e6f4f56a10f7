"""The history on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from support.past_games import FakeHistory, in_utc
from support.pilots import at_home, settled
from support.scenes import Scene
from support.screens import FakeWorld
from textual.pilot import Pilot


def history(history: Callable[[], FakeHistory], *keys: str) -> Scene:
    """The first screen with this history, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        made = history()
        with in_utc():
            async with at_home(FakeWorld(instead=made.instead)) as pilot:
                for key in keys:
                    await pilot.press(key)
                    await settled(pilot)
                    for worker in [each for each in pilot.app.workers if each.node is pilot.app.screen]:
                        await worker.wait()
                    await settled(pilot)
                yield pilot

    return scene


EVERY: dict[str, Scene] = {
    "games": history(FakeHistory, "y", "down"),
    "all scores": history(lambda: FakeHistory(30), "s"),
}
STATES: dict[str, Scene] = {
    "games": history(FakeHistory, "y", "down", "down"),
    "games_none": history(lambda: FakeHistory(0), "y"),
    "games_damaged": history(lambda: FakeHistory(unreadable=(Path("games/0123456789ab.json.gz"),)), "y"),
    "games_delete": history(FakeHistory, "y", "d"),
    "all_scores": history(lambda: FakeHistory(30), "s"),
    "all_scores_few": history(lambda: FakeHistory(4), "s"),
    "all_scores_below": history(lambda: FakeHistory(30), "s", "end"),
    "all_scores_selected": history(FakeHistory, "s", "v"),
}

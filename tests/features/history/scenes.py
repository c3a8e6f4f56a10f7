"""The history on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from features.history.past_games import past_games
from support.pilots import State, at_home, settled
from support.screens import FakeWorld
from textual.pilot import Pilot


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press these keys, and after each wait until what it has opened is read."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)
        for worker in [each for each in pilot.app.workers if each.node is pilot.app.screen]:
            await worker.wait()
        await settled(pilot)


def history(count: int, *keys: str, damaged: bool = False) -> State:
    """The first screen of somebody who has played so many games, after these keys.

    `damaged`: one of their files is none, and the picture doesn't say in which folder.
    """

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        path = "sixqp_tui.features.history.words.clean_path"
        with past_games(count) as home, patch(path, lambda path: f"games/{path.name}"):
            if damaged:
                (home / "games" / "0123456789ab.json.gz").write_bytes(b"no game")
            async with at_home(FakeWorld()) as pilot:
                await press(pilot, *keys)
                yield pilot

    return scene


STATES: dict[str, State] = {
    "games": history(12, "y", "down", "down"),
    "games_damaged": history(12, "y", damaged=True),
    "games_delete": history(12, "y", "d"),
    "all_scores": history(30, "s"),
}

"""Puzzles on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from features.puzzles.examples import PUZZLES, HeldSearch, Memory, own_series, series_of
from support.past_games import in_utc
from support.pilots import app_at, run, settled, shown, until
from support.scenes import Scene
from support.screens import FakeWorld
from textual.pilot import Pilot

from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch, Searched
from sixqp_tui.features.puzzles.progress import PuzzleProgress
from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.features.puzzles.screen import PuzzleScreen, ask_puzzles
from sixqp_tui.features.puzzles.search_screen import search_own_puzzles
from sixqp_tui.features.puzzles.series import OpenSeries, PuzzleSeries
from sixqp_tui.presentation.feature import Hook
from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import AtFeature
from sixqp_tui.tui.widgets.common.background_work import BackgroundWork


@asynccontextmanager
async def at_own_puzzles(search: OwnPuzzleSearch) -> AsyncIterator[Pilot[Any]]:
    """The app, opened with the search for puzzles in the player's own games."""

    def open_search(app: SixqpApp, end: Callable[[None], None]) -> None:
        search_own_puzzles(app, on_close=end, begin=lambda: search)

    async with run(app_at(AtFeature(open_search))) as pilot:
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def at_puzzles(
    series: PuzzleSeries, pace: PaceName = "off", problem: str = "", hooks: Mapping[str, Hook] | None = None
) -> AsyncIterator[Pilot[Any]]:
    """The app, opened with puzzles."""
    puzzles = OpenSeries(series, lambda: problem)
    opening = AtFeature(lambda app, end: ask_puzzles(app, puzzles, end))
    async with run(app_at(opening, FakeWorld(hooks=hooks or {}), pace)) as pilot:
        await settled(pilot)
        yield pilot


def puzzle(*keys: str, answered: int = 0, puzzles: tuple[Puzzle, ...] = PUZZLES[:1]) -> Scene:
    """A puzzle after these keys, of a day of which this many are answered."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        memory = Memory(PuzzleProgress(days={"2026-11-22": (0, 31, 0, 24)[:answered], "2026-11-21": (0,) * 5}))
        async with at_puzzles(series_of(memory, puzzles, endless=len(puzzles) < 5)) as pilot:
            await pilot.press(*keys)
            await settled(pilot)
            yield pilot

    return scene


def own_puzzle(*keys: str, own: int = 2) -> Scene:
    """A puzzle of a game of the player's own, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        with in_utc():
            async with at_own_puzzles(HeldSearch(own_series(own=own))) as pilot:
                await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
                await pilot.press(*keys)
                await settled(pilot)
                yield pilot

    return scene


@asynccontextmanager
async def _puzzle_search() -> AsyncIterator[Pilot[Any]]:
    """While puzzles are looked for in the third of seven games."""
    search = HeldSearch(own_series(), Searched(240, 3, 7, 12))
    async with at_own_puzzles(search) as pilot:
        await until(pilot, lambda: "12" in shown(pilot))
        yield pilot
        search.go_on()


@asynccontextmanager
async def _no_own_puzzle() -> AsyncIterator[Pilot[Any]]:
    async with at_own_puzzles(HeldSearch(None)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query_one(BackgroundWork).failed)
        yield pilot


EVERY: dict[str, Scene] = {
    "puzzle": puzzle("3"),
}
STATES: dict[str, Scene] = {
    "puzzle": puzzle("3"),
    "puzzle_wrong": puzzle("3", "enter"),
    "puzzle_turn": puzzle("4", "enter", "space"),
    "puzzle_draft": puzzle("2", puzzles=PUZZLES[1:2]),
    "puzzle_own": own_puzzle("3"),
    "puzzle_own_wrong": own_puzzle("3", "enter"),
    "puzzle_others_right": own_puzzle("4", "enter", own=0),
    "puzzle_search": _puzzle_search,
    "puzzle_none": _no_own_puzzle,
    "puzzle_last": puzzle("1", "enter", answered=4, puzzles=PUZZLES),
}

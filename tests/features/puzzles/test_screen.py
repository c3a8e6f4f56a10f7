"""The screen of the puzzles: answered by the keys and the mouse of a table, told, and left."""

import pytest
from features.puzzles.examples import PUZZLES, HeldSearch, Memory, own_series, series_of
from features.puzzles.scenes import at_own_puzzles, at_puzzles
from support.pilots import app_of, at_home, keys, settled, shown, until
from support.screens import FakeWorld

from sixqp_tui.features.puzzles.own_puzzle_search import Searched
from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.features.puzzles.screen import PuzzleScreen, ask_puzzles
from sixqp_tui.features.puzzles.search_screen import search_own_puzzles
from sixqp_tui.features.puzzles.series import OpenSeries
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.home import HomeScreen

SIXTH: tuple[Puzzle, ...] = PUZZLES[:1]


@pytest.mark.slow
async def test_keys_lift_and_lay_a_card_and_the_answer_rates_every_card() -> None:
    memory = Memory()
    async with at_puzzles(series_of(memory, SIXTH, endless=True)) as pilot:
        await pilot.press("enter")
        assert not memory.progress.puzzles, "You played nothing that was not lifted"
        await pilot.press("3", "enter")
        await settled(pilot)
        said = shown(pilot)
        assert "Not the 50: it costs 3.7 heads more than the 76." in said
        assert all(figure in said for figure in ("+4.4", "+4.0", "+3.7", "best", "+4.2"))
        assert memory.progress.puzzles == {SIXTH[0].id: 37}
        assert keys(pilot) >= {"next", "turn"}
        await pilot.press("4", "enter")
        await settled(pilot)
        assert "Not the 50" not in shown(pilot), "Enter went on; an answer stands"


@pytest.mark.slow
async def test_a_click_lifts_a_card_and_a_second_one_lays_it() -> None:
    memory = Memory()
    async with at_puzzles(series_of(memory, SIXTH, endless=True)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        place = (screen.table.hand.x_of(3) + 1, 2)
        await pilot.click(screen.table.hand, offset=place)
        assert screen.table.hand.lifted == 76
        await pilot.click(screen.table.hand, offset=place)
        await settled(pilot)
        assert "Right! The 76 is the best card." in shown(pilot)
        assert memory.progress.puzzles == {SIXTH[0].id: 0}


@pytest.mark.soak
async def test_space_toggles_the_turn_and_the_animation_ends_with_its_puzzle() -> None:
    async with at_puzzles(series_of(puzzles=SIXTH, endless=True), pace="slow") as pilot:
        await pilot.press("4", "enter", "space")
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert screen.model.table.to_place
        await pilot.press("space")
        assert screen.model.table.turn == 5
        await pilot.press("space", "enter")
        assert screen.model.view.wanted


@pytest.mark.slow
async def test_the_last_daily_puzzle_shows_a_line_to_share_and_copies_it() -> None:
    memory = Memory()
    series = series_of(memory)
    async with at_puzzles(series) as pilot:
        for number in range(5):
            assert ("copy" in keys(pilot)) is False
            await pilot.press("1", "enter")
            if number < 4:
                await pilot.press("enter")
        await settled(pilot)
        assert "sixqp puzzles 2026-11-22  " in shown(pilot)
        await pilot.press("y")
        assert app_of(pilot).clipboard == series.share_line()


async def test_unsaved_progress_is_reported_and_blocks_nothing() -> None:
    async with at_puzzles(series_of(), problem="These answers are not kept.") as pilot:
        assert "These answers are not kept." in shown(pilot)
        await pilot.press("1", "enter")
        await settled(pilot)
        assert "These answers are not kept." not in shown(pilot)


def ask_those_of_the_day(app: SixqpApp) -> None:
    ask_puzzles(app, OpenSeries(series_of()))


@pytest.mark.soak
async def test_own_puzzles_are_searched_played_and_left_for_the_daily_ones() -> None:
    search = HeldSearch(own_series(), Searched(0, 1, 2, 0), Searched(150, 2, 2, 1), Searched(160, 2, 2, 1))

    def search_own(app: SixqpApp) -> None:
        search_own_puzzles(app, begin=lambda: search)

    async with at_puzzles(series_of()) as pilot:
        app = app_of(pilot)
        assert "own" not in keys(pilot), "there are no games to be searched"
        app.hooks |= {"own_puzzles": search_own, "daily_puzzles": ask_those_of_the_day}
        await pilot.press("g")
        await until(pilot, lambda: "Searching your games: 1 of 2" in shown(pilot))
        assert "begin" not in keys(pilot)
        search.go_on()
        await until(pilot, lambda: "Enter: start with 1 puzzle." in shown(pilot))
        await pilot.press("enter")
        search.go_on()
        await until(pilot, lambda: "Your game of" in shown(pilot))
        await pilot.press("4", "enter")
        await settled(pilot)
        assert "In that game you played the 43: +4.0 heads." in shown(pilot)
        await pilot.press("g")
        await until(pilot, lambda: "2026-11-22 · puzzle 1 of 5" in shown(pilot))
        await pilot.press("q")
        assert not isinstance(app.screen, PuzzleScreen), "they were asked on one screen"


@pytest.mark.slow
async def test_own_games_without_a_puzzle_show_a_hint_in_the_current_language() -> None:
    async with at_own_puzzles(HeldSearch(None)) as pilot:
        await until(pilot, lambda: "In your 7 games, no card was ever" in shown(pilot))
        app_of(pilot).preferences.set("language", "fr")
        await until(pilot, lambda: "Sur vos 7 parties" in shown(pilot))
        await pilot.press("escape")
    assert pilot.app.return_code == 0


@pytest.mark.slow
async def test_puzzles_are_opened_from_home_and_return_there() -> None:
    async with at_home(FakeWorld(hooks={"daily_puzzles": ask_those_of_the_day})) as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        assert "puzzles: find the best card" in shown(pilot)
        await pilot.press("z")
        await settled(pilot)
        assert isinstance(pilot.app.screen, PuzzleScreen)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)

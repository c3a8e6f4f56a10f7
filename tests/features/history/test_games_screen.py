"""The games that were played and the scores of all of them: what their keys do, and what goes wrong."""

from threading import Event
from typing import Any

import pytest
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.games import EVENING
from support.past_games import FakeHistory
from support.pilots import at_a_table, at_home, settled, shown
from support.play import played
from support.screens import FakeWorld
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_tui.features.history.game_index import OnProgress
from sixqp_tui.features.history.game_list import (
    EveningRow,
    GameRow,
    ListedGames,
    list_rows,
    players_fitting,
    standings,
)
from sixqp_tui.features.history.games_screen import GamesScreen
from sixqp_tui.features.history.scores_screen import ScoresScreen
from sixqp_tui.features.history.summary import GameSummary, SeatSummary, evenings
from sixqp_tui.features.history.widgets import GameList
from sixqp_tui.features.replay.screen import ReplayScreen
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.home import HomeScreen


def world(history: FakeHistory) -> FakeWorld:
    return FakeWorld(instead=history.instead)


async def press(pilot: Pilot[Any], *pressed: str) -> str:
    """What stands on the screen after these keys."""
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()
    await settled(pilot)
    return shown(pilot)


async def press_until_loaded(pilot: Pilot[Any], *pressed: str) -> None:
    """Press these keys, and wait until the list that they have opened is read."""
    await press(pilot, *pressed)
    for worker in [each for each in pilot.app.workers if each.node is pilot.app.screen]:
        await worker.wait()
    await settled(pilot)


def pointed(pilot: Pilot[Any]) -> GameRow:
    """The game that is pointed at."""
    row = pilot.app.screen.query_one(GameList).game
    assert row
    return row


@pytest.mark.soak
async def test_closing_a_replay_or_review_returns_to_the_list_of_games() -> None:
    history = FakeHistory()
    async with at_home(world(history)) as pilot:
        await press_until_loaded(pilot, "y")
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GamesScreen) and pointed(pilot).number == 2
        assert ("load", pointed(pilot).game.id) in history.asked
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "q", "s", "y")
        assert isinstance(pilot.app.screen, GamesScreen) and len(pilot.app.screen_stack) == 2
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.soak
async def test_the_mouse_selects_and_opens_a_game() -> None:
    history = FakeHistory()
    async with at_home(world(history)) as pilot:
        await press_until_loaded(pilot, "y")
        await pilot.click(GameList, offset=(12, 0))
        assert pointed(pilot).number == 1, "an evening is no game"
        place = 6
        await pilot.click(GameList, offset=(12, place))
        assert pointed(pilot).number == 5
        await pilot.resize_terminal(80, 22)
        await settled(pilot)
        await pilot.click(GameList, offset=(12, place))
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)


@pytest.mark.slow
async def test_a_game_is_deleted_only_after_confirmation() -> None:
    history = FakeHistory()
    async with at_home(world(history)) as pilot:
        await press_until_loaded(pilot, "y")
        await press(pilot, "down")
        assert pointed(pilot).number == 2
        await press(pilot, "d", "escape")
        assert not history.deleted
        gone, before = pointed(pilot).game.id, pilot.app.screen.query_one(GameList).option_count
        await press(pilot, "d", "x")
        assert history.deleted == {gone}
        assert pilot.app.screen.query_one(GameList).option_count == before - 1
        assert pointed(pilot).number == 2, "the pointer stays where it was"


@pytest.mark.slow
async def test_the_path_of_an_export_and_any_error_are_shown() -> None:
    history = FakeHistory()
    async with at_home(world(history)) as pilot:
        await press_until_loaded(pilot, "y")
        assert f"sixqp-{pointed(pilot).game.id}.html" in await press(pilot, "e")
        assert ".html" not in await press(pilot, "down")
        history.refusal = "The disk refuses it."
        assert "The disk refuses it." in await press(pilot, "e")
        assert "The disk refuses it." in await press(pilot, "r"), "the list stays, and the screen goes on"
        assert pointed(pilot).number == 2
        assert "The disk refuses it." in await press(pilot, "s")
        assert isinstance(pilot.app.screen, ScoresScreen)


async def test_a_key_chooses_the_variant_whose_scores_are_counted() -> None:
    history = FakeHistory()
    async with at_home(world(history)) as pilot:
        await press_until_loaded(pilot, "s")
        assert "12 games" in shown(pilot) and "LAST EVENINGS" in shown(pilot)
        for variant, games in (("classic", "7 games"), ("tactic", "1 game"), ("draft", "4 games")):
            await press_until_loaded(pilot, "v")
            assert history.asked[-1] == ("count", variant)
            assert f"{variant} · {games}" in shown(pilot) and f"EVERYBODY · {variant}" in shown(pilot)
            assert "LAST EVENINGS" not in shown(pilot)
        await press_until_loaded(pilot, "v")
        assert history.asked[-1] == ("count", None)


async def test_reading_can_be_stopped_and_resumed() -> None:
    class Slow(FakeHistory):
        def list_games(self, on_progress: OnProgress) -> ListedGames:
            on_progress(400, 10_000)
            goes_on.wait()
            return super().list_games(on_progress)

    history, goes_on = Slow(4), Event()
    async with at_home(world(history)) as pilot:
        assert "400 of 10000" in await press(pilot, "y")
        assert "Stopped" in await press(pilot, "escape")
        goes_on.set()
        assert "1 of 4 games" in await press(pilot, "r")


@pytest.mark.soak
async def test_a_very_long_list_shows_the_newest_games_and_more_on_demand() -> None:
    seat = SeatSummary("Zoé", "aa" * 32, 3, 1, (3,))

    def game(number: int) -> GameSummary:
        ended = EVENING - 9000 * number
        return GameSummary(
            f"{number:012x}", f"{number // 3}", number, "Salon", None, ended, "classic", "rounds", False, (seat,)
        )

    games = tuple(map(game, range(10_000)))
    kept = ListedGames(games, tuple(evenings(games)), (), ())

    class Long(FakeHistory):
        def list_games(self, on_progress: OnProgress) -> ListedGames:
            return kept

    async with at_home(world(Long())) as pilot:
        await press_until_loaded(pilot, "y")
        listed = pilot.app.screen.query_one(GameList)
        await press(pilot, "end")
        assert listed.game is None and "10000 games" in shown(pilot) and "more games…" in shown(pilot)
        await press(pilot, "enter")
        assert pointed(pilot).number == 201, "where the line was"
        await press(pilot, "up")
        assert pointed(pilot).number == 200
        await press(pilot, "end", "up")
        assert pointed(pilot).number == 400
        await press(pilot, "pageup", "home")
        assert pointed(pilot).number == 1
        assert listed.scroll_offset.y == 0, "the evening of the first game shows"


@pytest.mark.slow
def test_your_own_result_is_never_cut_off() -> None:
    (game,) = FakeHistory(1).list_games(lambda done, of: None).games
    last = standings(game, ())[-1]
    own = (game.seats[last.seat].key,)
    for room in range(34, 60):
        text = "".join(span.text for span in players_fitting(game, own, room))
        assert last.text.text in text and len(text) <= room


@pytest.mark.slow
def test_each_game_is_listed_once_below_its_evening() -> None:
    kept = FakeHistory().list_games(lambda done, of: None)
    rows = list_rows(kept, 200)
    assert [row.number for row in rows if isinstance(row, GameRow)] == list(range(1, 13))
    assert sum(isinstance(row, EveningRow) for row in rows) == 4
    assert isinstance(rows[0], EveningRow)
    assert [row.number for row in list_rows(kept, 3) if isinstance(row, GameRow)] == [1, 2, 3]


@pytest.mark.soak
async def test_after_a_game_a_key_opens_the_list_and_the_next_game_closes_it() -> None:
    session, history = FakeSession((OWNER, GUEST, BOT), you=1), FakeHistory()
    async with at_a_table(session, instead=history.instead) as pilot:
        session.becomes(phase="playing")
        facts = played(Rules(rounds=1), 3, "over")
        session.happen(facts[:-1])
        await settled(pilot)
        await press(pilot, "y")
        assert isinstance(pilot.app.screen, GameScreen), "a game that is not over keeps its player"
        session.happen(facts[-1:])
        await settled(pilot)
        await press(pilot, "enter", "y", "s")
        assert isinstance(pilot.app.screen, ScoresScreen)
        session.happen(played(Rules(rounds=1), 3, "next", most=1), number=2)
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)

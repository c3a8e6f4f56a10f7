"""The games that were played and the scores of all of them: what their keys do, and what goes wrong."""

from threading import Event
from typing import Any, NoReturn

import pytest
from features.history.scenes import history, press
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.games import EVENING
from support.pilots import at_a_table, keys, run, settled, shown, until
from support.play import played
from support.screens import at_table
from textual.pilot import Pilot
from textual.screen import Screen

from sixqp_protocol.facts import Rules
from sixqp_tui.features.history.game_list import GameList
from sixqp_tui.features.history.games_screen import GamesScreen
from sixqp_tui.features.history.store import KeptGames, path_of, read_games
from sixqp_tui.features.history.summary import GameSummary, SeatSummary
from sixqp_tui.features.replay.screen import ReplayScreen
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.joining.background import OnProgress
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.home import HomeScreen

READ = "sixqp_tui.features.history.past_games_screen.read_games"


def listed(pilot: Pilot[Any]) -> GameList:
    return pilot.app.screen.query_one(GameList)


@pytest.fixture
def never_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are opened, but not made."""

    def refuse(*_given: object) -> NoReturn:
        raise Failure("This is no review.")

    monkeypatch.setattr("sixqp_tui.features.review.review_run.plan_review", refuse)


async def test_a_game_is_opened_by_keys_and_mouse_and_closing_it_returns_to_the_list(never_reviewed: None) -> None:
    async with history(12, "y", "down", "enter")() as pilot:
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "q", "v")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "q", "s", "y")
        assert isinstance(pilot.app.screen, GamesScreen) and len(pilot.app.screen_stack) == 2
        assert listed(pilot).number == 2
        await pilot.click(GameList, offset=(12, 0))
        assert listed(pilot).number == 2, "an evening is no game"
        await pilot.click(GameList, offset=(12, 6))
        assert listed(pilot).number == 5
        await pilot.resize_terminal(80, 22)
        await settled(pilot)
        await pilot.click(GameList, offset=(12, 6))
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("q", "escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_a_game_is_deleted_only_after_confirmation() -> None:
    async with history(12, "y", "down", "d", "escape")() as pilot:
        assert len(read_games().games) == 12
        gone = listed(pilot).game
        await press(pilot, "d", "x")
        await until(pilot, lambda: "of 11 games" in shown(pilot))
        assert gone not in {game.id for game in read_games().games}
        assert listed(pilot).number == 2, "the pointer stays where it was"


async def test_an_error_is_shown_and_the_list_stays() -> None:
    async with history(12, "y")() as pilot:
        newest = listed(pilot).game
        assert newest
        path_of(newest).write_bytes(b"no game")
        await press(pilot, "e")
        assert "there is no such game" in shown(pilot)
        await press(pilot, "down")
        assert "there is no such game" not in shown(pilot)
        await press(pilot, "r")
        assert "of 11 games" in shown(pilot) and f"{newest}.json.gz" in shown(pilot)


async def test_a_key_chooses_the_variant_whose_scores_are_counted() -> None:
    async with history(12, "s")() as pilot:
        assert "12 games" in shown(pilot) and "LAST EVENINGS" in shown(pilot)
        for variant, count in (("classic", "7 games"), ("tactic", "1 game"), ("draft", "4 games")):
            await press(pilot, "v")
            assert f"{variant} · {count}" in shown(pilot) and f"EVERYBODY · {variant}" in shown(pilot)
            assert "LAST EVENINGS" not in shown(pilot)
        await press(pilot, "v")
        assert "LAST EVENINGS" in shown(pilot)


async def test_closing_the_list_stops_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_slowly(on_progress: OnProgress) -> NoReturn:
        try:
            on_progress(400, 10_000)
            goes_on.wait()
            while True:
                on_progress(401, 10_000)
        finally:
            ended.set()

    goes_on, ended = Event(), Event()
    monkeypatch.setattr(READ, read_slowly)
    async with history(4)() as pilot:
        await pilot.press("y")
        await until(pilot, lambda: "400 of 10000" in shown(pilot))
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        goes_on.set()
        await until(pilot, ended.is_set)


async def test_a_very_long_list_shows_the_newest_games_and_more_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = SeatSummary("Zoé", "aa" * 32, 3, 1, (3,))

    def game(number: int) -> GameSummary:
        ended, table = EVENING - 9000 * number, f"{number // 3}"
        return GameSummary(
            f"{number:012x}", table, number, "Salon", None, ended, "classic", "rounds", False, (seat,)
        )

    kept = KeptGames(tuple(map(game, range(500))), ())
    monkeypatch.setattr(READ, lambda _report: kept)
    async with history(0, "y", "end")() as pilot:
        assert listed(pilot).game is None and "500 games" in shown(pilot) and "more games…" in shown(pilot)
        await press(pilot, "enter")
        assert listed(pilot).number == 201, "where the line was"
        await press(pilot, "end", "up")
        assert listed(pilot).number == 400
        await press(pilot, "pageup", "home")
        assert listed(pilot).number == 1
        assert listed(pilot).scroll_offset.y == 0, "the evening of the first game shows"


@pytest.mark.parametrize(("key", "kind"), [("w", ReplayScreen), ("v", ReviewScreen), ("y", GamesScreen)])
async def test_after_a_game_a_key_opens_a_screen_which_the_next_game_closes(
    key: str, kind: type[Screen[None]], never_reviewed: None
) -> None:
    session = FakeSession((OWNER, GUEST, BOT), you=1)
    async with at_a_table(session) as pilot:
        session.becomes(phase="playing")
        facts = played(Rules(rounds=1), 3, "over")
        session.happen(facts[:-1])
        await settled(pilot)
        await press(pilot, key)
        assert isinstance(pilot.app.screen, GameScreen), "a game that is not over keeps its player"
        session.happen(facts[-1:])
        await settled(pilot)
        await press(pilot, "enter", key)
        screen = pilot.app.screen
        assert isinstance(screen, kind)
        if isinstance(screen, ReplayScreen):
            state = screen.session.state
            assert (state.view.seat, state.names) == (1, ("Olga", "Ann", "Hal")) and all(state.view.table.hands)
        if isinstance(screen, ReviewScreen):
            assert screen.seat == 1
            assert [player.level for player in screen.record.players] == [None, None, BOT.level]
        session.happen(played(Rules(rounds=1), 3, "next", most=1), number=2)
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)


async def test_a_guest_on_another_machine_has_a_replay_but_neither_review_nor_games() -> None:
    session = FakeSession((OWNER, GUEST, BOT), you=1)
    app = SixqpApp(at_table(session))
    async with run(app) as pilot:
        session.becomes(phase="playing")
        facts = played(Rules(rounds=1), 3, "again")
        for part in (facts[:-1], facts[-1:]):
            session.happen(part)
            await settled(pilot)
        await pilot.press("enter")  # past the places, which are revealed one after the other
        assert "replay" in keys(pilot)
        assert not keys(pilot) & {"review", "games"}
        await pilot.press("v", "y")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)

"""The review of a game that is over: its keys, that it can be stopped, and that no other game is reviewed."""

from itertools import product
from typing import Any, NoReturn

import pytest
from features.review.scenes import reviewed
from support import reviews
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.pilots import app_of, at_a_table, at_screen, keys, run, settled, shown, until
from support.play import played
from support.screens import at_table
from textual.geometry import Size as Window
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_tui.analysis.result import Review
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.features.history.record import GameRecord, record_game
from sixqp_tui.features.replay.screen import ReplayScreen
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.features.review.sheet import share_out
from sixqp_tui.features.review.widgets import DecisionList
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.scale import SMALL


def at(job: reviews.FakeJob | None = None) -> ReviewScreen:
    known = job or reviews.FakeJob(reviews.review("classic"))
    return ReviewScreen(reviews.game("classic"), begin=lambda _game: known)


def screen_of(pilot: Pilot[Any]) -> ReviewScreen:
    """The review in front."""
    assert isinstance(pilot.app.screen, ReviewScreen)
    return pilot.app.screen


@pytest.mark.slow
async def test_a_decision_is_selected_kept_in_the_full_list_and_replayed() -> None:
    async with at_screen(at()) as pilot:
        screen = await reviewed(pilot)
        costliest = reviews.review("classic").seats[0].costliest()
        await pilot.press("down", "down", "up")
        assert screen.model.decision == costliest[1]
        await pilot.press("t")
        assert screen.model.decision == costliest[1], "the decision that was looked at stays"
        assert screen.model.decisions == reviews.review("classic").seats[0].decisions
        await pilot.press("t", "s", "s")
        assert screen.model.seat == 2
        assert "Bob" in shown(pilot)
        wanted = screen.model.decision
        assert wanted is not None
        await pilot.press("enter")
        await settled(pilot)
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        view = replay.session.state.view
        assert (view.seat, view.table.round, view.table.turn) == (2, wanted.round, wanted.turn)
        await pilot.press("q", "s", "s")
        assert screen.model.seat == 0, "behind the last seat comes the first"
        await pilot.press("q")
        await settled(pilot)
        assert not app_of(pilot).is_running or app_of(pilot).return_value is not None


@pytest.mark.soak
async def test_a_click_selects_a_decision_and_a_second_one_replays_it() -> None:
    async with at_screen(at()) as pilot:
        screen = await reviewed(pilot)
        await pilot.click(DecisionList, offset=(6, 3))
        assert screen.model.decision == screen.model.decisions[2]
        await pilot.press("up")
        await settled(pilot)
        assert screen.model.decision == screen.model.decisions[1]
        await pilot.click(DecisionList, offset=(6, 2))
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)


@pytest.mark.slow
async def test_esc_stops_and_shows_the_partial_review_which_can_be_resumed() -> None:
    job = reviews.HeldJob(reviews.review("classic"), (1, 2, 3))
    job.found = Review(100, 135, 1, job.found.seats)
    async with at_screen(at(job)) as pilot:
        screen = screen_of(pilot)
        job.go_on()
        await until(pilot, lambda: screen.background.bar.progress == 1)
        assert keys(pilot) >= {"stop", "close"}
        assert not keys(pilot) & {"replay", "seat", "every"}
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, ReviewScreen), "the first Esc stops, and does not leave"
        job.go_on()
        await reviewed(pilot)
        assert job.ended.is_set()
        assert "1 of 135" in shown(pilot)
        job.ended.clear()
        job.found = reviews.review("classic")
        await pilot.press("g")
        await until(pilot, lambda: screen.model.review is None)
        job.finish()
        assert (await reviewed(pilot)).model.review == reviews.review("classic")
        assert "judge_on" not in keys(pilot)


@pytest.mark.slow
async def test_leaving_stops_the_work() -> None:
    job = reviews.HeldJob(reviews.review("classic"), (1, 2, 3))
    async with at_screen(at(job)) as pilot:
        await settled(pilot)
        await pilot.press("q")
        job.go_on()
        job.go_on()
        await until(pilot, job.ended.is_set)


@pytest.mark.slow
async def test_a_refused_game_shows_a_sentence_and_only_a_key_to_go_back() -> None:
    def refuse(_record: GameRecord) -> NoReturn:
        raise Failure("This game is not over.")

    async with at_screen(ReviewScreen(reviews.game("classic"), begin=refuse)) as pilot:
        await until(pilot, lambda: "This game is not over." in shown(pilot))
        assert keys(pilot) == {"close", "keys"}


@pytest.mark.soak
async def test_after_a_game_a_key_reviews_it_and_the_next_game_closes_it() -> None:
    session = FakeSession((OWNER, GUEST, BOT), you=1)
    begun: list[GameRecord] = []
    job = reviews.HeldJob(reviews.review("classic"), ())

    def begin(record: GameRecord) -> reviews.HeldJob:
        begun.append(record)
        return job

    def review(app: SixqpApp, game: FinishedGame) -> None:
        app.push_screen(ReviewScreen(record_game(game), begin=begin, seat=game.own))

    instead = {"sixqp_tui.features.review.screen.review_finished_game": review}
    async with at_a_table(session, instead=instead) as pilot:
        session.becomes(phase="playing")
        game = played(Rules(rounds=1), 3, "again")
        session.happen(game[:-1])
        await settled(pilot)
        await pilot.press("v")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen), "never for a game that is not over"
        session.happen(game[-1:])
        await settled(pilot)
        await pilot.press("enter", "v")
        await settled(pilot)
        assert screen_of(pilot).model.seat == 1
        await until(pilot, lambda: bool(begun))
        assert [player.level for player in begun[0].players] == [None, None, BOT.level]
        session.happen(played(Rules(rounds=1), 3, "next", most=1), number=2)
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        job.finish()


@pytest.mark.soak
async def test_a_guest_on_another_machine_has_a_replay_but_neither_review_nor_games() -> None:
    session = FakeSession((OWNER, GUEST, BOT), you=1)
    app = SixqpApp(at_table(session))
    async with run(app) as pilot:
        session.becomes(phase="playing")
        session.happen(played(Rules(rounds=1), 3, "again")[:-1])
        await settled(pilot)
        session.happen(played(Rules(rounds=1), 3, "again")[-1:])
        await settled(pilot)
        await pilot.press("enter")  # past the places, which are revealed one after the other
        assert "replay" in keys(pilot)
        assert not keys(pilot) & {"review", "games"}
        await pilot.press("v", "y")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)


async def test_an_export_reports_its_path_or_why_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def export(record: GameRecord, _review: Review) -> str:
        if full:
            raise Failure("No space left.")
        return f"/tmp/{record.id}.html"

    full: list[bool] = []
    job = reviews.FakeJob(reviews.review("classic"))
    screen = ReviewScreen(reviews.game("classic"), begin=lambda _game: job, export=export)
    async with at_screen(screen) as pilot:
        await reviewed(pilot)
        notices: list[str] = []
        monkeypatch.setattr(app_of(pilot), "notify", lambda message, **_options: notices.append(message))
        await pilot.press("e")
        path = f"/tmp/{reviews.game('classic').id}.html"
        await until(pilot, lambda: any(path in message for message in notices))
        full.append(True)
        await pilot.press("e")
        await until(pilot, lambda: "No space left." in shown(pilot))
        await pilot.press("down")
        assert "No space left." not in shown(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("taken", [0, 2])
def test_the_layout_fits_the_window_and_keeps_every_part(every: bool, taken: int) -> None:
    for width, height in product((80, 100, 120, 200), range(SMALL.least.height, 80)):
        layout = share_out(Window(width, height), judged=not taken, every=every, taken=taken)
        lines = sum(layout[:4]) + sum(layout.gaps) + layout.above
        assert lines <= height - 2 - taken, f"{layout} in {width}x{height}"
        assert layout.decisions >= 4
        assert layout.scene >= 1 + 4 * layout.cards.lines
        assert layout.reasons >= 4, "a reason of two long sentences has room"

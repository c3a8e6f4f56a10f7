"""The review of a game that is over: its keys, that it can be stopped, and that no other game is reviewed."""

from pathlib import Path
from typing import NoReturn

import pytest
from features.review import kept_reviews
from features.review.scenes import reviewed
from support.pilots import app_of, at_screen, keys, press, shown, until

from sixqp_tui.features.replay.screen import ReplayScreen
from sixqp_tui.features.replay.what_if_screen import WhatIfScreen
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.joining.failure import Failure


def classic() -> ReviewScreen:
    return ReviewScreen(kept_reviews.game("classic"), make=lambda *_given: kept_reviews.review("classic"))


async def test_a_decision_is_selected_kept_in_the_full_list_and_replayed() -> None:
    async with at_screen(classic()) as pilot:
        screen = await reviewed(pilot)
        costliest = kept_reviews.review("classic").seats[0].costliest()
        await pilot.press("down", "down", "up")
        assert screen.decision == costliest[1]
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, WhatIfScreen) and pilot.app.screen.session.turn == costliest[1].turn
        await press(pilot, "q")
        await pilot.press("t")
        assert screen.decision == costliest[1], "the decision that was looked at stays"
        assert screen.decisions == kept_reviews.review("classic").seats[0].decisions
        await pilot.press("t", "s", "s")
        assert screen.seat == 2
        assert "Bob" in shown(pilot)
        wanted = screen.decision
        assert wanted is not None
        await press(pilot, "enter")
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        view = replay.session.state.view
        assert (view.seat, view.table.round, view.table.turn) == (2, wanted.round, wanted.turn)
        await pilot.press("q", "s", "s")
        assert screen.seat == 0, "behind the last seat comes the first"
        await press(pilot, "q")
        assert not app_of(pilot).is_running or app_of(pilot).return_value is not None


async def test_leaving_stops_the_work() -> None:
    held = kept_reviews.HeldReview()
    screen = ReviewScreen(kept_reviews.game("classic"), make=held)
    async with at_screen(screen) as pilot:
        await until(pilot, lambda: screen.bar.progress == 54)
        assert keys(pilot) == {"close", "keys"}
        await pilot.press("escape")
        held.may_go_on.set()
        await until(pilot, held.ended.is_set)


async def test_a_refused_game_shows_a_sentence_and_only_a_key_to_go_back() -> None:
    def refuse(*_given: object) -> NoReturn:
        raise Failure("This game is not over.")

    async with at_screen(ReviewScreen(kept_reviews.game("classic"), make=refuse)) as pilot:
        await until(pilot, lambda: "This game is not over." in shown(pilot))
        assert keys(pilot) == {"close", "keys"}


async def test_an_export_reports_its_path_or_why_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_screen(classic()) as pilot:
        await reviewed(pilot)
        notices: list[str] = []
        monkeypatch.setattr(app_of(pilot), "notify", lambda message, **_options: notices.append(message))
        await pilot.press("e")
        await until(pilot, lambda: bool(notices))
        (written,) = Path.cwd().iterdir()
        assert str(written) in notices[0] and kept_reviews.game("classic").id in written.name
        monkeypatch.setattr("sixqp_tui.features.review.export.write_atomically", _refuse)
        await pilot.press("e")
        await until(pilot, lambda: "No space left" in shown(pilot))
        await pilot.press("down")
        assert "No space left" not in shown(pilot)


def _refuse(*_given: object, **_named: object) -> NoReturn:
    raise OSError(28, "No space left on device")

"""What the command line hands to the screen of a review: the game, whose decisions, and what works on it."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from support import reviews
from support.games import recorded

from sixqp_tui.cli import main
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.history.record import Player
from sixqp_tui.features.review import command as review
from sixqp_tui.features.review.export import export_beside
from sixqp_tui.features.review.review_run import begin_review
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player as Somebody
from sixqp_tui.store import paths
from sixqp_tui.terminal.app import Opener
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import AtFeature, Opening


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("line", "seat"), [([], 1), (["--seat", "ann"], 0)])
def test_at_a_terminal_the_screen_opens_with_the_own_or_named_seat(
    line: list[str], seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = "ab" * 32
    record = save_game(recorded(players=2, rounds=1, who=(Player("Ann"), Player("Bob", own))))
    openings: list[Opening] = []

    def run_app(_command: str, _player: Somebody, opener: Opener, _parsed: object) -> int:
        openings.append(asyncio.run(_open(opener)))
        return 0

    monkeypatch.setattr(review, "is_at_terminal", lambda: True)
    monkeypatch.setattr(review, "own_identities", lambda: frozenset({own}))
    monkeypatch.setattr("sixqp_tui.terminal.app.run_app", run_app)
    assert main(["review", *line, "--turns", "--deals", "10"]) == 0
    (opening,) = openings
    assert isinstance(opening, AtFeature)
    app = _Screens()
    opening.open(cast("SixqpApp", app), lambda _closed: None)
    (screen,) = app.pushed
    assert (screen.record, screen.model.seat, screen.model.every) == (record, seat, True)
    assert screen.begin(record).review.deals == 10


class _Screens:
    """Notes which screens are opened."""

    def __init__(self) -> None:
        self.pushed: list[ReviewScreen] = []

    def push_screen(self, screen: ReviewScreen, _on_close: object) -> None:
        self.pushed.append(screen)


async def _open(opener: Opener) -> Opening:
    async with AsyncExitStack() as stack, ProgressLine() as progress:
        return await opener(stack, progress)


def test_an_unfinished_game_is_refused_by_the_screen() -> None:
    record = recorded(players=2, rounds=1)
    with pytest.raises(Failure, match="isn't over"):
        begin_review(replace(record, facts=record.facts[:-1]))


def test_an_export_from_the_screen_overwrites_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record, found = reviews.game("draft"), reviews.review("draft")
    first, second = (Path(export_beside(record, found)) for _ in range(2))
    assert second.name == f"{first.stem}-2.html"
    assert first.read_bytes() == second.read_bytes()
    first.unlink()
    monkeypatch.setattr("sixqp_tui.features.review.export.write_atomically", _refuse)
    with pytest.raises(Failure, match="can't be written"):
        export_beside(record, found)


def _refuse(*_given: object, **_named: object) -> None:
    raise OSError(28, "No space left on device")

"""`sixqp review`: what it prints, what it keeps, and what it refuses."""

import json
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from msgspec.structs import replace
from support.games import recorded
from support.past_games import in_utc

from sixqp_tui.analysis.result import encode_review
from sixqp_tui.cli import main
from sixqp_tui.features.history.files import games_path, read_review, review_path
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.history.record import GameRecord, encode_record
from sixqp_tui.features.review.review import review_game
from sixqp_tui.store import paths
from sixqp_tui.terminal import jobs

P = ParamSpec("P")
T = TypeVar("T")
DEALS = ["--deals", "10", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))


@pytest.fixture
def record() -> GameRecord:
    return save_game(recorded(players=2, rounds=1))


@pytest.mark.slow
def test_the_newest_game_is_reviewed_and_its_review_kept(
    record: GameRecord, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_utc():
        assert main(["review", *DEALS]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Review: Ada's, 14 November 2023 22:13, 1 round\n\nPlayer 1\n  an average hand")
    assert "Player 2" in printed
    kept = read_review(record.id)
    assert kept == review_game(record.facts, 10), "another process found other figures"
    monkeypatch.setattr(jobs, "create_pool", None)
    assert main(["review", record.id[:6], *DEALS, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    seats = printed["review"]["seats"]
    assert [seat.pop("accuracy") for seat in seats] == [seat.accuracy for seat in kept.seats]
    saved = [seat.pop("most_saved") for seat in seats]
    assert all(each is None or each in seat["decisions"] for each, seat in zip(saved, seats, strict=True))
    assert printed == json.loads(encode_review(kept))


def test_findings_before_ctrl_c_are_printed_but_not_kept(
    record: GameRecord, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "create_pool", lambda _jobs: _Stopped(5))
    assert main(["review", *DEALS]) == 130
    assert "Stopped: 4 of " in capsys.readouterr().out
    assert not review_path(games_path(), record.id).exists()


@pytest.mark.slow
def test_the_review_continues_in_this_process_if_a_worker_dies(
    record: GameRecord, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "create_pool", lambda _jobs: _Stopped(5, BrokenExecutor()))
    assert main(["review", *DEALS]) == 0
    assert read_review(record.id) is not None


class _Stopped(Executor):
    """Does what is submitted at once, in this process, and fails after this many tasks: by default as by Ctrl-C."""

    def __init__(self, tasks: int, failure: BaseException | None = None) -> None:
        self._left = tasks
        self._failure = failure or KeyboardInterrupt()

    def submit(self, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        if not self._left:
            raise self._failure
        self._left -= 1
        future.set_result(work(*given, **named))
        return future


def test_an_unknown_seat_name_is_rejected(record: GameRecord, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--seat", "Nobody", *DEALS]) == 2
    assert "(Player 1, Player 2)" in capsys.readouterr().err


def test_an_unfinished_game_is_rejected(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(encode_record(replace(record, facts=record.facts[:-2])))
    assert main(["review", str(path)]) == 1
    assert "this game isn't over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"{}", "contains no game that this version can read"),
        (None, "can't use"),
        ("swapped", "Fact 3 is the first"),
    ],
)
def test_an_invalid_game_is_rejected(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | str | None, error: str
) -> None:
    path = tmp_path / "game.json"
    if content == "swapped":
        first, second, *others = record.facts
        content = encode_record(replace(record, facts=(first, second, *reversed(others))))
    if isinstance(content, bytes):
        path.write_bytes(content)
    assert main(["review", str(path)]) == 1
    assert error in capsys.readouterr().err


def test_a_missing_game_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review"]) == 1
    assert "No games yet" in capsys.readouterr().err

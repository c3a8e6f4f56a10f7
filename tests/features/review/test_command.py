"""`sixqp review` and `export --html`: what they print, keep, write and refuse; nothing that lies there is lost."""

import json
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace
from support.games import recorded
from support.pilots import in_utc

from sixqp_tui.analysis.result import encode_review
from sixqp_tui.cli import main
from sixqp_tui.features.history.record import GameRecord, Player, encode_record
from sixqp_tui.features.history.store import path_of, read_review, save_game
from sixqp_tui.features.review import command as review, export as export_module
from sixqp_tui.features.review.export import export_beside, usual_name
from sixqp_tui.features.review.review import review_game
from sixqp_tui.features.review.screen import ReviewScreen
from sixqp_tui.joining.background import ignore_progress
from sixqp_tui.terminal import jobs

DEALS = ["--deals", "10"]


@pytest.fixture
def record() -> GameRecord:
    return save_game(recorded(players=2, rounds=1))


def test_the_newest_game_is_reviewed_and_its_review_kept(
    record: GameRecord, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_utc():
        assert main(["review", *DEALS]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Review: Ada's, 14 November 2023 22:13\n\nPlayer 1\n  an average hand")
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


class Failing(Executor):
    def __init__(self, failure: BaseException) -> None:
        self._failure = failure

    def submit(self, *_given: object, **_named: object) -> NoReturn:
        raise self._failure


@pytest.mark.parametrize(("failure", "code"), [(KeyboardInterrupt(), 130), (BrokenExecutor(), 0)], ids=type)
def test_ctrl_c_stops_a_review_but_the_death_of_a_worker_does_not(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch, failure: BaseException, code: int
) -> None:
    monkeypatch.setattr(jobs, "create_pool", lambda _jobs, _end: Failing(failure))
    assert main(["review", *DEALS]) == code
    assert (read_review(record.id) is None) == bool(code)


def test_an_unknown_seat_name_is_rejected(record: GameRecord, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--seat", "Nobody", *DEALS]) == 2
    assert "(Player 1, Player 2)" in capsys.readouterr().err


def test_a_game_that_is_missing_or_impossible_is_one_sentence(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    first, second, *others = record.facts
    swapped = encode_record(replace(record, facts=(first, second, *reversed(others))))
    for content, error in ((b"{}", "contains no game"), (swapped, "fact 3 is impossible"), (None, "can't use")):
        path.write_bytes(content) if content else path.unlink()
        assert main(["review", str(path)]) == 1
        assert error in capsys.readouterr().err
    path_of(record.id).unlink()
    assert main(["review"]) == 1
    assert "No games yet" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "seat"), [([], 1), (["--seat", "ann"], 0)])
def test_at_a_terminal_the_screen_opens_with_the_own_or_named_seat(
    line: list[str], seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = "ab" * 32
    record = save_game(recorded(players=2, rounds=1, who=(Player("Ann"), Player("Bob", own))))
    shown: list[ReviewScreen] = []

    def run_feature(_command: str, _parsed: object, open_screen: Callable[[Any, None], None]) -> int:
        open_screen(SimpleNamespace(push_screen=lambda screen, _end: shown.append(screen)), None)
        return 0

    monkeypatch.setattr(review, "is_at_terminal", lambda: True)
    monkeypatch.setattr(review, "own_identities", lambda: frozenset({own}))
    monkeypatch.setattr(review, "run_feature", run_feature)
    assert main(["review", *line, "--turns", "--deals", "10"]) == 0
    (screen,) = shown
    assert (screen.record, screen.seat, screen.every) == (record, seat, True)
    assert screen.make(record, ignore_progress).deals == 10


RECORD = recorded(rounds=1, players=2)


def export(*options: str) -> int:
    save_game(RECORD)
    return main(["export", "--html", *options])


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("Chez Zoé !", "-chez-zoe-"),
        ("Ada's", "-adas-"),
        ("../../etc/CON", "-etc-con-"),
        ("a:b*c?d|e", "-a-b-c-d-e-"),
        ("字", "-"),
        ("x" * 64, f"-{'x' * 40}-"),
    ],
)
def test_the_default_file_name_is_valid_on_every_system(title: str, part: str) -> None:
    record = replace(RECORD, title=title)
    with in_utc():
        assert usual_name(record) == f"sixqp-2023-11-14{part}{record.id}.html"


def test_a_report_goes_into_this_folder_or_the_given_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    assert export("--no-review") == export("--no-review", "-o", str(folder)) == 0
    (here,), (given,) = Path.cwd().iterdir(), folder.iterdir()
    assert here.name == given.name and here.name in capsys.readouterr().out
    assert given.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("form", ["json", "notation", "html"])
def test_a_file_is_replaced_only_by_force(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there.html"
    there.write_text("mine", encoding="utf-8")
    save_game(RECORD)
    command = ["export", f"--{form}", "--no-review", "-o", str(there)]
    assert main(command) == 1 and "already exists. Use --force" in capsys.readouterr().err
    assert there.read_text(encoding="utf-8") == "mine"
    assert main([*command, "--force"]) == 0 and there.read_text(encoding="utf-8") != "mine"


def test_an_export_from_a_screen_overwrites_nothing() -> None:
    first, second = (Path(export_beside(RECORD)) for _ in range(2))
    assert second.name == f"{first.stem}-2.html" and first.read_bytes() == second.read_bytes()


def test_the_export_includes_a_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "review.html"
    monkeypatch.setattr(export_module, "make_review_at_terminal", lambda record: review_game(record.facts, 10))
    assert export("-o", str(path)) == 0
    assert 'class="decisions"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("ended", "year"), [(86_400, "1970"), (253_402_300_799, "9999")])
def test_a_game_of_any_date_can_be_exported(ended: int, year: str) -> None:
    path = Path(export_beside(replace(RECORD, ended=ended)))
    assert f" {year}, " in path.read_text(encoding="utf-8")

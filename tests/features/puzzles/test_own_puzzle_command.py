"""Puzzles of one's own games as a command: looked for once, kept beside the games, and told with their origin."""

import json
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from io import StringIO
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from msgspec.structs import replace
from support.games import recorded
from support.past_games import in_utc

from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.result import encode_review
from sixqp_tui.cli import main
from sixqp_tui.features.history.files import PUZZLES, REVIEW, games_path, path_of
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.history.record import GameRecord, Player
from sixqp_tui.features.puzzles import own_puzzle_search as own_puzzles
from sixqp_tui.features.puzzles.own_puzzles import Candidate, OwnPuzzle, encode_findings
from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.features.review.review import review_game
from sixqp_tui.store import paths
from sixqp_tui.store.person_key import keyboard_person_id, load_or_create

P = ParamSpec("P")
T = TypeVar("T")
ME = "ab" * 16


@pytest.fixture(autouse=True)
def examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Candidate]:
    """What was looked into, in this process; the third turn of the first round is a puzzle for the own seat."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(own_puzzles, "own_keys", lambda: (ME,))
    monkeypatch.setattr(own_puzzles, "create_pool", lambda jobs: AtOnce())
    asked: list[Candidate] = []

    def examine(candidate: Candidate) -> OwnPuzzle | None:
        asked.append(candidate)
        is_one = candidate.position.seat == 1 and (candidate.round, candidate.turn) == (1, 3)
        if not is_one:
            return None
        more = (0, *range(25, 25 + len(candidate.position.view().hand) - 1))
        return OwnPuzzle(Puzzle("sixth card", 2, more, candidate.position), 1, 3, candidate.laid)

    monkeypatch.setattr(own_puzzles, "examine", examine)
    return asked


class AtOnce(Executor):
    """Does what is submitted at once, and breaks after this many tasks."""

    def __init__(self, tasks: int = 10**6) -> None:
        self._left = tasks

    def submit(self, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        if not self._left:
            raise BrokenExecutor
        self._left -= 1
        future: Future[T] = Future()
        future.set_result(work(*given, **named))
        return future


def keep(number: int = 1, rounds: int = 1) -> GameRecord:
    """Keep a game of mine against two others."""
    who = (Player("Ann"), Player("Zoé", ME), Player("Hal", level="hard"))
    return save_game(recorded(players=3, rounds=rounds, who=who, number=number, seed=str(number)))


def ask(patch: pytest.MonkeyPatch, typed: str = "", *arguments: str) -> int:
    """The command by lines of text."""
    patch.setattr("sys.stdin", StringIO(typed))
    with in_utc():
        return main(["puzzles", "--own", "--plain", *arguments])


def test_puzzles_of_a_game_show_their_origin_and_are_searched_for_once(
    examined: list[Candidate], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep()
    assert ask(monkeypatch, "q\n") == 0
    said = capsys.readouterr().out
    assert "Your game of 14 November 2023 22:13 with Ann and Hal: round 1, turn 3\n" in said
    assert len(examined) == 27
    hand = examined[2].position.view().hand
    assert ask(monkeypatch, f"{hand[0]}\nq\n") == 0
    said = capsys.readouterr().out
    assert f"In that game you played the {examined[2].laid}" in said
    assert "You have answered 1 of 1 puzzle from your games, 1 of them correctly." in said
    assert len(examined) == 27, "what was found is kept beside the game"
    assert json.loads((paths.data_path() / "puzzles.json").read_text())["days"] == {}


def test_puzzles_of_a_hotseat_game_name_whose_hand_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = load_or_create(paths.data_path())
    who = tuple(Player(name, keyboard_person_id(key.public, name).hex()) for name in ("Ann", "Zoé"))
    save_game(recorded(players=2, who=who))
    assert ask(monkeypatch, "q\n") == 0
    said = capsys.readouterr().out
    assert "Your game of 14 November 2023 22:13 with Ann and Zoé: round 1, turn 3, Zoé's hand\n" in said


@pytest.mark.soak
def test_only_new_games_are_searched_skipping_positions_settled_by_review(
    examined: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep()
    ask(monkeypatch)
    game = keep(2)
    review = review_game(game.facts, 10)
    REVIEW.write(game.id, encode_review(replace(review, deals=DEALS)))
    before = len(examined)
    ask(monkeypatch)
    assert 0 < len(examined) - before < 27


def test_a_missing_game_or_puzzle_gets_one_sentence_with_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_game(recorded(table="elsewhere"))
    assert ask(monkeypatch) == 1
    assert "None of your games is kept yet. Finish one" in capsys.readouterr().err, "a game of others is none"
    keep()
    monkeypatch.setattr(own_puzzles, "examine", lambda candidate: None)
    assert ask(monkeypatch) == 1
    assert "In your 1 game, no card was ever" in capsys.readouterr().err


def test_a_typed_word_switches_to_own_games_and_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("own\nq\n"))
    assert main(["puzzles", "--plain"]) == 0
    assert "None of your games is kept yet" in capsys.readouterr().err, "and the puzzle is asked on"
    keep()
    monkeypatch.setattr("sys.stdin", StringIO("own\nday\nq\n"))
    assert main(["puzzles", "--plain"]) == 0
    said = capsys.readouterr().out
    assert said.index("puzzle 1 of 5") < said.index("Your game of") < said.rindex("puzzle 1 of 5")


def test_the_search_continues_in_this_process_if_a_worker_dies(
    examined: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep()
    monkeypatch.setattr(own_puzzles, "create_pool", lambda jobs: AtOnce(5))
    assert ask(monkeypatch, "q\n") == 0
    assert len(examined) >= 27


def test_ctrl_c_keeps_only_fully_searched_games(
    examined: list[Candidate], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = keep()

    def stopped(candidate: Candidate) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(own_puzzles, "examine", stopped)
    assert ask(monkeypatch) == 1
    assert "The search is kept" in capsys.readouterr().err
    assert PUZZLES.read(game.id) is None


def test_damaged_or_newer_files_are_reported_and_left_unchanged(
    examined: list[Candidate], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, newer, again = keep(1), keep(2), keep(3)
    PUZZLES.write(newer.id, b'{"version": 99}')
    PUZZLES.write(again.id, encode_findings(1, ())[:-4])
    damaged = path_of(games_path(), "0123456789ab")
    damaged.write_bytes(b"no game")
    assert ask(monkeypatch, "q\n") == 0
    said = capsys.readouterr().err
    assert said.count("A newer sixqp has searched 1 of your games") == 1
    assert said.count("contains no game that this version can read") == 1
    assert PUZZLES.read(newer.id) == b'{"version": 99}'
    assert damaged.read_bytes() == b"no game"
    assert PUZZLES.read(good.id) is not None
    assert len(examined) == 54, "what was damaged is looked for again"

"""The index can be thrown away: it follows the files, whatever has become of it."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.games import EVENING, recorded
from support.made_up_reviews import keep_review, made_up_review

from sixqp_tui.features.history import game_index
from sixqp_tui.features.history.files import delete_review, games_path, path_of
from sixqp_tui.features.history.games import read_games, save_game
from sixqp_tui.features.history.summary import GameSummary, summarize


@pytest.fixture
def index(home: Path) -> Path:
    """Where the index lies; three games are kept."""
    for number in range(1, 4):
        save_game(recorded(number=number, ended=EVENING + number))
    return home / game_index.FILE_NAME


def summaries() -> tuple[GameSummary, ...]:
    return tuple(summarize(recorded(number=number, ended=EVENING + number)) for number in (3, 2, 1))


def read_again() -> int:
    """How many files were read, because the index didn't know them."""
    reported: list[int] = []
    read_games(lambda _done, of: reported.append(of))
    return len(reported)


@pytest.mark.slow
def test_the_index_agrees_with_the_files(index: Path) -> None:
    assert read_games().games == summaries()
    assert read_again() == 0
    assert read_games().games == summaries()
    assert index.is_file()
    if os.name == "posix":
        assert index.stat().st_mode & 0o077 == 0


@pytest.mark.slow
@pytest.mark.usefixtures("index")
def test_only_a_game_that_changes_is_read_again() -> None:
    assert read_games().games[0].began is None
    changed = save_game(recorded(number=3, ended=EVENING + 3, began=EVENING))
    assert read_again() == 1 and read_games().games[0].began == EVENING
    review = made_up_review(changed)
    keep_review(games_path(), changed, review)
    accuracies = [seat.accuracy for seat in review.seats]
    assert read_again() == 1 and [seat.accuracy for seat in read_games().games[0].seats] == accuracies
    delete_review(games_path(), changed.id)
    assert read_again() == 1 and {seat.accuracy for seat in read_games().games[0].seats} == {None}


@pytest.mark.slow
def test_a_single_wrong_byte_anywhere_costs_only_a_new_reading(home: Path) -> None:
    save_game(recorded(players=2, rounds=1))
    whole = read_games()
    index = home / game_index.FILE_NAME
    data = index.read_bytes()
    for at, byte in enumerate(data):
        index.write_bytes(data[:at] + bytes([byte ^ 1 << at % 8]) + data[at + 1 :])
        assert read_games() == whole
        assert index.read_bytes() == data


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"}",
    "something else": lambda data: b"SQLite format 3\0" * 100,
    "another schema": lambda data: data.replace(b" 1 ", b" 2 ", 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_an_index_that_does_not_fit_is_built_again(index: Path, damage: str) -> None:
    read_games()
    data = index.read_bytes()
    index.write_bytes(DAMAGES[damage](data))
    assert read_games().games == summaries()
    assert index.read_bytes() == data
    assert {path.name for path in index.parent.iterdir()} == {"games", index.name}, "nothing is set aside"


def test_games_are_listed_even_if_no_index_can_be_written(index: Path) -> None:
    index.mkdir()
    assert read_games().games == read_games().games == summaries()


@pytest.mark.slow
def test_concurrent_programs_lose_no_games(home: Path) -> None:
    def play(number: int) -> int:
        save_game(recorded(number=number, ended=EVENING + number, rounds=1))
        return len(read_games().games)

    with ThreadPoolExecutor(6) as programs:
        totals = list(programs.map(play, range(1, 25)))
    assert max(totals) == len(read_games().games) == 24
    assert read_games().unreadable == ()


@pytest.mark.usefixtures("index")
def test_files_read_before_an_interrupt_are_not_read_again() -> None:
    def stop(done: int, _of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_games(stop)
    assert read_again() == 1
    assert read_games().games == summaries()


def test_an_unreadable_file_is_listed_until_it_is_deleted() -> None:
    odd = path_of(games_path(), "0123456789ab")
    odd.parent.mkdir(parents=True)
    odd.write_bytes(b"no game")
    assert read_games().unreadable == read_games().unreadable == (odd,)
    odd.unlink()
    assert read_games().unreadable == ()

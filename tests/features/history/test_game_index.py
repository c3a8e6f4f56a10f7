"""The index can be thrown away: it follows the files, whatever has become of it."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.games import EVENING, recorded

from sixqp_tui.features.history import game_index
from sixqp_tui.features.history.files import games_path, path_of, write_game
from sixqp_tui.features.history.games import list_games, save_game
from sixqp_tui.features.history.summary import GameSummary, summarize


@pytest.fixture
def index(home: Path) -> Path:
    """Where the database lies; three games are kept."""
    for number in range(1, 4):
        save_game(recorded(number=number, ended=EVENING + number))
    return home / game_index.FILE_NAME


def summaries() -> tuple[GameSummary, ...]:
    return tuple(summarize(recorded(number=number, ended=EVENING + number)) for number in (3, 2, 1))


@pytest.mark.slow
def test_the_index_agrees_with_the_files(index: Path) -> None:
    assert list_games().games == list_games().games == summaries()
    assert index.is_file()
    if os.name == "posix":
        assert index.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_file_that_changes_is_read_again(index: Path) -> None:
    assert list_games().games[0].began is None
    save_game(recorded(number=3, ended=EVENING + 3, began=EVENING))
    assert list_games().games[0].began == EVENING


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"not a database at all" * 100, b"", None], ids=["other", "empty", "holes"])
def test_a_damaged_database_is_set_aside_and_rebuilt(index: Path, damage: bytes | None) -> None:
    list_games()
    data = index.read_bytes()
    index.write_bytes(data[:4096] + b"\xee" * (len(data) - 4096) if damage is None else damage)
    found = list_games()
    assert found.games == summaries()
    assert found.notes.unwritten == ""
    assert found.notes.rebuilt == (index.with_name("games.sqlite.bad") if damage != b"" else None)
    assert list_games().notes.rebuilt is None


@pytest.mark.slow
def test_a_database_with_missing_tables_is_rebuilt(index: Path) -> None:
    list_games()
    with closing(sqlite3.connect(index)) as database:
        database.execute("DROP TABLE seats")
    found = list_games()
    assert found.games == summaries()
    assert found.notes.rebuilt


@pytest.mark.slow
def test_an_older_database_is_migrated_and_keeps_its_games(index: Path) -> None:
    list_games()
    rows = "SELECT * FROM seats ORDER BY game, seat"
    with closing(sqlite3.connect(index)) as database:
        games, seats = database.execute("SELECT * FROM games").fetchall(), database.execute(rows).fetchall()
    index.unlink()
    with closing(sqlite3.connect(index)) as database:
        database.executescript(game_index.MIGRATIONS[0])
        database.execute("PRAGMA user_version = 1")
        columns = len(database.execute("SELECT * FROM games").description)
        database.executemany(
            f"INSERT INTO games VALUES ({', '.join('?' * columns)})", [row[:columns] for row in games]
        )
        columns = len(database.execute("SELECT * FROM seats").description)
        database.executemany(
            f"INSERT INTO seats VALUES ({', '.join('?' * columns)})", [row[:columns] for row in seats]
        )
        database.commit()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_index, "_read_summary", lambda path: pytest.fail("what is indexed is not read again"))
        found = list_games()
    assert found.games == summaries()
    assert found.notes == game_index.IndexNotes()


def test_a_newer_database_is_left_alone(index: Path) -> None:
    with closing(sqlite3.connect(index)) as database:
        database.execute("CREATE TABLE games (other TEXT)")
        database.execute("PRAGMA user_version = 99")
    before = index.read_bytes()
    found = list_games()
    assert found.games == summaries()
    assert "newer" in found.notes.unwritten
    assert index.read_bytes() == before


def test_games_are_listed_even_if_no_database_can_be_written(index: Path) -> None:
    index.mkdir()
    found = list_games()
    assert found.games == summaries()
    assert found.notes.unwritten


@pytest.mark.slow
def test_a_full_disk_loses_no_game(index: Path) -> None:
    list_games()
    with closing(sqlite3.connect(index, isolation_level=None)) as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()

    def full(data: str) -> sqlite3.Connection:
        database = connect(data, timeout=1, isolation_level=None)
        database.execute(f"PRAGMA max_page_count = {pages}")
        return database

    connect = sqlite3.connect

    def connected(path: str, **given: Any) -> sqlite3.Connection:
        return full(path) if str(path) == str(index) else connect(path, **given)

    for number in range(4, 30):
        write_game(games_path(), recorded(number=number, ended=EVENING + number, rounds=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connected)
        found = list_games()
    assert found.total == 29
    assert "full" in found.notes.unwritten
    assert list_games().notes.unwritten == ""
    assert list_games().total == 29


@pytest.mark.slow
def test_concurrent_programs_lose_no_games(home: Path) -> None:
    def play(number: int) -> int:
        save_game(recorded(number=number, ended=EVENING + number, rounds=1))
        return list_games().total

    with ThreadPoolExecutor(6) as programs:
        totals = list(programs.map(play, range(1, 25)))
    assert max(totals) == list_games().total == 24
    assert list_games().notes == game_index.IndexNotes()


@pytest.mark.slow
def test_concurrent_programs_set_a_damaged_database_aside_once(index: Path) -> None:
    index.write_bytes(b"not a database at all" * 100)
    with ThreadPoolExecutor(4) as programs:
        found = [programs.submit(list_games) for _program in range(4)]
    assert all(each.result().games == summaries() for each in found)
    assert sum(each.result().notes.rebuilt is not None for each in found) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("index")
def test_files_read_before_an_interrupt_are_not_read_again() -> None:
    for number in range(game_index.BATCH):
        path_of(games_path(), f"{number:012x}").write_bytes(b"no game")

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list_games(on_progress=stop)
    reported: list[tuple[int, int]] = []
    assert list_games(on_progress=lambda done, of: reported.append((done, of))).games == summaries()
    assert reported == [(3, 3)]


def test_an_unreadable_file_is_listed_until_it_is_deleted(index: Path) -> None:
    odd = path_of(games_path(), "0123456789ab")
    odd.write_bytes(b"no game")
    assert list_games().notes.unreadable == (odd,)
    odd.unlink()
    assert list_games().notes.unreadable == ()

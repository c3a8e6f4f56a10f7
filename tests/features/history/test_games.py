"""Games are kept whole by any number of programs, and found by number, id or path."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import EVENING, recorded, seats_of

from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history import files as game_files
from sixqp_tui.features.history.games import (
    NoSuchGame,
    SeveralGames,
    delete_games,
    find_game,
    find_ids,
    load_game,
    read_games,
    save_game,
)
from sixqp_tui.features.history.record import Player, UnreadableRecord, encode_record, record_game


def test_a_saved_game_is_loaded_by_its_id() -> None:
    record = save_game(recorded())
    assert load_game(record.id) == record
    with pytest.raises(NoSuchGame):
        load_game("0" * 12)


def test_each_program_adds_details_the_others_did_not_know() -> None:
    ada, ben = "aa" * 32, "bb" * 32
    plain = recorded()
    names = [player.name for player in plain.players]
    of_ada = replace(plain, players=(Player(names[0], ada), *plain.players[1:]), began=EVENING - 60)
    of_ben = replace(plain, players=(plain.players[0], Player(names[1], ben), plain.players[2]), ended=EVENING + 5)
    with ThreadPoolExecutor(4) as programs:
        list(programs.map(save_game, [plain, of_ada, of_ben, plain, of_ada]))
    kept = load_game(plain.id)
    assert [player.key for player in kept.players] == [ada, ben, None]
    assert kept.began == EVENING - 60
    assert list(game_files.list_files(game_files.games_path())) == [plain.id]


def test_a_truncated_file_is_replaced_when_the_game_is_saved_again() -> None:
    record = save_game(recorded())
    path = game_files.path_of(game_files.games_path(), record.id)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(UnreadableRecord):
        load_game(record.id)
    assert save_game(record) == load_game(record.id) == record


def test_leftover_temporary_files_are_removed_by_the_next_save() -> None:
    save_game(recorded())
    left, fresh = (game_files.games_path() / f".{name}.json.gz.tmp" for name in ("left", "fresh"))
    left.write_bytes(b"half")
    fresh.write_bytes(b"half")
    os.utime(left, (EVENING, EVENING))
    save_game(recorded(number=2))
    assert fresh.exists() and not left.exists()


def test_an_incomplete_game_is_not_kept() -> None:
    record = recorded()
    seats = seats_of(record.players)
    with pytest.raises(HandsUnknown):
        record_game(FinishedGame(record.table, 1, record.title, record.facts[:-1], seats, record.ended))


@pytest.mark.slow
def test_a_game_is_found_by_number_id_prefix_or_path(tmp_path: Path) -> None:
    games = [save_game(recorded(number=number, ended=EVENING + number)) for number in range(1, 5)]
    newest = games[-1]
    assert find_game("1") == newest
    assert find_game("4") == games[0]
    assert find_game(newest.id[:8].upper()) == newest
    exported = tmp_path / "given.json"
    exported.write_bytes(encode_record(games[1]))
    assert find_game(str(exported)) == games[1]
    for nothing in ("99", "", "xyz", "0"):
        if not [game for game in games if nothing and game.id.startswith(nothing)]:
            with pytest.raises(NoSuchGame):
                find_game(nothing)


def test_an_ambiguous_id_prefix_is_rejected() -> None:
    ids = [save_game(recorded(number=number)).id for number in range(1, 20)]
    first = next(game[0] for game in ids if sum(other[0] == game[0] for other in ids) > 1 and game[0] > "9")
    with pytest.raises(SeveralGames) as refused:
        find_game(first)
    assert set(refused.value.ids) == {game for game in ids if game[0] == first} == set(find_ids(first))


def test_the_newest_games_come_first_and_deleted_ones_are_gone() -> None:
    games = [save_game(recorded(number=number, ended=EVENING + number, rounds=1)) for number in range(1, 6)]
    assert [game.number for game in read_games().games] == [5, 4, 3, 2, 1]
    delete_games((games[0].id,))
    assert [game.number for game in read_games().games] == [5, 4, 3, 2]


@pytest.mark.skipif(os.name != "posix", reason="on Windows the folder decides")
def test_every_kept_file_is_private(home: Path) -> None:
    before = os.umask(0)
    try:
        home.mkdir(mode=0o777)
        save_game(recorded())
        read_games()
    finally:
        os.umask(before)
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert "games.index" in {path.name for path in kept}
    assert [path for path in kept if path.stat().st_mode & 0o077] == []
    assert (home / "games").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "data",
    [b"", b"\x1f\x8b", b"\x1f\x8b\x08\x00" + bytes(50), b"{}", b"no game at all"],
    ids=["empty", "two bytes", "broken gzip", "another object", "words"],
)
def test_an_unreadable_file_is_reported_and_blocks_nothing(data: bytes) -> None:
    record = save_game(recorded())
    odd = game_files.path_of(game_files.games_path(), "0123456789ab")
    odd.write_bytes(data)
    found = read_games()
    assert [game.id for game in found.games] == [record.id]
    assert found.unreadable == (odd,)

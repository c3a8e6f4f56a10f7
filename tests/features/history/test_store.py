"""Games are kept whole by any number of programs, and nothing else; the index follows their files."""

import os
import runpy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from features.history.past_games import review_of
from msgspec.structs import replace
from support.games import EVENING, recorded
from support.play import VARIANTS

from sixqp_protocol import facts
from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.games import find_game
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    check_record,
    decode_record,
    encode_record,
)
from sixqp_tui.features.history.store import (
    INDEX,
    REVIEW_SUFFIX,
    delete_games,
    games_path,
    load_game,
    path_of,
    read_games,
    read_review,
    save_game,
    write_review,
)
from sixqp_tui.features.history.summary import GameSummary, summarize
from sixqp_tui.joining.failure import Failure

ODD = "0123456789ab"


def game(number: int) -> GameRecord:
    return recorded(number=number, ended=EVENING + number, rounds=1)


@pytest.fixture
def index(home: Path) -> Path:
    """Where the index lies; three games are kept."""
    for number in (1, 2, 3):
        save_game(game(number))
    return home / INDEX


def summaries() -> tuple[GameSummary, ...]:
    return tuple(summarize(game(number)) for number in (3, 2, 1))


def read_again() -> int:
    """How many files were read, because the index didn't know them."""
    reported: list[int] = []
    read_games(lambda _done, of: reported.append(of))
    return len(reported)


# -- games ---------------------------------------------------------------------------------------------


def test_all_programs_at_a_table_keep_one_file_and_the_first_one_stays() -> None:
    plain = recorded()
    later = replace(plain, ended=EVENING + 5)
    assert save_game(plain) == save_game(later) == plain
    assert [summary.ended for summary in read_games().games] == [EVENING]


def test_a_truncated_file_is_replaced_when_the_game_is_saved_again() -> None:
    record = save_game(recorded())
    path_of(record.id).write_bytes(path_of(record.id).read_bytes()[:100])
    with pytest.raises(UnreadableRecord):
        load_game(record.id)
    assert save_game(record) == load_game(record.id) == record


def test_a_game_is_found_by_number_id_prefix_or_path(tmp_path: Path) -> None:
    games = [save_game(game(number)) for number in range(1, 20)]
    newest = games[-1]
    assert find_game(None) == find_game("1") == newest and find_game("4") == games[-4]
    assert find_game(newest.id[:8].upper()) == newest
    exported = tmp_path / "given.json"
    exported.write_bytes(encode_record(games[1]))
    assert find_game(str(exported)) == games[1]
    for nothing in ("99", "", "xyz", "0" * 12, str(tmp_path / "no.json")):
        with pytest.raises(Failure):
            find_game(nothing)
    several = next(each.id[0] for each in games if each.id >= "a" and sum(e.id[0] == each.id[0] for e in games) > 1)
    with pytest.raises(Failure, match="several games"):
        find_game(several)


def test_a_review_is_kept_until_its_game_is_deleted_and_a_damaged_one_is_ignored() -> None:
    record = save_game(recorded())
    review = review_of(record)
    write_review(record.id, review)
    write_review(ODD, review)
    assert read_review(record.id) == review and read_review(ODD) is None, "there is no such game"
    for damage in (b"", b"\x1f\x8b", b"no review"):
        path_of(record.id, REVIEW_SUFFIX).write_bytes(damage)
        assert read_review(record.id) is None
    delete_games([record.id])
    assert not list(games_path().glob(f"{record.id}*"))


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
    assert INDEX in {path.name for path in kept}
    assert [path for path in (*kept, home / "games") if path.stat().st_mode & 0o077] == []


# -- the index -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("index")
def test_only_a_game_that_changes_is_read_again() -> None:
    assert read_games().games == summaries()
    assert read_again() == 0
    delete_games([game(3).id])
    changed = save_game(replace(game(3), began=EVENING))
    assert read_again() == 1 and read_games().games[0].began == EVENING
    review = review_of(changed)
    write_review(changed.id, review)
    accuracies = [seat.accuracy for seat in review.seats]
    assert read_again() == 1 and [seat.accuracy for seat in read_games().games[0].seats] == accuracies
    path_of(changed.id, REVIEW_SUFFIX).unlink()
    assert read_again() == 1 and {seat.accuracy for seat in read_games().games[0].seats} == {None}
    delete_games([changed.id])
    assert [each.number for each in read_games().games] == [2, 1]


def test_an_index_with_any_damage_costs_only_a_new_reading(home: Path) -> None:
    save_game(recorded(players=2, rounds=1))
    whole, index = read_games(), home / INDEX
    data = index.read_bytes()
    flipped = (data[:at] + bytes([byte ^ 1 << at % 8]) + data[at + 1 :] for at, byte in enumerate(data))
    for damaged in (*flipped, b"", data[: len(data) // 2], data + b"}", b"SQLite format 3\0" * 100):
        index.write_bytes(damaged)
        assert read_games() == whole and index.read_bytes() == data
    assert {path.name for path in home.iterdir()} == {"games", INDEX}, "nothing is set aside"


def test_games_are_listed_even_if_no_index_can_be_written(index: Path) -> None:
    index.mkdir()
    assert read_games().games == read_games().games == summaries()


def test_concurrent_programs_lose_no_games() -> None:
    def play(number: int) -> int:
        save_game(game(number))
        return len(read_games().games)

    with ThreadPoolExecutor(6) as programs:
        totals = list(programs.map(play, range(1, 25)))
    assert max(totals) == len(read_games().games) == 24
    assert read_games().unreadable == ()


@pytest.mark.usefixtures("index")
def test_what_was_read_before_an_interrupt_is_kept() -> None:
    def stop(done: int, _of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_games(stop)
    assert read_again() == 1 and read_games().games == summaries()


@pytest.mark.parametrize(
    "data",
    [b"", b"\x1f\x8b\x08\x00" + bytes(50), b"{}"],
    ids=["empty", "broken gzip", "another object"],
)
def test_an_unreadable_file_is_reported_until_it_is_deleted_and_blocks_nothing(data: bytes) -> None:
    record = save_game(recorded())
    path_of(ODD).write_bytes(data)
    for _time in range(2):
        found = read_games()
        assert [each.id for each in found.games] == [record.id]
        assert found.unreadable == (path_of(ODD),)
    with pytest.raises(Failure, match=r"there is no such game|contains no game"):
        find_game(ODD)
    path_of(ODD).unlink()
    assert read_games().unreadable == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_guest_keeps_the_same_game_and_can_read_it_back(variant: Variant) -> None:
    record = recorded(variant)
    assert recorded(variant, reader=2) == record
    assert decode_record(encode_record(record)) == record
    assert check_record(record).ended == "rounds"
    assert decode_record(encode_record(record)).id == record.id != replace(record, number=2).id


RECORD = recorded()
HAPPENED = RECORD.facts
HIDDEN = tuple(fact for fact in HAPPENED if not isinstance(fact, facts.CardLaid | facts.HandDealt))


@pytest.mark.parametrize(
    ("forged", "number"),
    [
        (replace(RECORD, facts=HAPPENED[1:]), 1),
        (replace(RECORD, facts=HAPPENED[:-1]), len(HAPPENED)),
        (replace(RECORD, facts=()), 1),
        (replace(RECORD, facts=(*HAPPENED[:9], *HAPPENED)), 10),
        (replace(RECORD, players=RECORD.players[:2]), 1),
        (replace(RECORD, facts=HIDDEN), 4),
    ],
    ids=["no beginning", "no end", "nothing", "two games", "too few players", "hidden hands"],
)
def test_a_game_that_is_not_whole_is_rejected_where_it_breaks(forged: GameRecord, number: int) -> None:
    with pytest.raises(ImpossibleGame) as refused:
        check_record(forged)
    assert refused.value.number == number


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"format": "other"}, {"table": "../../x"}, {"ended": -1}, {"players": []}, {"facts": [{}]}],
    ids=str,
)
def test_an_invalid_record_is_rejected(change: dict[str, object]) -> None:
    plain = msgspec.json.decode(encode_record(recorded()))
    with pytest.raises(UnreadableRecord):
        decode_record(msgspec.json.encode(plain | change))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[" * 100_000], ids=lambda data: repr(data[:4]))
def test_invalid_bytes_are_rejected(data: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        decode_record(data)


def test_the_error_about_an_invalid_record_is_short_and_printable() -> None:
    plain = msgspec.json.decode(encode_record(recorded()))
    with pytest.raises(UnreadableRecord) as refused:
        decode_record(msgspec.json.encode(plain | {"facts": [{"kind": "\x1b[31m" + "x" * 10_000}]}))
    assert 10 < len(str(refused.value)) <= 200 and str(refused.value).isprintable()


def test_the_schema_of_records_is_made_from_the_types() -> None:
    root = Path(__file__).parents[3]
    text = (root / "docs" / "games.schema.json").read_text(encoding="utf-8")
    assert runpy.run_path(str(root / "tools" / "make_schema.py"))["render_games"]() == text

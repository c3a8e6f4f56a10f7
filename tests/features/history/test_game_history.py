"""What the screens of past games get from the disk, and the sentence that they get where something is wrong."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import EVENING, recorded

from sixqp_tui.features.history.files import games_path, path_of, write_game
from sixqp_tui.features.history.game_index import BATCH, FILE_NAME
from sixqp_tui.features.history.game_list import describe_notes
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.history.history import History, wait_for
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.history.statistics import ALL_GAMES
from sixqp_tui.features.review.export import export_record
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store import paths


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameRecord:
    """A game that is kept, by a player who works in a folder of their own."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return save_game(recorded(rounds=1))


def ignore(done: int, of: int) -> None:
    """Whoever waits wants to know nothing."""


async def test_a_damaged_index_is_rebuilt_and_reported_in_one_sentence(kept: GameRecord) -> None:
    History().list_games(None, ignore)
    (paths.data_path() / FILE_NAME).write_bytes(b"no database" * 1000)
    scores, notes = History().count_scores(None, ALL_GAMES, ignore)
    assert scores.games == 1
    (sentence,) = describe_notes(notes)
    assert "damaged" in sentence


def test_an_exported_file_replaces_no_other(kept: GameRecord, tmp_path: Path) -> None:
    for files in (1, 2):
        said = export_record(History().load(kept.id))
        assert Path(said).parent == tmp_path
        assert Path(said).read_text("utf-8").startswith("<!")
        assert len(list(tmp_path.glob(f"*{kept.id}*.html"))) == files


async def test_a_missing_or_broken_game_is_one_sentence(kept: GameRecord) -> None:
    path_of(games_path(), kept.id).write_bytes(b"nonsense")
    with pytest.raises(Failure, match=r"\."):
        await wait_for(lambda _report: History().load(kept.id))
    History().delete((kept.id,))
    with pytest.raises(Failure, match=kept.id):
        await wait_for(lambda _report: History().load(kept.id))


async def test_old_games_are_found_with_their_size_before_they_are_deleted(kept: GameRecord) -> None:
    newer = save_game(recorded(rounds=1, number=2, ended=EVENING + 10))
    old = History().find_old(1)
    assert old.ids == (newer.id, kept.id) and (old.newest, old.oldest) == (EVENING + 10, EVENING)
    assert old.size == sum(path_of(games_path(), game).stat().st_size for game in old.ids)
    History().delete(old.ids)
    assert History().list_games(None, ignore).total == 0
    assert History().find_old(1).ids == ()


@pytest.mark.slow
async def test_cancelling_stops_the_reading_and_keeps_what_was_read(kept: GameRecord) -> None:
    for number in range(2, BATCH + 3):
        write_game(games_path(), replace(kept, number=number))
    read: list[int] = []
    begun = asyncio.Event()

    def note(done: int, of: int) -> None:
        read.append(done)
        begun.set()

    reading = asyncio.ensure_future(wait_for(partial(History().list_games, None), note))
    await begun.wait()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert History().list_games(None, ignore).total == BATCH + 2
    assert read[0] == BATCH

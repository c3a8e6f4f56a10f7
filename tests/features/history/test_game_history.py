"""What the screens of past games get from the disk, and the sentence that they get where something is wrong."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from support.games import recorded

from sixqp_tui.features.history.files import games_path, path_of, write_game
from sixqp_tui.features.history.game_index import OnProgress
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.history.history import History, wait_for
from sixqp_tui.features.history.record import GameRecord
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
    History().delete(kept.id)
    with pytest.raises(Failure, match=kept.id):
        await wait_for(lambda _report: History().load(kept.id))


@pytest.mark.slow
async def test_cancelling_stops_the_reading_and_keeps_what_was_read(kept: GameRecord) -> None:
    for number in range(2, 202):
        write_game(games_path(), replace(kept, number=number))
    begun, ended = asyncio.Event(), Event()

    def read(report: OnProgress) -> None:
        try:
            History().list_games(report)
        finally:
            ended.set()

    reading = asyncio.ensure_future(wait_for(read, lambda _done, _of: begun.set()))
    await begun.wait()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    ended.wait()
    rest: list[int] = []
    assert len(History().list_games(lambda _done, of: rest.append(of)).games) == 201
    assert len(rest) < 201

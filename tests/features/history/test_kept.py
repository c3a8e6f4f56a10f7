"""Every table of this user's and every seat keeps the games that end there, once, and waits for no disk."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import recorded, seats_of
from support.keys import named
from support.tables import OWNER, settings

from sixqp_protocol.facts import RoundEnded
from sixqp_protocol.messages import RoomNews, Start, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Facts, News, Welcomed
from sixqp_tui.client.finished_games import FinishedGame, GameRecorder
from sixqp_tui.client.session import Session
from sixqp_tui.features.history.games import load_game, read_games, save_finished_game
from sixqp_tui.features.history.record import Player, record_game
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.line_up import LineUp
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.store.files import write_atomically
from sixqp_tui.store.keys import Slot
from sixqp_tui.store.options import PlayerName
from sixqp_tui.store.paths import create_private_folder

pytestmark = pytest.mark.usefixtures("quick_bots")

ALONE = (PlayerName("Ann"), PlayerName("Hal", True, "easy"))
OPTIONS = TableOptions("Here", "Olga", settings(), bots=0, port=0, owner=OWNER.public)
WITH_BOT = replace(OPTIONS, bots=1)


@pytest.fixture(autouse=True)
def _kept() -> Iterator[None]:
    """Games are kept, as the program has it."""
    finished_games.subscribe(save_finished_game)
    yield
    finished_games.unsubscribe(save_finished_game)


async def play_alone() -> str:
    """Play one round alone; how it ended."""
    async with AsyncExitStack() as stack:
        (ann,), _watcher, _kept = await open_in_process(LineUp(ALONE, OPTIONS), stack)
        await run_bot(ann, create_bot("easy"))
        return ann.state.view.table.ended or ""


@pytest.mark.slow
async def test_a_solo_game_is_kept_with_its_bots() -> None:
    assert await play_alone() == "rounds"
    (game,) = read_games().games
    record = load_game(game.id)
    ann, hal = record.players
    assert ann.key is not None and ann == Player("Ann", ann.key)
    assert hal == Player("Hal", level="easy")
    assert record.title == "Here" and record.began and record.began <= record.ended


@pytest.mark.slow
async def test_the_table_its_owner_and_its_guests_keep_one_game() -> None:
    async with open_table(WITH_BOT) as table:
        place = TableEndpoint((("127.0.0.1", table.port),), table.id, table.fingerprint, certain=True, trusted=True)
        async with (
            take_seat(place, named("Olga"), slot=Slot(OWNER)) as olga,
            take_seat(place, named("Ben")) as ben,
        ):
            olga.session.request(Start())
            await asyncio.gather(*(_play(seat.session) for seat in (olga, ben)))
    (game,) = read_games().games
    assert [(seat.name, seat.bot) for seat in game.seats] == [("Olga", False), ("Hal", True), ("Ben", False)]


async def test_the_owner_keeps_the_game_and_a_watcher_does_not(home: Path) -> None:
    async with open_table(WITH_BOT) as table:
        made: list[FinishedGame] = []
        finished_games.subscribe(note := _noting(made))
        place = TableEndpoint((("127.0.0.1", table.port),), table.id, table.fingerprint, certain=True, trusted=True)
        async with (
            take_seat(place, named("Olga"), slot=Slot(OWNER)) as olga,
            take_seat(place, named(""), watch=True),
        ):
            olga.session.request(Start())
            await _play(olga.session)
    finished_games.unsubscribe(note)
    assert len(made) == 2, "the table and its owner, and not who looked on"
    assert record_game(made[0]).id == record_game(made[1]).id


@pytest.mark.slow
async def test_leaving_keeps_the_finished_rounds_until_the_whole_game_arrives() -> None:
    left = recorded(rounds=3)
    end = next(at for at, fact in enumerate(left.facts, 1) if isinstance(fact, RoundEnded))
    recorder = GameRecorder()
    seats = seats_of(left.players)
    for event in (
        Welcomed(Welcome(CURRENT, left.table, left.title, 1, False, 1, 0, 0), restarted=True),
        News(RoomNews("playing", seats, 1, settings(), 0, False, (), None)),
        Facts(1, 0, left.facts[: end + 5], live=True),
    ):
        assert recorder.note(event, 1000) is None
    game = recorder.leave(2000)
    assert game is not None
    await save_finished_game(game)
    (kept,) = read_games().games
    assert (kept.rounds, kept.reason) == (1, "abandoned")
    await save_finished_game(game._replace(facts=left.facts))
    (kept,) = read_games().games
    assert (kept.rounds, kept.reason) == (3, "rounds")


def _noting(made: list[FinishedGame]) -> finished_games.Subscriber:
    async def note(game: FinishedGame) -> None:
        made.append(game)

    return note


async def test_a_game_is_played_even_if_it_cannot_be_kept(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    create_private_folder(home)
    write_atomically(home / "games", b"no folder", private=True)
    with caplog.at_level(logging.WARNING):
        assert await play_alone() == "rounds"
    assert "could not be kept" in caplog.text


async def _play(session: Session) -> None:
    await run_bot(session, create_bot("easy"))

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
from support.tables import OWNER, options, settings

from sixqp_protocol.facts import GameEnded, RoundEnded
from sixqp_protocol.messages import Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.features.history.games import record_of_ended, save_finished_game
from sixqp_tui.features.history.record import Player
from sixqp_tui.features.history.store import load_game, read_games
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.hosting.table_options import seat_company
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import TableEndpoint
from sixqp_tui.store.files import write_atomically
from sixqp_tui.store.keys import Slot
from sixqp_tui.store.options import PlayerName
from sixqp_tui.store.paths import create_private_folder

pytestmark = pytest.mark.usefixtures("quick_bots")

ALONE = (PlayerName("Ann"), PlayerName("Hal", True, "easy"))
OPTIONS = options("Here", "Olga", settings(), bots=0, port=0, owner=OWNER.public)
WITH_BOT = replace(OPTIONS, setup=replace(OPTIONS.setup, bots=1))


@pytest.fixture(autouse=True)
def _kept() -> Iterator[None]:
    """Games are kept, as the program has it."""
    finished_games.subscribe(save_finished_game)
    yield
    finished_games.unsubscribe(save_finished_game)


async def play_alone() -> str:
    """Play one round alone; how it ended."""
    async with AsyncExitStack() as stack:
        (ann,), _watcher, _kept = await open_in_process(seat_company(ALONE, OPTIONS.setup), stack)
        await run_bot(ann, create_bot("easy"))
        return ann.state.view.table.ended or ""


async def test_a_solo_game_is_kept_with_its_bots() -> None:
    assert await play_alone() == "rounds"
    (game,) = read_games().games
    record = load_game(game.id)
    ann, hal = record.players
    assert ann.key is not None and ann == Player("Ann", ann.key)
    assert hal == Player("Hal", level="easy")
    assert record.title == "Here" and record.began and record.began <= record.ended


async def test_the_table_its_owner_and_its_guests_keep_one_game() -> None:
    async with open_table(WITH_BOT) as table:
        place = TableEndpoint((("127.0.0.1", table.port),), table.id, table.fingerprint, certain=True, trusted=True)
        async with (
            take_seat(place, named("Olga"), slot=Slot(OWNER)) as olga,
            take_seat(place, named("Ben")) as ben,
        ):
            olga.session.request(Start())
            await asyncio.gather(*(run_bot(seat.session, create_bot("easy")) for seat in (olga, ben)))
    (game,) = read_games().games
    assert [(seat.name, seat.bot) for seat in game.seats] == [("Olga", False), ("Hal", True), ("Ben", False)]


async def test_a_game_that_was_left_is_replaced_by_the_whole_one_once_that_arrives() -> None:
    record = recorded(rounds=3)
    end = next(at for at, fact in enumerate(record.facts, 1) if isinstance(fact, RoundEnded))
    left = (*record.facts[:end], GameEnded("abandoned"))
    for facts, rounds, reason in ((left, 1, "abandoned"), (record.facts, 3, "rounds")):
        seats = seats_of(record.players)
        await save_finished_game(FinishedGame(record.table, 1, record.title, facts, seats, record.ended))
        (kept,) = read_games().games
        assert (kept.rounds, kept.reason) == (rounds, reason)


def test_a_game_given_up_within_a_round_cannot_be_shown_again() -> None:
    record = recorded()
    game = FinishedGame(record.table, 1, record.title, (*record.facts[:9], GameEnded("abandoned")), (), 0)
    with pytest.raises(Failure, match="hands are unknown"):
        record_of_ended(game)


async def test_a_game_is_played_even_if_it_cannot_be_kept(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    create_private_folder(home)
    write_atomically(home / "games", b"no folder")
    with caplog.at_level(logging.WARNING):
        assert await play_alone() == "rounds"
    assert "could not be kept" in caplog.text

"""Whoever sits at a table, and the table, keeps each game that ends there, once, and nobody keeps another's."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace
from support.games import recorded, seats_of
from support.keys import named
from support.play import names, played, stream
from support.tables import OWNER, options, settings

from sixqp_protocol.facts import AnyFact, CardsRevealed, Fact, GameEnded, RoundEnded, Rules
from sixqp_protocol.messages import Continuation, RoomNews, SeatNews, Settings, Start, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Facts, Moved, Welcomed
from sixqp_tui.client.finished_games import FinishedGame, GameRecorder
from sixqp_tui.features.history.games import record_of_ended, save_finished_game
from sixqp_tui.features.history.record import GameRecord, Player, record_game
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


RULES = Rules(rounds=1)
WHOLE = played(RULES, 3, "recorded")
NAMES = names(3)
SEATS = (
    SeatNews(NAMES[0], "person", True, owner=True, key=b"\n" * 32),
    SeatNews(NAMES[1], "person", False, key=b"b" * 32),
    SeatNews(NAMES[2], "bot", True, level="easy"),
)
BEN = "62" * 32
OWN = "0a" * 32
PROOF = Continuation("c0ffee00", b"b" * 32, bytes(64), 1, 1)
WHO = (Player(NAMES[0], OWN), Player(NAMES[1], BEN), Player(NAMES[2], level="easy"))


def stream_of(reader: int | None, whole: tuple[Fact, ...] = WHOLE) -> tuple[AnyFact, ...]:
    return stream(whole, reader)  # type: ignore[return-value]


def welcomed(seat: int | None = 0) -> Welcomed:
    return Welcomed(Welcome(CURRENT, "c0ffee00", "Ada's", seat, seat == 0, 1, 0, 0), restarted=True)


def news(
    you: int | None = 0, seats: tuple[SeatNews, ...] = SEATS, phase: Literal["lobby", "playing"] = "playing"
) -> RoomNews:
    return RoomNews(phase, seats, you, Settings(RULES), False, (), None)


def kept(*events: Event, leaves: bool = False) -> list[GameRecord]:
    recorder = GameRecorder()
    finished = [recorder.note(event, 1000 + at) for at, event in enumerate(events)]
    finished += [recorder.leave(2000)] if leaves else []
    return [record_game(game, OWN) for game in finished if game]


def test_a_finished_game_is_kept_once_with_its_players() -> None:
    """Also if its stream is sent again from the beginning."""
    facts = stream_of(0)
    begun = (welcomed(), news(), Facts(1, 0, facts[:9], live=True))
    (record,) = kept(*begun, news(), Facts(1, 9, facts[9:], live=True))
    assert (record.table, record.number, record.title) == ("c0ffee00", 1, "Ada's")
    assert record.players == WHO
    assert (record.began, record.ended) == (1002, 1004)
    again = Facts(1, 0, facts[:20], live=False), Facts(1, 20, facts[20:], live=True)
    assert [game.id for game in kept(*begun, welcomed(), news(), *again)] == [record.id]


def test_leaving_a_game_keeps_its_complete_rounds() -> None:
    facts = stream_of(0, played(Rules(rounds=3), 3, "left"))
    end = next(at for at, fact in enumerate(facts, 1) if isinstance(fact, RoundEnded))
    begun = (welcomed(), news(), Facts(1, 0, facts[: end + 5], live=True))
    (record,) = kept(*begun, leaves=True)
    assert record.facts[-1] == GameEnded("abandoned")
    assert sum(isinstance(fact, RoundEnded) for fact in record.facts) == 1
    assert not kept(*begun[:2], Facts(1, 0, facts[: end - 1], live=True), leaves=True)


@pytest.mark.parametrize(("by_bot", "counts"), [(5, True), (6, False)])
def test_a_person_who_decided_less_than_half_of_the_turns_is_kept_as_a_bot(by_bot: int, counts: bool) -> None:
    facts = stream_of(0)
    turns = [at for at, fact in enumerate(facts, 1) if isinstance(fact, CardsRevealed)]
    gone = replace(SEATS[1], level="hard")
    (record,) = kept(
        welcomed(),
        news(seats=(SEATS[0], gone, SEATS[2])),
        Facts(1, 0, facts[: turns[by_bot - 1]], live=True),
        news(),
        Facts(1, turns[by_bot - 1], facts[turns[by_bot - 1] :], live=True),
    )
    assert record.players[1] == (WHO[1] if counts else Player(NAMES[1], level="medium"))


def test_a_game_that_no_person_decided_is_not_kept() -> None:
    seats = tuple(replace(seat, level="hard") for seat in SEATS)
    assert not kept(welcomed(), news(seats=seats), Facts(1, 0, stream_of(0), live=True))


def test_a_game_that_goes_on_elsewhere_is_kept_under_its_evening() -> None:
    """Also the rounds that are missing there, as an unfinished game."""
    facts = stream_of(0, played(Rules(rounds=2), 3, "moved"))
    first = facts.index(next(fact for fact in facts if isinstance(fact, RoundEnded))) + 1
    again = Welcomed(replace(welcomed().welcome, table="f00d0000", continues=PROOF), restarted=True)
    void, whole = kept(
        welcomed(),
        news(),
        Facts(1, 0, facts[:first], live=True),
        Moved("Ben", 2, (1,)),
        again,
        news(),
        Facts(1, 0, facts, live=True),
    )
    assert (void.table, void.number) == (whole.table, whole.number) == ("c0ffee00", 1)
    assert void.facts[-1] == GameEnded("abandoned") and whole.facts[-1] != void.facts[-1]


def test_a_game_that_ended_while_its_player_was_away_is_kept() -> None:
    lobby = news(1, (SEATS[1], SEATS[0], SeatNews("Zoe", "person", True)), phase="lobby")
    (record,) = kept(welcomed(1), lobby, Facts(1, 0, stream_of(1), live=False))
    assert record.players == (Player(NAMES[0], OWN), Player(NAMES[1], BEN), Player(NAMES[2]))
    assert record.began is None


def test_watched_unfinished_and_abandoned_games_are_not_kept() -> None:
    facts = stream_of(0)
    assert not kept(welcomed(None), news(None), Facts(1, 0, stream_of(None), live=True))
    for happened in (facts[:-1], (*facts[:-1], GameEnded("abandoned"))):
        assert not kept(welcomed(), news(), Facts(1, 0, happened, live=True))

"""Who comes to a table: without a chair, or without a chosen name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from support.fake_session import BOT, EXPECTED, GUEST, OPEN, OWNER, FakeSession
from support.pilots import press, run, settled, until
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Rename, SeatNews, TakeSeat
from sixqp_tui.engine.game import Game
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.stay import Stay

SEATS = (OWNER, BOT, GUEST, replace(BOT, name="Ada"))


@asynccontextmanager
async def late(
    seats: tuple[SeatNews, ...] = SEATS, begun: bool = True
) -> AsyncIterator[tuple[Pilot[Any], FakeSession]]:
    """Somebody who was let in to look on, at a game that has begun or in a full lobby."""
    session = FakeSession(seats, you=None)
    if begun:
        session.becomes(phase="playing")
        session.happen(Game.start(Rules(), tuple(seat.name for seat in seats), "late")[0])
    async with run(SixqpApp(Stay(session, late=True))) as pilot:
        await settled(pilot)
        yield pilot, session


def asked(pilot: Pilot[Any]) -> list[str]:
    """The answers of the question in front."""
    assert isinstance(pilot.app.screen, Question)
    return [answer.words for answer in pilot.app.screen.answers]


async def test_one_question_offers_the_bots_seats_the_next_game_and_watching() -> None:
    async with late() as (pilot, session):
        bots, others = asked(pilot)[:-2], asked(pilot)[-2:]
        assert [BOT.name in bots[0], "Ada" in bots[1], "0 heads" in bots[1]] == [True] * 3
        assert "next game" in others[0] and "watch" in others[1]
        await press(pilot, "2")
        assert session.requests == [TakeSeat(seat=3)]
        assert isinstance(pilot.app.screen, GameScreen)


async def test_escape_only_watches_and_requests_nothing_after_the_game() -> None:
    async with late() as (pilot, session):
        await pilot.press("escape")
        session.becomes(phase="lobby", seats=(*SEATS, OPEN))
        await settled(pilot)
        assert session.requests == []
        assert not isinstance(pilot.app.screen, Question)


async def test_a_waiting_player_sits_down_when_the_next_game_is_set_up() -> None:
    async with late() as (pilot, session):
        await press(pilot, "n")
        assert session.requests == []
        session.becomes(phase="lobby", seats=(*SEATS, OPEN))
        await settled(pilot)
        assert session.requests == [TakeSeat(seat=4)]
        session.becomes(you=4, seats=(*SEATS, GUEST))
        await settled(pilot)
        session.becomes(you=None, seats=(*SEATS, OPEN))
        await settled(pilot)
        assert session.requests == [TakeSeat(seat=4)]


async def test_a_waiting_player_gets_the_first_free_chair_at_a_full_table() -> None:
    async with late((OWNER, GUEST), begun=False) as (pilot, session):
        assert len(asked(pilot)) == 2
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, LobbyScreen) and session.requests == []
        session.becomes(seats=(OWNER, OPEN))
        await settled(pilot)
        assert session.requests == [TakeSeat(seat=1)]


@asynccontextmanager
async def unnamed(*seats: SeatNews) -> AsyncIterator[tuple[Pilot[Any], FakeSession, list[str]]]:
    """A guest at a table with these chairs, and the names that were kept for them."""
    session, kept = FakeSession(seats, you=1), list[str]()
    app = SixqpApp(Stay(session, keep_name=kept.append))
    async with run(app) as pilot:
        await settled(pilot)
        yield pilot, session, kept


async def test_taking_an_expected_name_takes_its_seat_and_saves_the_name() -> None:
    async with unnamed(OWNER, GUEST, EXPECTED) as (pilot, session, kept):
        assert isinstance(pilot.app.screen, Question) and EXPECTED.name in pilot.app.screen.sentence
        await pilot.press("1")
        await until(pilot, lambda: kept == [EXPECTED.name])
        assert session.requests == [Rename(name=EXPECTED.name)]


async def test_a_guest_with_another_name_is_asked_once() -> None:
    async with unnamed(OWNER, GUEST, EXPECTED) as (pilot, session, kept):
        await pilot.press("escape")
        session.becomes(watchers=("Zoé",))
        await settled(pilot)
        assert not isinstance(pilot.app.screen, Question)
        assert (session.requests, kept) == ([], [])


async def test_nothing_is_asked_when_nobody_is_expected() -> None:
    async with unnamed(OWNER, GUEST) as (pilot, _session, _kept):
        assert not isinstance(pilot.app.screen, Question)

"""An evening with real tables, each in a process of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from support.tables import heard

from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Led
from sixqp_tui.features.hall.command import _find, _read
from sixqp_tui.features.hall.evening import Evening, open_evening
from sixqp_tui.features.hall.export import FORMATS, export
from sixqp_tui.features.hall.hall import DEALS, HallOpened
from sixqp_tui.features.hall.journal import create_hall_journal, open_hall_journal
from sixqp_tui.joining.endpoint import LOOPBACK, TableEndpoint
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat

OPENED = HallOpened("Friday", "a seed that nobody knows", size=2, rounds=2)


async def seat_players(evening: Evening, count: int, stack: AsyncExitStack) -> list[Seat]:
    """Bots that play in the hall until the stack ends."""
    place = TableEndpoint(((LOOPBACK, evening.port),), evening.id, evening.fingerprint, certain=True, trusted=True)
    seats = [await stack.enter_async_context(take_seat(place, Player.bot(f"P{number}"))) for number in range(count)]
    for seat in seats:
        playing = asyncio.create_task(run_bot(seat.session, create_bot("easy")))
        stack.callback(playing.cancel)
    return seats


async def led(events: AsyncIterator[Event]) -> int:
    """The table that a player is led to next."""
    return (await heard(events, Led)).seated.number - 1


async def played(evening: Evening, rounds: int) -> None:
    while len(evening.hall.rounds) < rounds or evening.hall.playing:
        await evening.changed.wait()
        evening.changed.clear()


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_a_killed_table_and_a_restarted_hall_lose_no_result() -> None:
    told: list[str] = []
    async with AsyncExitStack() as stack:
        journal = create_hall_journal("abcd1234", OPENED)
        async with open_evening("abcd1234", journal, 0, told.append) as evening:
            seats = await seat_players(evening, 4, stack)
            port, events = evening.port, seats[0].session.events()
            await evening.begin_round()
            evening.tables.processes[await led(events)].process.kill()
            await played(evening, 1)
            await evening.begin_round()
            await led(events)
        async with open_evening("abcd1234", open_hall_journal("abcd1234"), port, told.append) as again:
            await played(again, 2)
            assert told == [] and again.hall.over and len(again.hall.hands) == 2 * DEALS * 4
            assert [player.name for player in again.hall.players] == ["P0", "P1", "P2", "P3"]
            again.end()
    assert _read(_find("friday")).hands == again.hall.hands
    assert all("P3" in export(again.hall, form) for form in FORMATS)

"""An evening with real tables, each in a process of its own."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace
from support.tables import heard

from sixqp_protocol.facts import CardsRevealed, Fact
from sixqp_protocol.messages import OfferTables, OpenTable
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Facts, Led, News
from sixqp_tui.engine import notation
from sixqp_tui.features.hall.command import _find, _read
from sixqp_tui.features.hall.evening import Evening, open_evening
from sixqp_tui.features.hall.export import FORMATS, export
from sixqp_tui.features.hall.hall import DEALS, CodeDrawn, HallOpened, TableFinished, decoded
from sixqp_tui.features.hall.journal import create_hall_journal, open_hall_journal
from sixqp_tui.features.hall.serving import ServedTables, options_of
from sixqp_tui.features.hall.tables import TABLES_OF_CORE
from sixqp_tui.hosting.process.table_process import TableProcess, launch_table
from sixqp_tui.joining.endpoint import LOOPBACK, TableEndpoint
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.store.journal import parse

SERVING = "serve1"
OPENED = HallOpened("Friday", "a seed that nobody knows", size=2, rounds=2)


def place_of(evening: Evening, code: str | None = None) -> TableEndpoint:
    addresses = ((LOOPBACK, evening.port),)
    return TableEndpoint(addresses, evening.id, evening.fingerprint, certain=True, trusted=True, code=code)


async def seat_players(evening: Evening, count: int, stack: AsyncExitStack, first: int = 0) -> list[Seat]:
    """Bots that play in the hall until the stack ends."""
    place = place_of(evening)
    names = [f"P{number}" for number in range(first, first + count)]
    seats = [await stack.enter_async_context(take_seat(place, Player.bot(name))) for name in names]
    for seat in seats:
        playing = asyncio.create_task(run_bot(seat.session, create_bot("easy")))
        stack.callback(playing.cancel)
    return seats


async def changed(evening: Evening) -> None:
    """Wait until somebody has come to the hall, or gone."""
    evening.moved.clear()
    await evening.moved.wait()


async def led(events: AsyncIterator[Event]) -> int:
    """The table that a player is led to next."""
    return (await heard(events, Led)).seated.number - 1


async def played(evening: Evening, rounds: int) -> None:
    while len(evening.hall.rounds) < rounds or evening.hall.playing:
        await evening.changed.wait()
        evening.changed.clear()


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_a_killed_table_and_a_restarted_hall_lose_no_result() -> None:
    told: list[str] = []
    async with AsyncExitStack() as stack:
        journal = create_hall_journal("abcd1234", OPENED, CodeDrawn(SERVING, serving=True))
        async with open_evening("abcd1234", journal, 0, told.append) as evening:
            await serve(evening, ServedTables, stack, tables=TABLES_OF_CORE * (os.cpu_count() or 1))
            seats = await seat_players(evening, 4, stack)
            port, events = evening.port, seats[0].session.events()
            await evening.begin_round()
            await led(events)
            while not evening.tables.processes:
                await evening.changed.wait()
                evening.changed.clear()
            next(iter(evening.tables.processes.values())).process.kill()
            await played(evening, 1)
            await evening.begin_round()
            await led(events)
        async with open_evening("abcd1234", open_hall_journal("abcd1234"), port, told.append) as again:
            await played(again, 2)
            assert not any("Table" in line for line in told), told
            assert again.hall.over and len(again.hall.hands) == 2 * DEALS * 4
            for each in again.hall.rounds:
                assert sorted(at.pin is None for at in each.opened.values()) == [False, True]
            assert [player.name for player in again.hall.players] == ["P0", "P1", "P2", "P3"]
            again.end()
    assert _read(_find("friday")).hands == again.hall.hands
    assert all("P3" in export(again.hall, form) for form in FORMATS)


@pytest.mark.timeout(180)
async def test_a_paused_hall_stops_its_tables_and_a_latecomer_gets_the_seat_of_a_bot() -> None:
    told: list[str] = []
    async with AsyncExitStack() as stack:
        journal = create_hall_journal("abcd1234", OPENED)
        evening = await stack.enter_async_context(open_evening("abcd1234", journal, 0, told.append))
        seats = await seat_players(evening, 3, stack)
        events = seats[0].session.events()
        await evening.begin_round()
        evening.pause()
        while not (await heard(events, News)).news.paused:
            pass
        late = (await seat_players(evening, 1, stack, first=3))[0].session
        there = await heard(late.events(), Led)
        assert [len(each) - each.count(None) for each in evening.hall.rounds[0].tables] == [2, 2]
        assert there.seated.names and evening.hall.rounds[0].tables[there.seated.number - 1][there.seated.seat] == 3
        with pytest.raises(Failure, match="paused already"):
            evening.pause()
        evening.pause(paused=False)
        await played(evening, 1)
        assert told == [] and len(evening.hall.hands) >= 2 * DEALS * 2 - 1
        assert {hand.player for hand in evening.hall.hands} == {0, 1, 2, 3}
        evening.pause()
        with pytest.raises(Failure, match="is paused"):
            await evening.begin_round()
        evening.pause(paused=False)
        await evening.begin_round()
        evening.pause()
        while evening.waiting.here:
            await changed(evening)
        for table in (1, 2):
            evening.give_up(table)
        while len(evening.waiting.here) < 4:
            await changed(evening)
        assert evening.hall.over and {hand.deal for hand in evening.hall.hands} == set(range(1, DEALS + 1))


class LyingTables(ServedTables):
    """A machine that deals other cards than the hall's."""

    async def _open(self, wanted: OpenTable) -> TableProcess:
        return self._kept(await launch_table(replace(options_of(wanted), seed="cards to my liking", played=())))


async def serve(
    evening: Evening, machine: type[ServedTables], stack: AsyncExitStack, tables: int = 200
) -> ServedTables:
    seat = await stack.enter_async_context(
        take_seat(place_of(evening, SERVING), Player.bot("Cellar"), watch=True, serves=True)
    )
    served = machine(seat.session, OfferTables((LOOPBACK,), bytes.fromhex(evening.fingerprint), tables))
    running = asyncio.create_task(served.run())
    stack.push_async_callback(served.close)
    stack.callback(running.cancel)
    while not evening.waiting.machines:
        await changed(evening)
    return served


def shown(facts: Iterable[Fact]) -> list[CardsRevealed]:
    return [fact for fact in facts if isinstance(fact, CardsRevealed)]


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_a_machine_that_lies_gets_no_more_tables_and_one_that_dies_loses_no_turn() -> None:
    told: list[str] = []
    async with AsyncExitStack() as stack:
        journal = create_hall_journal("abcd1234", OPENED, CodeDrawn(SERVING, serving=True))
        evening = await stack.enter_async_context(open_evening("abcd1234", journal, 0, told.append))
        machine_stack = await stack.enter_async_context(AsyncExitStack())
        served = await serve(evening, ServedTables, machine_stack)
        seats = await seat_players(evening, 2, stack)
        events = seats[0].session.events()
        await evening.begin_round()
        while len(shown(seats[0].session.state.history)) < 4:
            await heard(events, Facts)
        assert evening.hall.rounds[0].opened[0].pin == bytes.fromhex(evening.fingerprint)
        for process in served.processes.values():
            process.process.kill()
        await machine_stack.aclose()
        before = shown(seats[0].session.state.history)
        await played(evening, 1)
        assert len(evening.hall.hands) == 2 * DEALS and evening.hall.rounds[0].opened[0].pin is None
        await serve(evening, LyingTables, stack)
        await evening.begin_round()
        await played(evening, 2)
        assert len(evening.hall.hands) == 2 * DEALS and any("false result" in line for line in told)
        assert evening.waiting.refused == {bytes.fromhex(evening.fingerprint)} and not evening.waiting.machines
    records = parse(_find("friday").read_bytes()).records
    (game,) = [fact.game for fact in decoded(records) if isinstance(fact, TableFinished)]
    assert shown(notation.parse(game))[: len(before) - 1] == before[:-1]

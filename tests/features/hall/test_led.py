"""A program in a hall: it is led to its table and comes back, and only a hall can lead it."""

import asyncio

import pytest
from features.hall.halls import PIN, TOKENS, a_hall
from support.fake_session import FakeSession
from support.screens import at_table
from support.tables import heard, running

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import HallLine, HallNews, Leave, OpenTable, Seated, Settings, TableSeat, Welcome
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Conversation
from sixqp_tui.client.events import HallChanged, Led, TableWanted, Welcomed
from sixqp_tui.client.session import Identity
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem
from sixqp_tui.features.hall.hall import PlayerLeft
from sixqp_tui.tui.table_context import TableContext


async def test_players_are_sent_to_their_table_and_return_after_the_game() -> None:
    async with a_hall() as place:
        ann, bob = place.session("Ann"), place.session("Bob")
        async with running(ann, bob):
            for session in (ann, bob):
                await session.wait_until_seated(20)
            token, events = ann.token, ann.events()
            playing = [asyncio.create_task(run_bot(each, create_bot("easy"))) for each in (ann, bob)]
            place.lead()
            assert (await heard(events, Led)).seated.number == 1
            assert (await heard(events, Welcomed)).welcome.table == "f00d"
            await place.table.finished.wait()
            place.lead(seated=False)
            await place.table.close()
            back = await heard(events, Welcomed, lambda event: event.welcome.table == "abcd")
            assert back.welcome.token == token == ann.token and ann.state.status == Connected()
            assert len(place.hall.players) == 2, "somebody registered twice"
            for task in playing:
                assert not task.done(), "a bot has left the hall after its first game"
                task.cancel()


@pytest.mark.slow
async def test_a_player_who_lost_the_table_learns_from_the_hall_where_it_is() -> None:
    async with a_hall() as place:
        ann = place.session("Ann")
        async with running(ann):
            await ann.wait_until_seated(20)
            events = ann.events()
            place.lead()
            await heard(events, Welcomed, lambda event: event.welcome.table == "f00d")
            place.table_link.failing = [ConnectionError()] * 2
            await place.table_link.cut()
            await heard(events, Welcomed, lambda event: event.welcome.table == "abcd")
            await heard(events, Led)
            await heard(events, Welcomed, lambda event: event.welcome.table == "f00d")


async def test_a_returning_player_is_recognized_and_one_who_left_gets_no_seat() -> None:
    async with a_hall() as place:
        ann, bob = place.session("Ann"), place.session("ann")
        async with running(ann, bob):
            for session in (ann, bob):
                await session.wait_until_seated(20)
        again = place.session("Ann", ann.token)
        async with running(again):
            await again.wait_until_seated(20)
            events = again.events()
            again.request(Leave())
            async for _event in events:
                if isinstance(again.state.status, Closed):
                    break
            assert again.state.status == Closed(Farewell.LEFT)
        assert [(each.name, each.here) for each in place.hall.players] == [("Ann", False), ("ann 2", True)]
        place.room.happen(PlayerLeft(1, removed=True))
        place.lead(seated=False)
        removed = place.session("Bob", bob.token)
        async with running(removed):
            assert await removed.wait_until_seated(20) == Closed(Farewell.KICKED)


def test_a_table_cannot_send_players_elsewhere() -> None:
    news = HallNews(1, 4, 1, False, 0, (HallLine("Ann", 1, 0, 0, 0, 0),))
    seated = Seated("f00d", 1, 0, (), ("192.0.2.1",), 4667, PIN, TOKENS[0])
    welcome = encode(Welcome(CURRENT, "abcd", "Friday", None, bytes(16), False, 0, 0, 0))
    table, hall = (Conversation(Identity("Ann"), bytes(16), "test", hall=known) for known in (news, None))
    for conversation in (table, hall):
        conversation.begin_connection()
        conversation.receive(welcome)
        assert conversation.receive(encode(seated)).over == ConnectionProblem.BROKEN_HOST
    assert table.receive(encode(news)).over == ConnectionProblem.BROKEN_HOST
    assert isinstance(hall.receive(encode(news)).events[0], HallChanged)
    assert hall.receive(encode(seated)).events == (Led(seated),)


def test_only_a_program_that_serves_a_hall_is_asked_for_tables() -> None:
    seats = TableSeat("Ann", bytes(32)), TableSeat("")
    wanted = encode(OpenTable(1, "Friday 1.1", Settings(), "seed", seats, "abcd", bytes(32)))
    news = encode(HallNews(0, 4, 0, False, None, ()))
    for serves in (True, False):
        end = Conversation(Identity("Cellar", "watcher", serves=serves), bytes(16), "test")
        end.begin_connection(bytes(32))
        end.receive(encode(Welcome(CURRENT, "abcd", "Friday", None, None, False, 0, 0, 0)))
        assert end.receive(wanted).over is ConnectionProblem.BROKEN_HOST, "a table asks for a table"
        end.receive(news)
        received = end.receive(wanted)
        assert isinstance(received.events[0], TableWanted) if serves else received.over is not None


def test_a_table_that_starts_again_does_not_say_twice_where_its_players_sit() -> None:
    context = TableContext(at_table(FakeSession()))
    for number in (1, 1, 2):
        context.record(Led(Seated("f00d", number, 0, ("Bob",), ("127.0.0.1",), 4666, PIN, TOKENS[0])))
    assert [said.text for said in context.said] == ["Table 1, seat 1, with Bob.", "Table 2, seat 1, with Bob."]

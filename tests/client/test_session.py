"""Sessions over a line in memory, at a real server: whole games, lost lines, bots, and how a session ends."""

import asyncio
from random import Random

import pytest
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_room, a_session, heard, play_all, running, seated, settings, stands

from sixqp_protocol.facts import GameEnded, Variant
from sixqp_protocol.messages import ChooseCard, Say, SetSeat, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Denied, Facts, News, Talk
from sixqp_tui.client.link import Channel, MemoryLink, memory_pair
from sixqp_tui.client.session import MAX_WAIT, MIN_WAIT, Backoff, Session
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.engine.view import View
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.bot_seats import memory_dialer, run_bot_seat


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "draft"])
async def test_a_whole_game_with_bots_leaves_everybody_with_the_same_table(variant: Variant) -> None:
    server = Server(a_room(settings(variant, rounds=2), bots=3, once=True), seat_bot=run_bot_seat)
    link = CuttableMemoryLink(server)
    olga, ann = a_session(link, "Olga", OWNER), a_session(link, "Ann")
    async with running(olga, ann):
        await seated((olga, ann))
        olga.request(Start())
        await play_all(olga, ann)
        await server.finished.wait()
        assert olga.state.view.table.ended == "rounds" and len(olga.state.view.table.scores) == 2
        assert olga.state.view.table.totals == ann.state.view.table.totals
        for session in (olga, ann):
            assert session.state.view == View(session.state.view.seat).after(session.state.history)
    await server.close()


@pytest.mark.slow
async def test_a_rematch_starts_a_new_stream_that_bots_play_too() -> None:
    server = Server(a_room(settings(), bots=2), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    async with running(olga):
        await olga.wait_until_seated(20)
        for game in (1, 2):
            olga.request(Start())
            await run_bot(olga, create_bot("easy"))
            assert (olga.state.game, olga.state.view.table.ended) == (game, "rounds")
    await server.close()


@pytest.mark.slow
async def test_a_bot_leaves_when_its_seat_is_opened() -> None:
    server = Server(a_room(settings(), bots=1), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    async with running(olga):
        events = olga.events()
        await heard(events, News, lambda event: event.news.seats[1].occupant == "bot")
        olga.request(SetSeat(seat=1, to="open"))
        await heard(events, News, lambda event: event.news.seats[1].occupant == "open")
        olga.request(SetSeat(seat=1, to="bot", level="hard"))
        await heard(events, News, lambda event: event.news.seats[1].level == "hard")
        olga.request(Start())
        await run_bot(olga, create_bot("easy"))
    await server.close()


@pytest.mark.slow
async def test_connections_cut_in_mid_turn_lose_nothing() -> None:
    server = Server(a_room(settings()))
    links = [CuttableMemoryLink(server), CuttableMemoryLink(server)]
    sessions = [a_session(links[0], "Olga", OWNER), a_session(links[1], "Ann")]

    async def cut_often(session: Session, link: CuttableMemoryLink) -> None:
        rng = Random(7)
        async for event in session.events():
            if isinstance(event, Facts) and isinstance(event.facts[-1], GameEnded):
                return
            if isinstance(event, Facts) and event.live and rng.random() < 0.2:
                await link.cut()
                session.come_back()

    async with running(*sessions):
        await seated(sessions)
        cutting = [asyncio.create_task(cut_often(*pair)) for pair in zip(sessions, links, strict=True)]
        sessions[0].request(Start())
        await asyncio.gather(play_all(*sessions), *cutting)
        assert all(len(link.lines) > 1 for link in links)
        assert sessions[0].state.view.table.totals == sessions[1].state.view.table.totals
    await server.close()


@pytest.mark.slow
async def test_a_lost_connection_is_reported_and_decisions_still_arrive() -> None:
    server = Server(a_room(settings()))
    link, other = CuttableMemoryLink(server), CuttableMemoryLink(server)
    olga, ann = a_session(link, "Olga", OWNER), a_session(other, "Ann")
    async with running(olga, ann):
        await seated((olga, ann))
        events = olga.events()
        olga.request(Start())
        await heard(events, Facts)
        link.failing = [ConnectionRefusedError(), ConnectionRefusedError()]
        await link.cut()
        assert (await stands(events, Reconnecting)).attempt == 1
        olga.request(ChooseCard(card=olga.state.view.hand[0]))
        assert (await stands(events, Reconnecting)).attempt == 2
        await stands(events, Connected)
        await heard(events, Facts)
        assert olga.state.view.laid is not None
    await server.close()


async def test_a_session_replaced_elsewhere_returns_only_when_asked() -> None:
    server = Server(a_room(settings()))
    link = CuttableMemoryLink(server)
    here = a_session(link, "Olga", OWNER)
    there = Session(link, here.identity)
    async with running(here):
        events = here.events()
        await stands(events, Connected)
        theirs = there.events()
        async with running(there):
            closed = await stands(events, Closed)
            assert (closed.reason, closed.may_return) == (Farewell.ELSEWHERE, True)
            here.come_back()
            await stands(events, Connected)
            assert (await stands(theirs, Closed)).reason is Farewell.ELSEWHERE
    await server.close()


async def test_a_client_reconnects_after_a_restart() -> None:
    server, successor = Server(a_room(settings())), Server(a_room(settings()))
    servers = [server, successor]

    async def dial() -> Channel:
        return await memory_dialer(servers.pop(0).attach)()

    olga = a_session(MemoryLink(dial), "Olga", OWNER)
    async with running(olga):
        events = olga.events()
        await stands(events, Connected)
        await server.close(Farewell.RESTART)
        await stands(events, Reconnecting)
        await stands(events, Connected)
    await successor.close()


async def test_a_host_that_disconnects_before_its_welcome_is_retried() -> None:
    server = Server(a_room(settings()))
    calls = 0

    async def dial() -> Channel:
        nonlocal calls
        calls += 1
        if calls > 1:
            return await memory_dialer(server.attach)()
        near, far = memory_pair()
        await far.close(1006)
        return near

    session = a_session(MemoryLink(dial))
    async with running(session):
        assert await session.wait_until_seated(20) == Connected()
    await server.close()


async def test_chat_arrives_and_a_forbidden_request_is_denied() -> None:
    server = Server(a_room(settings()))
    link = CuttableMemoryLink(server)
    olga, ann = a_session(link, "Olga", OWNER), a_session(link, "Ann")
    async with running(olga, ann):
        await seated((olga, ann))
        events = olga.events()
        ann.request(Say(text="hello   there"))
        assert (await heard(events, Talk)).said.text == "hello there"
        heard_by_ann = ann.events()
        ann.request(Start())
        assert (await heard(heard_by_ann, Denied)).refused.code == "not_owner"
    await server.close()


def test_the_retry_delay_grows_from_a_quarter_second_to_five() -> None:
    backoff = Backoff(Random(3))
    waits = [backoff.seconds() for _ in range(9)]
    assert MIN_WAIT * 0.75 <= waits[0] <= MIN_WAIT and MAX_WAIT * 0.75 <= waits[-1] <= MAX_WAIT
    backoff.reset()
    assert backoff.seconds() <= MIN_WAIT

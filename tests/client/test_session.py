"""Sessions over a line in memory, at a real server: whole games, lost lines, bots, and how a session ends."""

from random import Random

import pytest
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_room, a_session, heard, running, seated, settings, stands

from sixqp_protocol.messages import ChooseCard, RoomNews, SetSeat, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Facts
from sixqp_tui.client.session import MAX_WAIT, MIN_WAIT, Backoff, Session
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.journalled_room import run_bot_seat


@pytest.mark.usefixtures("quick_bots")
async def test_a_bot_leaves_when_its_seat_is_opened() -> None:
    server = Server(a_room(settings(), bots=1), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    async with running(olga):
        events = olga.events()
        await heard(events, RoomNews, lambda event: event.seats[1].occupant == "bot")
        olga.request(SetSeat(seat=1, to="open"))
        await heard(events, RoomNews, lambda event: event.seats[1].occupant == "open")
        olga.request(SetSeat(seat=1, to="bot", level="easy"))
        await heard(events, RoomNews, lambda event: event.seats[1].level == "easy")
        olga.request(Start())
        await run_bot(olga, create_bot("easy"))
    await server.close()


@pytest.mark.usefixtures("quick_returns")
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


def test_the_retry_delay_grows_from_a_quarter_second_to_five() -> None:
    backoff = Backoff(Random(3))
    waits = [backoff.seconds() for _ in range(9)]
    assert MIN_WAIT * 0.75 <= waits[0] <= MIN_WAIT and MAX_WAIT * 0.75 <= waits[-1] <= MAX_WAIT
    backoff.reset()
    assert backoff.seconds() <= MIN_WAIT

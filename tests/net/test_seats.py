"""Seats over real sockets: taken neither by a relay nor by whoever was removed."""

from pathlib import Path

import pytest
from net.impostors import relay
from support.network import Serve, link
from support.tables import OWNER, a_room, a_session, heard, running, seated, settings, stands

from sixqp_protocol.messages import RoomNews, SetSeat
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, Status
from sixqp_tui.host.network import server
from sixqp_tui.store.certificate import load_or_create, server_context


async def test_a_hello_passed_on_by_a_relay_proves_nothing(serve: Serve, tmp_path: Path) -> None:
    room = a_room(settings())
    _, port = await serve(room)
    ann = a_session(link(port))
    async with running(ann):
        await seated((ann,))
        async with relay(port, server_context(load_or_create(tmp_path))) as between:
            for name in ("Ann", "Eve"):
                again = a_session(link(between), name)
                async with running(again):
                    assert await again.wait_until_seated(20) == Closed(Farewell.BAD_MESSAGE)
        assert isinstance(ann.state.status, Connected)
    assert [person.name for person in room.people] == ["Olga", "Ann"]


async def test_a_removed_player_cannot_return_by_any_hello(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "sender_address", lambda peer, here: "192.0.2.7")  # the loopback is never removed
    _, port = await serve(a_room(settings()))

    async def let_in(identity: Identity) -> Status:
        session = Session(link(port), identity)
        async with running(session):
            return await session.wait_until_seated(20)

    olga, ann = a_session(link(port), "Olga", OWNER), a_session(link(port))
    async with running(olga, ann):
        await seated((olga, ann))
        events = ann.events()
        olga.request(SetSeat(seat=1, to="kick"))
        assert (await stands(events, Closed)).reason is Farewell.KICKED
        own = Identity("Ann", key=ann.identity.key)
        for again in (Identity("Ann"), Identity("Bob"), Identity("Ann", "watcher"), own):
            assert await let_in(again) == Closed(Farewell.KICKED)
        told = olga.events()
        olga.request(SetSeat(seat=1, to="open"))
        await heard(told, RoomNews, lambda event: event.removed == 0)
        assert await let_in(Identity("Ann")) == Connected()

"""Over real sockets: who was removed comes back by no Hello, and one address sees one hand.

Everything here comes from the loopback, where an address says nothing: so the table takes it for one of a
network.
"""

import pytest
from support.network import CuttableNetworkLink, Serve
from support.tables import OWNER, a_room, heard, running, settings, stands

from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Leave, SetSeat, Start, TakeSeat
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.client.conversation import Identity, Role
from sixqp_tui.client.events import Denied, News, Welcomed
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, Status
from sixqp_tui.host.network import server

pytestmark = pytest.mark.slow

ELSEWHERE = "192.0.2.7"
"""Where whoever is not at the host's own machine comes from."""


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "sender_address", lambda peer, here: ELSEWHERE)


def comes(port: int, name: str = "Ann", role: Role = "player", key: Key | None = None) -> Session:
    """A new process of somebody."""
    identity = Identity(name, role, key=key)
    return Session(CuttableNetworkLink([("127.0.0.1", port)]), identity)


async def let_in(session: Session) -> Status:
    async with running(session):
        return await session.wait_until_seated(20)


@pytest.mark.usefixtures("strangers")
async def test_a_removed_player_cannot_return_by_any_hello(serve: Serve) -> None:
    room = a_room(settings())
    _, port = await serve(room)
    olga, ann = comes(port, "Olga", key=OWNER), comes(port)
    async with running(olga, ann):
        await olga.wait_until_seated(20)
        events = ann.events()
        await ann.wait_until_seated(20)
        olga.request(SetSeat(seat=1, to="kick"))
        assert (await stands(events, Closed)).reason is Farewell.KICKED
        own = ann.identity.key
        for again in (comes(port), comes(port, "Bob"), comes(port, role="watcher"), comes(port, key=own)):
            assert await let_in(again) == Closed(Farewell.KICKED)
        told = olga.events()
        olga.request(SetSeat(seat=1, to="open"))
        await heard(told, News, lambda event: event.news.removed == 0)
        assert await let_in(comes(port)) == Connected()


@pytest.mark.usefixtures("strangers")
async def test_one_address_sees_one_hand_per_game(serve: Serve) -> None:
    """Look on, take a bot's seat, leave it, take the next one: of four bots' hands one is seen."""
    room = a_room(settings(), bots=4)
    _, port = await serve(room)
    owner = Session(CuttableNetworkLink([("127.0.0.1", port)]), Identity("Olga", key=OWNER))
    hands: list[tuple[int, ...]] = []
    async with running(owner):
        await owner.wait_until_seated(20)
        room.state.seats.taken[0].person.addresses.clear()  # type: ignore[union-attr]
        events = owner.events()
        owner.request(Start())
        await heard(events, News, lambda event: event.news.phase == "playing")
        for seat in range(1, 5):
            wim = comes(port, f"Wim {seat}", "watcher")
            async with running(wim):
                seen = wim.events()
                await wim.wait_until_seated(20)
                wim.request(TakeSeat(seat=seat))
                async for event in seen:
                    if isinstance(event, Denied):
                        assert event.refused.code is Refusal.HAD_SEAT
                        break
                    if isinstance(event, Welcomed) and event.welcome.seat == seat:
                        hands.append(wim.state.view.hand)
                        wim.request(Leave())
                        await stands(seen, Closed)
                        break
    assert len(hands) == 1

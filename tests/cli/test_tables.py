"""Tables opened and joined through the command's own rooms, in one process, over real sockets."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.keys import named
from support.tables import options, stands

from sixqp_protocol.messages import RoomNews
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.discovery.addresses import show_address
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import TableEndpoint, endpoint_at, typed_address
from sixqp_tui.presentation.chairs import found_no_chair
from sixqp_tui.store.keys import Slot

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def table(**changes: Any) -> AsyncIterator[OpenTable]:
    async with open_table(options("Salon", "Camille", **changes)) as opened:
        yield opened


def place(opened: OpenTable) -> TableEndpoint:
    return endpoint_at((LOOPBACK, opened.port))


async def news_of(events: AsyncIterator[Event]) -> RoomNews:
    return await anext(event async for event in events if isinstance(event, RoomNews))


async def test_a_program_returns_to_the_seat_of_the_name_that_is_given() -> None:
    async with table() as opened:
        async with take_seat(place(opened), named("Ann")), take_seat(place(opened), named("Bob")):
            pass
        for name in ("Bob", "Ann"):
            async with take_seat(place(opened), named(name)) as again:
                news = again.session.state.news or await news_of(again.session.events())
                assert news.you is not None and news.seats[news.you].name == name
        assert len(opened.room.people) == 2


async def test_a_watcher_leaves_the_seat_of_the_same_machine_alone() -> None:
    async with table() as opened:
        async with take_seat(place(opened), named("Ann")):
            pass
        async with take_seat(place(opened), named("Ann"), watch=True) as looking:
            assert looking.session.state.welcome and looking.session.state.welcome.seat is None
        async with take_seat(place(opened), named("Ann")) as again:
            assert again.session.state.welcome and again.session.state.welcome.seat == 0


async def test_a_player_whose_seat_is_used_elsewhere_can_take_it_back_or_sit_down_anew() -> None:
    async with table() as opened, take_seat(place(opened), named("Ann")) as ann:
        events, key = ann.session.events(), ann.session.identity.key
        assert key is not None
        async with take_seat(place(opened), named("Ann"), slot=Slot(key)) as copy:
            others = copy.session.events()
            assert await stands(events, Closed) == Closed(Farewell.ELSEWHERE)
            ann.session.come_back()
            await stands(events, Connected)
            assert await stands(others, Closed) == Closed(Farewell.ELSEWHERE)
            copy.session.come_back()
            await stands(events, Closed)
            await ann.sit_anew()
            await stands(events, Connected)
            assert [person.name for person in opened.room.people] == ["Ann", "Ann 2"]
            assert ann.session.state.welcome and ann.session.state.welcome.seat == 1
            assert (copy.session.state.status, copy.slot, ann.slot) == (Connected(), None, 1)


async def test_a_started_game_lets_a_person_watch_and_refuses_a_bot() -> None:
    async with table(bots=1, autostart=2) as opened, take_seat(place(opened), named("One")):
        with pytest.raises(Failure, match="already started"):
            async with take_seat(place(opened), Player.bot("Bot")):
                raise AssertionError("the game has begun")
        async with take_seat(place(opened), named("Two")) as late:
            assert found_no_chair(late.session)
            assert late.note == "Another sixqp on this computer has your seat."


async def test_a_refused_connection_is_one_sentence() -> None:
    with socket.socket() as closed:
        closed.bind((LOOPBACK, 0))
        with pytest.raises(Failure, match=r"refused every connection for \d+\.\d s"):
            async with take_seat(TableEndpoint((closed.getsockname(),)), named("One"), seconds=0.5):
                raise AssertionError("nobody listens there")


async def test_a_port_in_use_is_one_sentence() -> None:
    async with table() as opened:
        with pytest.raises(Failure, match=f"Port {opened.port} is taken"):
            async with table(port=opened.port):
                raise AssertionError("the port is taken")


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.1.20", ("192.168.1.20", 4666)),
        ("192.168.1.20:5000", ("192.168.1.20", 5000)),
        ("box:5000", ("box", 5000)),
        ("box.local", ("box.local", 4666)),
        ("localhost", ("localhost", 4666)),
        ("[fd00::2]:5000", ("fd00::2", 5000)),
        ("fd00::2", ("fd00::2", 4666)),
        ("Salon", None),
        ("Chez Zoé: le retour", None),
        ("66", None),
    ],
)
def test_typed_text_is_an_address_or_a_title(typed: str, address: tuple[str, int] | None) -> None:
    assert typed_address(typed) == address
    if address:
        assert typed_address(show_address(*address)) == address

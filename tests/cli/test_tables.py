"""Tables opened and joined through the command's own rooms, in one process, over real sockets."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from support.keys import named
from support.tables import stands

from sixqp_protocol.messages import Leave, Settings, TakeSeat
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event, News
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.endpoint import TableEndpoint, show_address
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at, resolve_target, typed_address
from sixqp_tui.presentation.chairs import found_no_chair
from sixqp_tui.store.keys import Slot

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def table(**changes: Any) -> AsyncIterator[OpenTable]:
    options = replace(TableOptions("Salon", "Camille", port=0), **changes)
    async with open_table(options) as opened:
        yield opened


def place(opened: OpenTable) -> TableEndpoint:
    return endpoint_at((LOOPBACK, opened.port))


async def news_of(events: AsyncIterator[Event]) -> News:
    return await anext(event async for event in events if isinstance(event, News))


@pytest.mark.slow
async def test_a_guest_gets_the_same_seat_back_in_another_program() -> None:
    async with table() as opened:
        async with take_seat(place(opened), named("Zoé")) as first:
            assert first.session.state.welcome
            before = first.session.state.welcome
        async with take_seat(place(opened), Player()) as again:
            assert again.session.state.welcome
            assert again.session.state.welcome.seat == before.seat
            assert len(opened.room.state.seats.taken) == 1


@pytest.mark.slow
async def test_two_programs_of_one_user_get_a_seat_each() -> None:
    async with (
        table() as opened,
        take_seat(place(opened), Player()) as one,
        take_seat(place(opened), Player()) as two,
    ):
        assert one.session.state.welcome and two.session.state.welcome
        assert {one.session.state.welcome.seat, two.session.state.welcome.seat} == {0, 1}
        assert len({person.key for person in opened.room.people}) == 2
        assert one.note == two.note == ""


@pytest.mark.slow
async def test_a_program_returns_to_the_seat_of_the_name_that_is_given() -> None:
    async with table() as opened:
        async with take_seat(place(opened), named("Ann")), take_seat(place(opened), named("Bob")):
            pass
        for name in ("Bob", "Ann"):
            async with take_seat(place(opened), named(name)) as again:
                news = again.session.state.news or (await news_of(again.session.events())).news
                assert news.you is not None and news.seats[news.you].name == name
        assert len(opened.room.people) == 2


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


async def test_bots_are_seated_at_the_requested_level() -> None:
    async with table(bots=2, level="hard") as opened:
        assert list(opened.room.bots.values()) == ["hard", "hard"]


@pytest.mark.slow
async def test_a_full_table_is_reported() -> None:
    one_chair = table(settings=Settings(seats=2), bots=1, autostart=9)
    async with (
        one_chair as opened,
        take_seat(place(opened), named("One")),
        take_seat(place(opened), named("Two")),
    ):
        with pytest.raises(Failure, match="full"):
            async with take_seat(place(opened), Player.bot("Bot")):
                raise AssertionError("nobody else has a chair here")


async def test_a_started_game_lets_a_person_watch_and_refuses_a_bot() -> None:
    async with table(bots=1, autostart=2) as opened, take_seat(place(opened), named("One")):
        with pytest.raises(Failure, match="already started"):
            async with take_seat(place(opened), Player.bot("Bot")):
                raise AssertionError("the game has begun")
        async with take_seat(place(opened), named("Two")) as late:
            assert found_no_chair(late.session)
            assert late.note == "Another sixqp on this computer has your seat."


async def test_a_seat_taken_over_from_a_bot_is_kept_after_leaving() -> None:
    async with (
        table(bots=1, autostart=2) as opened,
        take_seat(place(opened), named("One")),
        take_seat(place(opened), named("Cleo"), watch=True) as looking,
    ):
        events = looking.session.events()
        looking.session.request(TakeSeat(seat=0))
        await anext(event async for event in events if isinstance(event, News) and event.news.you == 0)
        looking.session.request(Leave())
        async for _event in events:
            pass
        async with take_seat(place(opened), Player()) as again:
            assert again.session.state.welcome and again.session.state.welcome.seat == 0
            events = again.session.events()
            while again.session.state.news is None:
                await anext(events)
            assert again.session.state.news.seats[0].name == "Cleo"


async def test_a_wrong_certificate_is_refused_before_anything_is_sent() -> None:
    async with table() as opened:
        with pytest.raises(Failure, match="a different certificate"):
            async with take_seat(TableEndpoint(((LOOPBACK, opened.port),), opened.id, "0" * 64), named("One")):
                raise AssertionError("the pin differs")
        assert len(opened.room.state.seats.taken) == 0


async def test_a_refused_connection_is_one_sentence() -> None:
    with socket.socket() as closed:
        closed.bind((LOOPBACK, 0))
        with pytest.raises(Failure, match=r"refused every connection for 0\.\d s"):
            async with take_seat(TableEndpoint((closed.getsockname(),)), named("One"), seconds=0.5):
                raise AssertionError("nobody listens there")


async def test_a_port_in_use_is_one_sentence() -> None:
    async with table() as opened:
        with pytest.raises(Failure, match=f"Port {opened.port} is taken"):
            async with table(port=opened.port):
                raise AssertionError("the port is taken")


async def test_without_a_given_port_the_next_free_one_is_used() -> None:
    async with table(port=None) as one, table(port=None) as two:
        assert one.port != two.port


@pytest.mark.slow
async def test_the_same_seed_deals_the_same_cards() -> None:
    hands = []
    for _ in range(2):
        seeded = table(bots=1, autostart=2, seed="friday")
        async with seeded as opened, take_seat(place(opened), Player.bot("One")) as seat:
            events = seat.session.events()
            while not seat.session.state.view.hand:
                await anext(events)
            hands.append((seat.session.state.view.hand, seat.session.state.view.table.rows))
    assert hands[0] == hands[1]


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


async def test_an_unknown_title_is_one_sentence() -> None:
    with pytest.raises(Failure, match="No table called “Nowhere at all”"):
        await resolve_target("Nowhere at all", search_seconds=0.1)


async def test_an_unknown_machine_is_one_sentence_at_once() -> None:
    with pytest.raises(Failure, match="No machine called “no-such-machine"):
        await resolve_target("no-such-machine.invalid:5000")

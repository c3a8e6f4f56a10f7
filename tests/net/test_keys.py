"""Keys over real sockets: a seat is shown with its key and taken back with it, and a relay can pass no Hello on."""

from pathlib import Path

import pytest
from support.keys import CERTIFICATE, key_of
from support.network import Serve, farewell, link, raw, signed
from support.relays import relay
from support.tables import OWNER, a_room, a_session, heard, running, seated, settings, stands

from sixqp_protocol.keys import hello_text
from sixqp_protocol.messages import Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Facts, News
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.store.certificate import Certificate, load_or_create, server_context

ANN, EVE = key_of("Ann"), key_of("Eve")


async def test_everybody_is_shown_the_keys_of_the_others(serve: Serve, certificate: Certificate) -> None:
    _, port = await serve(a_room(settings(), owner=False, certificate=certificate.fingerprint))
    ann, bob = a_session(link(port), "Ann"), a_session(link(port), "Bob")
    events = bob.events()
    async with running(ann, bob):
        await seated((ann, bob))
        told = await heard(events, News, lambda news: len([seat for seat in news.news.seats if seat.key]) == 2)
    assert {seat.name: seat.key for seat in told.news.seats if seat.key} == {
        "Ann": ANN.public,
        "Bob": key_of("Bob").public,
    }


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


@pytest.mark.parametrize(
    "signature",
    [
        None,
        bytes(64),
        ANN.sign(hello_text(CERTIFICATE)),
        EVE.sign(hello_text(CERTIFICATE)),
    ],
    ids=["none", "zeros", "for another certificate", "by another key"],
)
async def test_nobody_sits_down_without_a_signature_for_this_table(serve: Serve, signature: bytes | None) -> None:
    room = a_room(settings())
    _, port = await serve(room)
    stranger = await raw(port)
    await stranger.send(signed(stranger, ANN, signature=signature))
    assert await farewell(stranger) == (Farewell.BAD_MESSAGE, 4011)
    assert len(room.people) == 1


async def test_a_seat_is_taken_back_over_the_wire_from_its_older_connection(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    olga, ann = a_session(link(port), "Olga", OWNER), a_session(link(port))
    twice = a_session(link(port), "Bob", ANN)
    async with running(olga, ann):
        await seated((olga, ann))
        events = ann.events()
        olga.request(Start())
        await heard(events, Facts)
        hand = ann.state.view.hand
        async with running(twice):
            told = twice.events()
            assert await stands(events, Closed) == Closed(Farewell.ELSEWHERE)
            await seated((twice,))
            assert twice.state.welcome is not None and twice.state.welcome.seat == 1
            assert twice.state.view.hand == hand
            ann.come_back()
            await stands(events, Connected)
            assert await stands(told, Closed) == Closed(Farewell.ELSEWHERE)
            assert ann.state.view.hand == hand

"""Persons over real sockets: known at the table whose certificate they saw, and by no relay at another."""

from pathlib import Path

from support.network import Serve, link
from support.keys import key_of
from support.relays import relay
from support.tables import a_room, heard, running, seated, settings

from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import News
from sixqp_tui.client.session import Session
from sixqp_tui.store.certificate import Certificate, load_or_create, server_context


async def test_a_player_is_known_over_the_network_but_not_through_a_relay(
    serve: Serve, certificate: Certificate, tmp_path: Path
) -> None:
    _, port = await serve(a_room(settings(), owner=False, certificate=certificate.fingerprint))
    async with relay(port, server_context(load_or_create(tmp_path))) as between:
        ann, bob, eve = (
            Session(link(way), Identity(name, person=key_of(name) if known else None))
            for name, way, known in (("Ann", port, True), ("Bob", port, False), ("Eve", between, True))
        )
        events = eve.events()
        async with running(ann, bob, eve):
            await seated((ann, bob, eve))
            told = await heard(events, News, lambda news: len(_persons(news)) == 3)
            shown = _persons(told)
    assert shown == {"Ann": key_of("Ann").id, "Bob": None, "Eve": None}


def _persons(news: News) -> dict[str, bytes | None]:
    return {seat.name: seat.person for seat in news.news.seats if seat.occupant == "person"}

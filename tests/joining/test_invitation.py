"""Going to a table by an invitation, and what is said while a table is looked for."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from support.keys import named

from sixqp_protocol.invitation import Invitation, read
from sixqp_tui.client.network import probe
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import home as home_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.table_search import find_tables
from sixqp_tui.joining.target import resolve_target

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def table() -> AsyncIterator[OpenTable]:
    async with open_table(replace(TableOptions("Salon", "Camille", port=0))) as opened:
        yield opened


def way(opened: OpenTable, *addresses: str, pin: str | None = None) -> str:
    return str(Invitation(opened.id, pin or opened.fingerprint, addresses or (LOOPBACK,), opened.port))


async def test_an_invitation_is_enough_to_sit_down() -> None:
    async with table() as opened:
        place = await resolve_target(way(opened).upper())
        assert (place.table, place.pin, place.certain) == (opened.id, opened.fingerprint, True)
        async with take_seat(place, named("Zoé")) as seat:
            assert seat.session.state.title == "Salon"


async def test_a_tables_invitation_holds_its_id_pin_and_port() -> None:
    async with table() as opened:
        invitation = read(opened.invitation())
        assert (invitation.table, invitation.pin, invitation.port) == (opened.id, opened.fingerprint, opened.port)


async def test_a_moved_table_is_found_by_its_id() -> None:
    with socket.socket() as closed:
        closed.bind((LOOPBACK, 0))
        async with table() as opened:
            line = str(Invitation(opened.id, opened.fingerprint, (LOOPBACK,), closed.getsockname()[1]))
            place = await resolve_target(line)
            assert opened.port in {port for _host, port in place.addresses}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sixqp://", home_words.bad_invitation(newer=False)),
        ("sixqp://2/t:1", home_words.bad_invitation(newer=True)),
        ("sixqp://1/t:1a2b3c4d/a:192.168.1.20", home_words.bad_invitation(newer=False)),
    ],
)
async def test_an_invalid_invitation_is_reported_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Failure) as failure:
        await resolve_target(text)
    assert str(failure.value) == sentence and failure.value.code == 2


async def test_a_probe_finds_only_the_right_table() -> None:
    async with table() as opened:
        endpoint = (LOOPBACK, opened.port)
        assert await probe((endpoint,), opened.fingerprint) == endpoint
        assert await probe((endpoint,), "00" * 32) is None
        assert len(opened.room.state.seats.taken) == 0
    assert await probe((endpoint,), opened.fingerprint, within=1.0) is None


async def test_a_search_reports_what_it_tries_and_then_what_helps() -> None:
    title, told = "No such table anywhere", list[str]()
    assert await find_tables(title, title, 0.5, told.append, tell_after=0.05, help_after=0.1) == ()
    assert "searching this network" in told[0].lower() and "No such table anywhere" in told[0]
    assert home_words.what_helps()[-1] in told[1]


@pytest.mark.parametrize(
    ("asked_from", "hosts", "mdns", "broadcast", "text"),
    [
        (("192.168.1.20",), 0, None, None, "Searching this network from 192.168.1.20."),
        (("10.0.0.1",) * 5, 2, None, None, "Also trying 2 hosts from earlier visits."),
        (("192.168.1.20",), 0, "no port", None, "by broadcast only"),
        (("192.168.1.20",), 0, None, "no right", "by mDNS only: broadcast is refused"),
        ((), 0, None, "", "no IPv4 network"),
    ],
)
def test_only_real_attempts_are_reported(
    asked_from: tuple[str, ...], hosts: int, mdns: str | None, broadcast: str | None, text: str
) -> None:
    assert text in home_words.tried(asked_from, hosts, mdns, broadcast)

"""Going to a table by an invitation, and what is said while a table is looked for."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from support.keys import named
from support.tables import options

from sixqp_protocol.invitation import Invitation, read
from sixqp_tui.client.network import probe
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.i18n import home as home_words
from sixqp_tui.joining import table_search, target
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.table_search import find_tables, search_summary
from sixqp_tui.joining.target import resolve_target

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def table() -> AsyncIterator[OpenTable]:
    async with open_table(options("Salon", "Camille")) as opened:
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


async def test_a_moved_table_is_found_by_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target, "INVITATION_SECONDS", 60.0)  # a busy machine takes longer than a player waits
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
    assert await probe((endpoint,), opened.fingerprint) is None


async def test_a_search_reports_what_it_tries_and_then_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    for after in ("TELL_AFTER", "HELP_AFTER"):
        monkeypatch.setattr(table_search, after, 0.0)
    title, told = "No such table anywhere", list[str]()
    assert await find_tables(title, title, 0.5, told.append) == ()
    assert "searching this network" in told[0].lower() and "No such table anywhere" in told[0]
    assert home_words.what_helps()[-1] in told[1]


def test_the_addresses_that_ask_are_named() -> None:
    assert search_summary(("192.168.1.20",)) == "Searching this network from 192.168.1.20."
    assert search_summary(("10.0.0.1",) * 5).endswith("10.0.0.1, ….") and "no network" in search_summary(())

"""Which of the tables that were found a player means by a title."""

import asyncio

import pytest

from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import Address, NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.joining import target
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import join_line
from sixqp_tui.joining.target import resolve_target
from sixqp_tui.store.known_tables import known_tables

PIN, OTHER_PIN = "0f" * 32, "ab" * 32
TWINS = tuple(
    FoundTable(Advertisement("1a2b3c4d", "Salon", fingerprint=pin), ((host, 4666),))
    for pin, host in ((OTHER_PIN, "10.0.0.66"), (PIN, "10.0.0.1"))
)


@pytest.fixture(autouse=True)
def twins_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def find(*_: object) -> tuple[FoundTable, ...]:
        return TWINS

    monkeypatch.setattr(target, "find_tables", find)


async def test_of_two_tables_of_one_title_none_is_joined_unasked() -> None:
    with pytest.raises(Failure, match=r"sixqp join 10\.0\.0\.66 or sixqp join 10\.0\.0\.1"):
        await resolve_target("Salon")


async def test_a_table_must_show_the_certificate_of_an_earlier_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def find(*_: object) -> tuple[FoundTable, ...]:
        return TWINS[:1]

    monkeypatch.setattr(target, "find_tables", find)
    await asyncio.to_thread(known_tables().remember, "1a2b3c4d", seen=1.0, title="Salon", fingerprint=PIN)
    assert (await resolve_target("Salon")).pin == PIN


async def test_of_two_tables_of_one_id_the_one_visited_before_is_meant() -> None:
    await asyncio.to_thread(known_tables().remember, "1a2b3c4d", seen=1.0, title="Salon", fingerprint=PIN)
    place = await resolve_target("Salon")
    assert (place.addresses, place.pin) == ((("10.0.0.1", 4666),), PIN)


@pytest.mark.parametrize(
    ("addresses", "line"),
    [
        ((("192.0.2.9", 4666),), "sixqp join 192.0.2.9"),
        ((("127.0.0.1", 4667), ("192.0.2.9", 4667)), "sixqp join 192.0.2.9:4667"),
        ((("fe80::1%eth0", 4667), ("2001:db8::9", 4667)), "sixqp join [2001:db8::9]:4667"),
        ((("localhost", 4666), ("::1", 4666)), None),
        ((("olga.local", 4666),), "sixqp join olga.local"),
    ],
)
def test_only_an_address_that_others_can_reach_is_shown(addresses: tuple[Address, ...], line: str | None) -> None:
    assert join_line(Session(NetworkLink(addresses), Identity("Ann", "player"))) == line

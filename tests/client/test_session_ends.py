"""How a session is closed, and for which reason; and the line in memory itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from support.memory_link import CuttableMemoryLink
from support.tables import a_room, a_session, running, settings, stands

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import Goodbye, SetSeat
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client import session as client_session
from sixqp_tui.client.events import Event
from sixqp_tui.client.link import (
    ConnectionLost,
    MemoryChannel,
    MemoryLink,
    NotATable,
    OtherCertificate,
    memory_pair,
)
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reconnecting, farewell_of
from sixqp_tui.host.network.server import Server

pytestmark = pytest.mark.usefixtures("quick_returns")


@asynccontextmanager
async def at_a_table() -> AsyncIterator[tuple[Session, CuttableMemoryLink, AsyncIterator[Event]]]:
    """Ann's session, its line, and what it reports from now on."""
    link = CuttableMemoryLink(Server(a_room(settings())))
    session = a_session(link)
    async with running(session):
        await session.wait_until_seated(20)
        yield session, link, session.events()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OtherCertificate(), ConnectionProblem.OTHER_CERTIFICATE),
        (NotATable(), ConnectionProblem.NOT_A_TABLE),
    ],
)
async def test_an_untrusted_host_ends_the_session_at_once(error: Exception, reason: ConnectionProblem) -> None:
    link = CuttableMemoryLink(Server(a_room(settings())))
    link.failing = [error]
    session = a_session(link)
    await session.run()
    assert session.state.status == await session.wait_until_seated(20) == Closed(reason)


@pytest.mark.parametrize("error", [OtherCertificate(), NotATable()])
async def test_an_impostor_does_not_end_an_established_session(error: Exception) -> None:
    async with at_a_table() as (_session, link, events):
        link.failing = [error]
        await link.cut()
        await stands(events, Reconnecting)
        assert link.failing == [error]
        await stands(events, Connected)
        assert link.failing == []


async def test_connecting_times_out_when_nobody_is_reached() -> None:
    link = CuttableMemoryLink(Server(a_room(settings())))
    link.failing = [ConnectionRefusedError()] * 100
    session = a_session(link)
    task = asyncio.create_task(session.run())
    assert await session.wait_until_seated(0.01) == Closed(ConnectionProblem.UNREACHABLE)
    await task


async def test_a_message_no_host_may_send_ends_the_session() -> None:
    def attach(far: MemoryChannel) -> None:
        far.write(encode(SetSeat(id=1, seat=1, to="bot")))

    session = a_session(MemoryLink(attach))
    await session.run()
    assert session.state.status == Closed(ConnectionProblem.BROKEN_HOST)


def test_the_close_code_decides_whether_to_reconnect() -> None:
    not_understood = (1002, 1003, 1007, 1008, 1009, 1010)
    assert {farewell_of(code) for code in not_understood} == {Farewell.BAD_MESSAGE}
    assert {farewell_of(code) for code in (1000, 1001, 1005, 1006, 1011, 1012, 1013, 1014, 4099)} == {None}


async def test_a_session_closed_for_a_bad_message_does_not_retry() -> None:
    async with at_a_table() as (_session, link, events):
        await link.lines[-1].close(1009)
        assert (await stands(events, Closed)).reason is Farewell.BAD_MESSAGE


@pytest.mark.parametrize("code", [1000, 1006, Farewell.RESTART.close_code])
async def test_a_connection_that_ends_without_a_goodbye_or_by_a_restart_is_retried(code: int) -> None:
    async with at_a_table() as (_session, link, events):
        await link.lines[-1].close(code)
        await stands(events, Reconnecting)
        await stands(events, Connected)


async def test_a_received_goodbye_counts_even_if_sending_fails() -> None:
    near, far = memory_pair()
    await far.send(encode(Goodbye(Farewell.KICKED)))
    await far.close(1006)
    with pytest.raises(ConnectionLost):
        await near.send(b"")
    link: Any = SimpleNamespace(fingerprint=None, connect=AsyncMock(return_value=near))
    session = a_session(link)
    await session.run()
    assert session.state.status == Closed(Farewell.KICKED)


async def test_a_welcome_resets_the_retry_delay() -> None:
    """The table is gone for a while, is there again, and is lost once more."""
    async with at_a_table() as (session, link, events):
        link.failing = [ConnectionRefusedError()] * 3
        await link.cut()
        await stands(events, Connected)
        assert session.backoff.seconds() <= client_session.MIN_WAIT


async def test_a_memory_channel_makes_a_fast_sender_wait_and_delivers_all_before_closing() -> None:
    near, far = memory_pair()

    async def send() -> None:
        for mark in range(200):
            await near.send(bytes([mark]))
        await near.close(4004, "closed")

    sending = asyncio.create_task(send())
    assert [await far.recv() for _ in range(200)] == [bytes([mark]) for mark in range(200)]
    with pytest.raises(ConnectionLost) as lost:
        await far.recv()
    assert (lost.value.code, lost.value.reason) == (4004, "closed")
    await sending

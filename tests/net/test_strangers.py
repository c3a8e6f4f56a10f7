"""Whoever else is on the network: web pages, port scanners, other services, clients that break the rules."""

import asyncio

import pytest
from support.network import Serve, farewell, link, raw
from support.tables import OWNER, a_room, a_session, play_all, running, seated, settings
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websockets
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request, Response
from websockets.typing import Origin

from sixqp_protocol.messages import Say, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.link import NotATable
from sixqp_tui.client.status import Closed, ConnectionProblem
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.store.certificate import Certificate, server_context


async def test_a_hello_that_comes_too_late_ends_the_connection(serve: Serve) -> None:
    _, port = await serve(a_room(settings()), ConnectionLimits(step_timeout=1.0))
    assert await farewell(await raw(port)) == (Farewell.TOO_LATE, 4012)


@pytest.mark.parametrize("said", ["text", b"garbage", b"\x80", b"\x81\xa4kind\xa5Start"])
async def test_a_stranger_who_speaks_otherwise_is_told_and_hurts_nobody(serve: Serve, said: str | bytes) -> None:
    _, port = await serve(a_room(settings(), bots=1))
    olga = a_session(link(port), "Olga", OWNER)
    async with running(olga):
        await seated((olga,))
        stranger = await raw(port)
        await stranger.send(said)
        assert await farewell(stranger) == (Farewell.BAD_MESSAGE, 4011)
        olga.request(Start())
        await play_all(olga)


async def test_too_long_a_message_ends_its_connection_alone(serve: Serve) -> None:
    _, port = await serve(a_room(settings(), bots=1))
    olga = a_session(link(port), "Olga", OWNER)
    async with running(olga):
        await seated((olga,))
        stranger = await raw(port)
        await stranger.send(bytes(5000))
        with pytest.raises(ConnectionClosed):
            await stranger.recv()
        assert stranger.close_code == 1009
        olga.request(Start())
        await play_all(olga)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.0\r\n\r\n", b"SSH-2.0-x\r\n", bytes(range(256)) * 20])
async def test_plain_tcp_does_not_hurt_the_table(serve: Serve, said: bytes) -> None:
    _, port = await serve(a_room(settings(), bots=1))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    olga = a_session(link(port), "Olga", OWNER)
    async with running(olga):
        await seated((olga,))
        olga.request(Start())
        await play_all(olga)
    writer.close()
    del reader


async def test_a_web_page_is_not_a_client(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    with pytest.raises(InvalidStatus) as refused:
        await raw(port, origin=Origin("https://example.org"))
    assert refused.value.response.status_code == 403


async def test_who_does_not_speak_the_language_is_refused_before_the_upgrade(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    with pytest.raises(InvalidStatus) as refused:
        await raw(port, subprotocols=None)
    assert refused.value.response.status_code == 400


async def test_who_goes_on_talking_hears_the_goodbye_all_the_same(serve: Serve) -> None:
    _, port = await serve(a_room(settings(), bots=1))
    chatterer = a_session(link(port), "Ann")
    task = asyncio.create_task(chatterer.run())
    await seated((chatterer,))
    for _ in range(32):
        chatterer.request(Say(text="and another thing"))
    await task
    assert chatterer.state.status == Closed(Farewell.TOO_FAST)


@pytest.mark.parametrize("opcode", [0, 3])
async def test_frames_that_break_the_rules_of_websocket_end_their_connection(serve: Serve, opcode: int) -> None:
    _, port = await serve(a_room(settings()))
    stranger = await raw(port)
    stranger.transport.write(bytes([0x80 | opcode, 0x80, 0, 0, 0, 0]))
    await stranger.wait_closed()
    assert stranger.close_code == 1002


@pytest.mark.parametrize(("status", "error"), [(400, NotATable), (403, NotATable), (429, OSError), (503, OSError)])
async def test_who_refuses_the_upgrade_is_no_table_or_is_busy(
    certificate: Certificate, status: int, error: type[Exception]
) -> None:
    def refuse(connection: ServerConnection, _request: Request) -> Response:
        return connection.respond(status, "no")

    async def serve_nobody(_connection: ServerConnection) -> None:
        raise NotImplementedError

    async with serve_websockets(
        serve_nobody, "127.0.0.1", 0, ssl=server_context(certificate), process_request=refuse
    ) as stranger:
        with pytest.raises(error):
            await link(stranger.sockets[0].getsockname()[1]).connect()


@pytest.mark.parametrize("answer", [b"HTTP/1.0 200 OK\r\n\r\nhello", b"SSH-2.0-OpenSSH_9\r\n", bytes(range(64))])
async def test_what_is_no_table_is_told_in_one_word(answer: bytes) -> None:
    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0) as stranger:
        session = a_session(link(stranger.sockets[0].getsockname()[1]))
        await session.run()
        assert session.state.status == Closed(ConnectionProblem.NOT_A_TABLE)


async def test_a_host_that_sends_its_guests_elsewhere_is_asked_once(certificate: Certificate) -> None:
    asked: list[str] = []

    def refuse(_line: ServerConnection, request: Request) -> Response:
        asked.append(request.path)
        return Response(302, "", Headers({"Location": "/further"}))

    async def nobody(_line: ServerConnection) -> None:
        raise AssertionError

    context = server_context(certificate)
    async with serve_websockets(nobody, "127.0.0.1", 0, process_request=refuse, ssl=context) as host:
        with pytest.raises(NotATable):
            await link(next(iter(host.sockets)).getsockname()[1]).connect()
    assert asked == ["/"]


async def test_whoever_hangs_up_at_once_counts_as_nobody() -> None:
    def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as stranger:
        with pytest.raises(OSError):
            await link(stranger.sockets[0].getsockname()[1]).connect()

"""Whoever else is on the network: web pages, port scanners, other services, clients that break the rules."""

import asyncio
import ssl
from typing import Any

import pytest
from net.impostors import impostor
from support.network import Serve, context, farewell, link, raw
from support.tables import OWNER, a_room, a_session, play_all, running, seated, settings
from websockets.asyncio.server import ServerConnection, serve as serve_websockets
from websockets.exceptions import InvalidStatus
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.typing import Origin

from sixqp_protocol.codec import HOST_LIMIT
from sixqp_protocol.messages import Start
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.client.link import NotATable
from sixqp_tui.client.status import Closed, ConnectionProblem
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.store.certificate import Certificate, server_context


async def test_a_late_hello_closes_the_connection(serve: Serve) -> None:
    _, port = await serve(a_room(settings()), ConnectionLimits(step_timeout=1.0))
    assert await farewell(await raw(port)) == (Farewell.TOO_LATE, 4012)


async def test_an_invalid_message_is_answered_and_neither_it_nor_plain_tcp_disturbs_anybody(serve: Serve) -> None:
    _, port = await serve(a_room(settings(), bots=1))
    olga = a_session(link(port), "Olga", OWNER)
    async with running(olga):
        await seated((olga,))
        for said in ("text", b"garbage"):
            stranger = await raw(port)
            await stranger.send(said)
            assert await farewell(stranger) == (Farewell.BAD_MESSAGE, 4011)
        scans = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        for (_reader, writer), scan in zip(scans, (b"GET / HTTP/1.0\r\n\r\n", bytes(range(256)) * 20), strict=True):
            writer.write(scan)
        olga.request(Start())
        await play_all(olga)
    for _reader, writer in scans:
        writer.close()


@pytest.mark.parametrize(
    ("says", "status"), [({"origin": Origin("https://example.org")}, 403), ({"subprotocols": None}, 400)]
)
async def test_a_web_page_and_a_client_without_the_subprotocol_are_refused_before_the_upgrade(
    serve: Serve, says: dict[str, Any], status: int
) -> None:
    _, port = await serve(a_room(settings()))
    with pytest.raises(InvalidStatus) as refused:
        await raw(port, **says)
    assert refused.value.response.status_code == status


async def test_the_upgrade_ignores_server_names_and_paths(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    tls = context()
    tls.set_alpn_protocols(["h2", "http/1.1"])
    sni = "elsewhere.example"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls, server_hostname=sni)
    lines = [
        "GET /some/path?a=b HTTP/1.1",
        f"Host: {sni}:1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")
    assert writer.get_extra_info("ssl_object").selected_alpn_protocol() is None
    writer.close()


async def test_older_tls_versions_are_refused(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    older = context()
    older.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises((ssl.SSLError, ConnectionError)):
        await asyncio.open_connection("127.0.0.1", port, ssl=older)


@pytest.mark.parametrize(("status", "error"), [(302, NotATable), (403, NotATable), (503, OSError)])
async def test_a_refused_upgrade_means_no_table_or_a_busy_one(
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


@pytest.mark.parametrize("answer", [b"HTTP/1.0 200 OK\r\n\r\nhello", bytes(range(64))])
async def test_a_foreign_server_is_reported_as_not_a_table(answer: bytes) -> None:
    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0) as stranger:
        session = a_session(link(stranger.sockets[0].getsockname()[1]))
        await session.run()
        assert session.state.status == Closed(ConnectionProblem.NOT_A_TABLE)


@pytest.mark.parametrize(
    ("raw_data", "code"),
    [
        (b"\x82\x7f" + (HOST_LIMIT + 1).to_bytes(8, "big"), CloseCode.MESSAGE_TOO_BIG),
        (b"\x83\x00", CloseCode.PROTOCOL_ERROR),
        (b"\x81\x01\xff", CloseCode.INVALID_DATA),
    ],
    ids=["too long", "an unknown frame", "text that is none"],
)
async def test_a_client_leaves_a_host_that_sends_unreadable_data(
    certificate: Certificate, raw_data: bytes, code: CloseCode
) -> None:
    codes: list[int | None] = []

    async def shout(line: ServerConnection) -> None:
        line.transport.write(raw_data)
        await line.wait_closed()
        codes.append(line.close_code)

    async with impostor(server_context(certificate), shout) as (port, _came):
        session = a_session(link(port))
        await session.run()
        assert session.state.status == Closed(ConnectionProblem.BROKEN_HOST)
    assert codes == [code]

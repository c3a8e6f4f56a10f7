"""Hosts that send what no line of this game may carry: they are left, and not asked again for ever."""

import pytest
from support.network import link
from support.tables import a_session
from websockets.asyncio.server import ServerConnection, serve as serve_websocket
from websockets.frames import CloseCode

from sixqp_protocol.codec import HOST_LIMIT
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.client.status import Closed, ConnectionProblem
from sixqp_tui.store.certificate import Certificate, server_context


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"\x82\x7f" + (HOST_LIMIT + 1).to_bytes(8, "big"), CloseCode.MESSAGE_TOO_BIG),
        (b"\x83\x00", CloseCode.PROTOCOL_ERROR),
        (b"\x81\x01\xff", CloseCode.INVALID_DATA),
    ],
    ids=["too long", "an unknown frame", "text that is none"],
)
async def test_a_client_leaves_a_host_that_sends_unreadable_data(
    certificate: Certificate, raw: bytes, code: CloseCode
) -> None:
    codes: list[int | None] = []

    async def shout(line: ServerConnection) -> None:
        await line.recv()
        line.transport.write(raw)
        await line.wait_closed()
        codes.append(line.close_code)

    options = {"ssl": server_context(certificate), "subprotocols": [SUBPROTOCOL], "compression": None}
    async with serve_websocket(shout, "127.0.0.1", 0, **options) as host:  # type: ignore[arg-type]
        session = a_session(link(next(iter(host.sockets)).getsockname()[1]))
        await session.run()
        assert session.state.status == Closed(ConnectionProblem.BROKEN_HOST)
    assert codes == [code]

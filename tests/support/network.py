"""Ways to a table over the network: a player's, and a stranger's."""

import ssl
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from sixqp_protocol.codec import decode_host, encode
from sixqp_protocol.keys import Key, hello_text
from sixqp_protocol.messages import Goodbye, Hello
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT, SUBPROTOCOL
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.host.network.server import Server

Serve = Callable[..., Awaitable[tuple[Server, int]]]


def link(port: int, pin: str | None = None) -> NetworkLink:
    """The way to a table on the loopback."""
    return NetworkLink([("127.0.0.1", port)], pin)


async def raw(port: int, host: str = "127.0.0.1", **more: Any) -> ClientConnection:
    """A WebSocket of somebody who does not care for the protocol; `more` is what `websockets.connect` takes."""
    options = {"ssl": context(), "subprotocols": [Subprotocol(SUBPROTOCOL)], "compression": None, "proxy": None}
    return await connect(f"wss://{host}:{port}/", **{**options, **more})


def signed(stranger: ClientConnection, key: Key, **hello: Any) -> bytes:
    """A Hello with this key, for the host at the other end of this WebSocket."""
    certificate = sha256(stranger.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)).digest()
    words = {"version": CURRENT, "app": "test", "role": "player", "name": "Mallory"}
    return encode(Hello(**{**words, "key": key.public, "signature": key.sign(hello_text(certificate)), **hello}))


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame of a client."""
    return Frame(opcode, data, fin).serialize(mask=True)


def context() -> ssl.SSLContext:
    """TLS that trusts anybody."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def farewell(stranger: ClientConnection) -> tuple[Farewell, int | None]:
    """The goodbye that a stranger is told, and the code of the close."""
    data = await stranger.recv()
    assert isinstance(data, bytes)
    goodbye = decode_host(data)
    assert isinstance(goodbye, Goodbye)
    await stranger.wait_closed()
    return goodbye.code, stranger.close_code

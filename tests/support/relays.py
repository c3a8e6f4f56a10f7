"""A relay in the middle: it shows whoever comes a certificate of its own, and passes every message on."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from support.network import raw, signed
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from sixqp_protocol.keys import Key
from sixqp_protocol.version import SUBPROTOCOL


@asynccontextmanager
async def relay(to: int, context: ssl.SSLContext, key: Key | None = None) -> AsyncIterator[int]:
    """A relay to the table on this port; its own port. With a `key` it says a Hello of its own."""

    async def between(client: ServerConnection) -> None:
        host = await raw(to)
        if key is not None:
            await client.recv()
            await host.send(signed(host, key))
        await asyncio.gather(_carry(client, host), _carry(host, client))

    options = {"subprotocols": [Subprotocol(SUBPROTOCOL)], "compression": None, "ssl": context}
    async with serve(between, "127.0.0.1", 0, **options) as server:  # type: ignore[arg-type]
        yield next(iter(server.sockets)).getsockname()[1]


async def _carry(one: Connection, other: Connection) -> None:
    try:
        async for message in one:
            await other.send(message)
    except ConnectionClosed:
        pass
    await other.close(one.close_code or 1000)

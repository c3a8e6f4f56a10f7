"""Hosts that mean no good: impostors, and relays that show whoever comes a certificate of their own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ssl import SSLContext

from support.network import raw, signed
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from sixqp_protocol.keys import Key
from sixqp_protocol.version import SUBPROTOCOL

Said = Callable[[ServerConnection], Awaitable[None]]


@asynccontextmanager
async def impostor(context: SSLContext, say: Said) -> AsyncIterator[tuple[int, list[object]]]:
    """A host on the loopback that reads each Hello and then does this; its port, and who came so far."""
    came: list[object] = []

    async def attend(client: ServerConnection) -> None:
        came.append(client.remote_address)
        try:
            await client.recv()
            await say(client)
        except ConnectionClosed:
            return

    async with _serve(context, attend) as port:
        yield port, came


@asynccontextmanager
async def relay(to: int, context: SSLContext, key: Key | None = None) -> AsyncIterator[int]:
    """A relay to the table on this port, which passes every message on; its own port.

    With a `key` it says a Hello of its own.
    """

    async def between(client: ServerConnection) -> None:
        host = await raw(to)
        if key is not None:
            await client.recv()
            await host.send(signed(host, key))
        await asyncio.gather(_carry(client, host), _carry(host, client))

    async with _serve(context, between) as port:
        yield port


@asynccontextmanager
async def _serve(context: SSLContext, attend: Said) -> AsyncIterator[int]:
    subprotocols = [Subprotocol(SUBPROTOCOL)]
    async with serve(attend, "127.0.0.1", 0, ssl=context, subprotocols=subprotocols, compression=None) as server:
        yield next(iter(server.sockets)).getsockname()[1]


async def _carry(one: Connection, other: Connection) -> None:
    try:
        async for message in one:
            await other.send(message)
    except ConnectionClosed:
        pass
    await other.close(one.close_code or 1000)

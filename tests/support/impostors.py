"""Hosts that mean no good: each of their connections says what it is told to say, and is counted."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ssl import SSLContext

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

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

    options = {"subprotocols": [Subprotocol(SUBPROTOCOL)], "compression": None, "ssl": context}
    async with serve(attend, "127.0.0.1", 0, **options) as server:  # type: ignore[arg-type]
        yield next(iter(server.sockets)).getsockname()[1], came

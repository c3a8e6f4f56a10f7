"""Real sockets that want more than a table gives: each is told so or cut in time, and nobody else notices."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from support.keys import key_of
from support.network import Serve, context, link, raw, signed
from support.tables import OWNER, a_room, a_session, heard, play_all, running, seated, settings
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from sixqp_protocol.messages import RoomNews, Say, Start
from sixqp_tui.client.session import Session
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.room import Room

TRY_AGAIN_LATER = 1013
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: sixqp\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Protocol: sixqp.1\r\n\r\n"
)


@asynccontextmanager
async def undisturbed(port: int) -> AsyncIterator[Session]:
    """Olga sits at the table meanwhile; afterwards she plays a game with its bot as if nothing had been."""
    olga = a_session(link(port), "Olga", OWNER)
    async with running(olga):
        await seated((olga,))
        yield olga
        olga.request(Start())
        await play_all(olga)


def at_a_table() -> Room:
    """A table with a bot, at which one may be gone on with."""
    return a_room(settings(), bots=1)


async def welcomed(port: int) -> ClientConnection:
    """A line that looks on."""
    line = await raw(port)
    await line.send(signed(line, key_of("Wim"), role="watcher"))
    await line.recv()
    return line


async def watched_by(olga: Session, events: AsyncIterator[object], number: int) -> None:
    """Wait until Olga is told that this many look on."""
    if olga.state.news is None or len(olga.state.news.watchers) != number:
        await heard(events, RoomNews, lambda event: len(event.watchers) == number)  # type: ignore[arg-type]


async def cut(reader: asyncio.StreamReader, drip: asyncio.StreamWriter | None = None) -> None:
    """Wait until the other end has closed; say a byte now and then, where there is something to `drip`."""
    while True:
        try:
            async with asyncio.timeout(0.05 if drip else None):
                if not await reader.read(4096):
                    return
        except TimeoutError:
            assert drip is not None
            drip.write(b"\x16")
        except ConnectionError:
            return


# -- how much may be said -------------------------------------------------------------------------------


async def test_a_client_that_reads_nothing_while_others_chat_is_dropped(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixqp_tui.host.network.listener.PING_SECONDS", 0.3)
    monkeypatch.setattr("sixqp_tui.host.network.listener.READ_WITHIN", 0.3)
    _, port = await serve(at_a_table())
    async with undisturbed(port) as olga:
        events = olga.events()
        deaf = await welcomed(port)
        await watched_by(olga, events, 1)
        deaf.transport.pause_reading()
        olga.request(Say(text="Can anybody hear me?"))
        await watched_by(olga, events, 0)
        deaf.transport.resume_reading()
        await deaf.wait_closed()
        assert deaf.close_code == 1011


async def test_compression_is_declined(serve: Serve) -> None:
    _, port = await serve(at_a_table())
    line = await raw(port, compression="deflate")
    assert line.request is not None and "permessage-deflate" in line.request.headers["Sec-WebSocket-Extensions"]
    assert line.response is not None and "Sec-WebSocket-Extensions" not in line.response.headers
    assert line.protocol.extensions == []
    await line.close()


async def test_a_flood_before_the_upgrade_is_cut_off(serve: Serve) -> None:
    _, port = await serve(at_a_table(), ConnectionLimits(step_timeout=60))
    async with undisturbed(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context())
        writer.write(UPGRADE[:-2])
        for number in range(4000):
            writer.write(b"X-%d: y\r\n" % number)
        async with asyncio.timeout(30):
            await cut(reader)
        writer.transport.abort()


# -- how many there may be ------------------------------------------------------------------------------


async def test_a_connection_over_the_limit_is_asked_to_try_again_later(serve: Serve) -> None:
    server, port = await serve(at_a_table(), ConnectionLimits(connections=2))
    async with undisturbed(port):
        last = await welcomed(port)
        crowded = await raw(port)
        with pytest.raises(ConnectionClosed):
            await crowded.recv()
        assert crowded.close_code == TRY_AGAIN_LATER
        assert server.connections == 2
        await last.close()
        await (await welcomed(port)).close()


async def test_sixty_silent_connections_keep_nobody_out(serve: Serve) -> None:
    server, port = await serve(at_a_table(), ConnectionLimits(step_timeout=1.0))
    silent = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(60)))
    async with undisturbed(port):
        await asyncio.gather(*(cut(reader) for reader, _ in silent[:20]))
        assert server.connections == 1
    for _, writer in silent:
        writer.close()


# -- how long it may take -------------------------------------------------------------------------------


def client_hello() -> bytes:
    """The first bytes of TLS, as any client says them."""
    out = ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        context().wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    return out.read()


async def test_a_handshake_that_takes_too_long_is_cut_off(serve: Serve) -> None:
    """After nothing, half of TLS, TLS, or half of the upgrade; silent, or saying a byte now and then."""
    _, port = await serve(at_a_table(), ConnectionLimits(step_timeout=1.0))

    async def take_too_long(said: bytes, tls: bool, drip: bool) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context() if tls else None)
        writer.write(said)
        await cut(reader, writer if drip else None)
        writer.transport.abort()

    begun = ((b"", False), (client_hello()[:50], False), (b"", True), (UPGRADE[:60], True))
    await asyncio.gather(*(take_too_long(*each, drip) for each in begun for drip in (False, True)))

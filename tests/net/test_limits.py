"""Real sockets that want more than a table gives: each is told so or cut in time, and nobody else notices."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from support.keys import key_of
from support.lanes import with_soaks
from support.network import Serve, context, farewell, link, raw, signed
from support.tables import OWNER, a_room, a_session, heard, play_all, running, seated, settings
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from sixqp_protocol.codec import decode_host, encode
from sixqp_protocol.messages import Accepted, Goodbye, HostMessage, Ping, Pong, Refused, Say, Start
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.client.events import News
from sixqp_tui.client.session import Session
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.room import Room
from sixqp_tui.host.state import RoomLimits

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


async def welcomed(port: int, name: str = "Wim") -> ClientConnection:
    """A line that looks on."""
    line = await raw(port)
    await line.send(signed(line, key_of(name), role="watcher"))
    await line.recv()
    return line


async def end_of(line: ClientConnection) -> tuple[list[HostMessage], int | None]:
    """All that is said by a line until it ends, and the code of its close."""
    said: list[HostMessage] = []
    try:
        while True:
            data = await line.recv()
            assert isinstance(data, bytes)
            said.append(decode_host(data))
    except ConnectionClosed:
        return said, line.close_code


async def watched_by(olga: Session, events: AsyncIterator[object], number: int) -> None:
    """Wait until Olga is told that this many look on."""
    if olga.state.news is None or olga.state.news.watchers != number:
        await heard(events, News, lambda event: event.news.watchers == number)  # type: ignore[arg-type]


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


@pytest.mark.slow
async def test_a_flood_of_messages_is_answered_up_to_the_limit_then_closed(serve: Serve) -> None:
    _, port = await serve(at_a_table(), clock=lambda: 0.0)
    async with undisturbed(port):
        loud = await welcomed(port)
        for mark in range(50):
            await loud.send(encode(Ping(mark)))
        said, code = await end_of(loud)
        assert sum(isinstance(message, Pong) for message in said) == 40
        assert (said[-1], code) == (Goodbye(Farewell.TOO_FAST), 4014)


@pytest.mark.slow
async def test_a_flood_of_chat_is_refused_from_the_sixth_message_then_closed(serve: Serve) -> None:
    _, port = await serve(at_a_table(), clock=lambda: 0.0)
    async with undisturbed(port):
        loud = await welcomed(port)
        for number in range(1, 16):
            await loud.send(encode(Say(id=number, text="word")))
        said, code = await end_of(loud)
        answers = [message for message in said if isinstance(message, Accepted | Refused)]
        assert answers[:5] == [Accepted(number) for number in range(1, 6)]
        assert answers[5:] == [Refused(number, Refusal.TOO_FAST) for number in range(6, 15)]
        assert (said[-1], code) == (Goodbye(Farewell.TOO_FAST), 4014)


@pytest.mark.slow
async def test_watchers_who_reconnect_share_one_address_limit(serve: Serve) -> None:
    _, port = await serve(at_a_table(), clock=lambda: 0.0)
    async with undisturbed(port):
        said = 0
        for number in range(6):
            line = await welcomed(port, f"Wim {number}")
            for word in range(1, 6):
                await line.send(encode(Say(id=word, text="word")))
            answers = 0
            while answers < 5:
                message = decode_host(await line.recv(decode=False))
                answers += isinstance(message, Accepted | Refused)
                said += isinstance(message, Accepted)
            await line.close()
        assert said == 20


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
        assert (await end_of(deaf))[1] == 1011


@pytest.mark.slow
@pytest.mark.parametrize("said", [[b"x" * 4097], [b"x" * 3000, b"x" * 3000]], ids=["a frame", "fragments"])
async def test_an_oversized_message_closes_its_connection_even_in_pieces(serve: Serve, said: list[bytes]) -> None:
    _, port = await serve(at_a_table())
    async with undisturbed(port):
        stranger = await welcomed(port)
        with pytest.raises(ConnectionClosed):
            await stranger.send(said)
            await end_of(stranger)
            await stranger.send(b"")
        assert stranger.close_code == 1009


@pytest.mark.slow
@pytest.mark.parametrize("hellos", [0, 2])
async def test_hello_must_come_first_and_only_once(serve: Serve, hellos: int) -> None:
    _, port = await serve(at_a_table())
    async with undisturbed(port):
        stranger = await raw(port)
        for data in [signed(stranger, key_of("Wim"), role="watcher")] * hellos or [encode(Ping(1))]:
            await stranger.send(data)
        messages, code = await end_of(stranger)
        assert (messages[-1], code) == (Goodbye(Farewell.BAD_MESSAGE), 4011)


async def test_compression_is_declined(serve: Serve) -> None:
    _, port = await serve(at_a_table())
    line = await raw(port, compression="deflate")
    assert line.request is not None and "permessage-deflate" in line.request.headers["Sec-WebSocket-Extensions"]
    assert line.response is not None and "Sec-WebSocket-Extensions" not in line.response.headers
    assert line.protocol.extensions == []
    await line.close()


PING, PONG, BEGINNING, PIECE = (bytes((first, 0x80, 0, 0, 0, 0)) for first in (0x89, 0x8A, 0x02, 0x00))
"""Empty frames of a client."""
EMPTY_MESSAGE = b"\x82\x80\0\0\0\0"
FLOOD_SECONDS = 30.0
"""Seconds in which a flood has been cut: it comes slowly where each frame is a long way through the system."""
FLOODS = {"pings": PING, "pongs": PONG, "empty fragments": PIECE, "empty messages": EMPTY_MESSAGE}


async def flooded(line: ClientConnection, frame: bytes, at_once: int) -> None:
    """Say this frame again and again, this many at a time, until the line is cut."""
    if frame == PIECE:
        line.transport.write(BEGINNING)
    while not line.transport.is_closing():
        line.transport.write(frame * at_once)
        await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    await line.wait_closed()


@pytest.mark.slow
@pytest.mark.parametrize("kind", with_soaks(FLOODS, 2))
@pytest.mark.parametrize("greeted", [False, True], ids=["before Hello", "behind Hello"])
@pytest.mark.parametrize("at_once", with_soaks([1000, 1]))
async def test_a_flood_of_empty_frames_is_cut_off(serve: Serve, kind: str, greeted: bool, at_once: int) -> None:
    _, port = await serve(at_a_table())
    async with undisturbed(port):
        lines = [await welcomed(port, f"Wim {n}") if greeted else await raw(port) for n in range(8)]
        async with asyncio.timeout(FLOOD_SECONDS):
            await asyncio.gather(*(flooded(line, FLOODS[kind], at_once) for line in lines))


@pytest.mark.slow
async def test_a_flood_before_the_upgrade_is_cut_off(serve: Serve) -> None:
    _, port = await serve(at_a_table(), ConnectionLimits(step_timeout=60))
    async with undisturbed(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context())
        writer.write(UPGRADE[:-2])
        for number in range(4000):
            writer.write(b"X-%d: y\r\n" % number)
        async with asyncio.timeout(FLOOD_SECONDS):
            await cut(reader)
        writer.transport.abort()


@pytest.mark.soak
async def test_repeated_floods_after_reconnecting_disconnect_nobody_else(serve: Serve) -> None:
    _, port = await serve(at_a_table())
    async with undisturbed(port):
        for _ in range(5):
            lines = [await raw(port) for _ in range(8)]
            await asyncio.gather(*(flooded(line, PING, 1000) for line in lines))


# -- how many there may be ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_connection_over_the_limit_is_asked_to_try_again_later(serve: Serve) -> None:
    server, port = await serve(at_a_table(), ConnectionLimits(connections=2))
    async with undisturbed(port):
        last = await welcomed(port)
        assert await end_of(await raw(port)) == ([], TRY_AGAIN_LATER)
        assert server.connections == 2
        await last.close()
        await (await welcomed(port)).close()


@pytest.mark.slow
async def test_an_address_over_its_limit_is_asked_to_try_again_later(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixqp_tui.host.network.server.remote_address", lambda peer, here: peer[0])
    _, port = await serve(at_a_table(), ConnectionLimits(of_one_address=2))
    async with undisturbed(port):
        last = await welcomed(port)
        assert await end_of(await raw(port)) == ([], TRY_AGAIN_LATER)
        await last.close()


async def test_the_hosts_own_machine_may_open_more_connections(serve: Serve) -> None:
    server, port = await serve(at_a_table())
    lines = [await welcomed(port, f"Wim {number}") for number in range(12)]
    assert server.connections == 12
    for line in lines:
        line.transport.abort()


async def test_late_players_and_watchers_are_rejected_at_a_full_table(serve: Serve) -> None:
    _, port = await serve(a_room(settings(seats=2), bots=1, limits=RoomLimits(watchers=1)))
    olga = a_session(link(port), "Olga", OWNER)
    async with running(olga):
        await seated((olga,))
        watcher = await welcomed(port)
        ann = await raw(port)
        await ann.send(signed(ann, key_of("Ann")))
        await ann.recv()
        for role in ("watcher", "player"):
            late = await raw(port)
            await late.send(signed(late, key_of("Late"), role=role))
            assert await farewell(late) == (Farewell.FULL, 4007)
        for line in (watcher, ann):
            line.transport.abort()


@pytest.mark.slow
async def test_sixty_silent_connections_keep_nobody_out(serve: Serve) -> None:
    server, port = await serve(at_a_table())
    silent = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(60)))
    async with undisturbed(port):
        await asyncio.gather(*(cut(reader) for reader, _ in silent[:20]))
        assert server.connections == 1
    for _, writer in silent:
        writer.close()


@pytest.mark.slow
async def test_a_stalled_handshake_keeps_nobody_out(serve: Serve) -> None:
    _, port = await serve(at_a_table(), ConnectionLimits(open=2))
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context())
    async with undisturbed(port):
        await cut(reader)
    writer.transport.abort()


# -- how long it may take -------------------------------------------------------------------------------


def client_hello() -> bytes:
    """The first bytes of TLS, as any client says them."""
    out = ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        context().wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    return out.read()


@pytest.mark.parametrize(
    "far",
    [
        "nothing",
        "half of TLS",
        pytest.param("TLS", marks=pytest.mark.slow),
        pytest.param("half of the upgrade", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    "drip", [pytest.param(False, id="silent"), pytest.param(True, id="dripping", marks=pytest.mark.soak)]
)
async def test_a_handshake_that_takes_too_long_is_cut_off(serve: Serve, far: str, drip: bool) -> None:
    tls = context() if far == "TLS" or "upgrade" in far else None
    _, port = await serve(at_a_table(), ConnectionLimits(step_timeout=1.0 if tls else 0.3))
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
    said = {"nothing": b"", "half of TLS": client_hello()[:50], "TLS": b"", "half of the upgrade": UPGRADE[:60]}
    writer.write(said[far])
    await cut(reader, writer if drip else None)
    writer.transport.abort()


@pytest.mark.slow
async def test_a_hello_sent_too_slowly_is_rejected(serve: Serve) -> None:
    _, port = await serve(at_a_table(), ConnectionLimits(step_timeout=1.0))
    stranger = await raw(port)
    stranger.transport.write(b"\x82\xfe\x0f\xff\0\0\0\0" + b"\x80" * 9)
    data = await stranger.recv()
    assert isinstance(data, bytes) and decode_host(data) == Goodbye(Farewell.TOO_LATE)
    stranger.transport.abort()


@pytest.mark.slow
async def test_a_half_closed_connection_is_dropped_at_once(serve: Serve) -> None:
    _, port = await serve(at_a_table())
    async with undisturbed(port) as olga:
        events = olga.events()
        half = await welcomed(port)
        await watched_by(olga, events, 1)
        half.transport.get_extra_info("socket").shutdown(socket.SHUT_WR)
        await watched_by(olga, events, 0)
        await half.wait_closed()

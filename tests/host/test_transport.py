"""A line over the network, with a TCP connection that only notes what is asked of it."""

import asyncio
import ssl
from typing import Any

import pytest
from support.websocket import WebSocketClient, frame
from websockets.frames import Frame, Opcode

from sixqp_tui.host.network.connection import PeerNotReading
from sixqp_tui.host.network.connection_limits import ByteLimit, address_allowances
from sixqp_tui.host.network.transport import FlushQueue, NetworkTransport
from sixqp_tui.host.network.websocket import MAX_UNREAD
from sixqp_tui.store.certificate import load_or_create, server_context


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    return server_context(load_or_create(tmp_path_factory.mktemp("certificate")))


class Tcp(asyncio.Transport):
    """A TCP connection: what was written to it, and whether it reads, or is cut."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.wrote = asyncio.Event()
        self.reading, self.half_closed, self.aborted = True, False, False

    def write(self, data: Any) -> None:
        assert not self.half_closed
        self.writes.append(bytes(data))
        self.wrote.set()

    def write_eof(self) -> None:
        self.half_closed = True

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, NetworkTransport)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        assert name == "socket"
        return self

    def setsockopt(self, *option: int) -> None:
        assert len(option) == 3


class Line:
    """Both ends of a line that stands."""

    def __init__(self, context: ssl.SSLContext, flushes: FlushQueue | None = None, **seconds: float) -> None:
        self.tcp = Tcp()
        limit = ByteLimit(address_allowances(), "10.0.0.1", 0.0)
        self.flushes = flushes or FlushQueue(asyncio.get_running_loop())
        self.host = NetworkTransport(self.tcp, context, limit, self.flushes, **seconds)
        self.client = WebSocketClient(self.host.data_received, self._sent)
        self.client.upgrade()

    def _sent(self) -> bytes:
        self.flushes.run()  # what the loop would do after this step
        said = b"".join(self.tcp.writes)
        self.tcp.writes.clear()
        return said

    def messages(self) -> list[bytes]:
        """What the client has been told."""
        self.client.listen()
        return [bytes(event.data) for event in self.client.heard if isinstance(event, Frame) and event.opcode == 2]


async def opened(context: ssl.SSLContext, **seconds: float) -> Line:
    """A line that stands, with nothing on its way."""
    line = Line(context, None, **seconds)
    assert await line.host.open(5)
    await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    line.client.listen()
    return line


async def test_messages_sent_in_one_loop_step_use_one_write(context: ssl.SSLContext) -> None:
    line = await opened(context)
    for message in (b"one", b"two", b"three"):
        await line.host.send(message)
    assert not line.tcp.writes
    await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    assert len(line.tcp.writes) == 1 and line.messages() == [b"one", b"two", b"three"]


async def test_large_data_is_written_before_the_step_ends(context: ssl.SSLContext) -> None:
    line = await opened(context)
    await line.host.send(bytes(1 << 16))
    assert line.tcp.writes


async def test_a_client_that_does_not_read_blocks_sending_and_reading(context: ssl.SSLContext) -> None:
    line = await opened(context)
    line.host.pause_writing()
    assert not line.tcp.reading
    sending = asyncio.create_task(line.host.send(b"wait"))
    await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    assert not sending.done()
    line.host.resume_writing()
    await sending
    assert line.tcp.reading


async def test_reading_pauses_while_too_many_messages_are_unread(context: ssl.SSLContext) -> None:
    line = await opened(context)
    for number in range(MAX_UNREAD + 3):
        line.client.speak(frame(Opcode.BINARY, bytes([number])))
    assert not line.tcp.reading
    assert [await line.host.recv() for _ in range(MAX_UNREAD + 3)] == [bytes([n]) for n in range(MAX_UNREAD + 3)]
    await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    assert line.tcp.reading


async def test_an_unanswered_ping_raises_an_error(context: ssl.SSLContext) -> None:
    line = await opened(context, read_within=0.01)
    await line.host.send(b"read this")
    with pytest.raises(PeerNotReading):
        await line.host.recv()


async def test_a_client_that_answers_is_pinged_repeatedly(context: ssl.SSLContext) -> None:
    line = await opened(context, ping_every=0.001)
    reading = asyncio.create_task(line.host.recv())
    pings = 0
    while pings < 3:
        await line.tcp.wrote.wait()
        line.tcp.wrote.clear()
        line.client.heard.clear()
        line.client.listen()
        line.client.speak()
        pings += sum(isinstance(event, Frame) and event.opcode is Opcode.PING for event in line.client.heard)
    assert not reading.done()
    reading.cancel()


async def test_a_close_that_times_out_is_aborted(context: ssl.SSLContext) -> None:
    line = await opened(context, close_timeout=0.01)
    await line.host.close(4004, "closed")
    assert line.tcp.aborted


async def test_a_client_that_closes_gets_an_answer_and_time_to_hang_up(context: ssl.SSLContext) -> None:
    line = await opened(context)
    line.client.protocol.send_close(1000)
    line.client.speak()
    assert line.tcp.half_closed and line.tcp.reading and not line.tcp.aborted
    line.host.data_received(b"\x17\x03\x03 whatever follows")
    with pytest.raises(ConnectionError):
        await line.host.recv()
    with pytest.raises(ConnectionError):
        await line.host.send(b"too late")
    closing = asyncio.create_task(line.host.close())
    await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    line.host.connection_lost(None)
    await closing
    assert not line.tcp.aborted


async def test_a_lost_connection_releases_all_waiters(context: ssl.SSLContext) -> None:
    line = await opened(context)
    line.host.pause_writing()
    sending = asyncio.create_task(line.host.send(b"wait"))
    reading = asyncio.create_task(line.host.recv())
    await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    line.host.connection_lost(None)
    results = await asyncio.gather(sending, reading, return_exceptions=True)
    assert all(isinstance(result, ConnectionError) for result in results)


async def test_too_many_small_frames_in_one_step_abort_the_connection(context: ssl.SSLContext) -> None:
    line = await opened(context)
    line.client.heard.clear()
    line.client.speak(frame(Opcode.PING, b"") * 10_000)
    pongs = sum(isinstance(event, Frame) and event.opcode is Opcode.PONG for event in line.client.heard)
    assert line.tcp.aborted and pongs < 256
    with pytest.raises(ConnectionError):
        await line.host.recv()


async def test_a_failing_connection_does_not_stop_others_from_sending() -> None:
    failures: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: failures.append(context["exception"]))
    flushes, sent, broken = FlushQueue(loop), asyncio.Event(), RuntimeError("a line is broken")

    def fail() -> None:
        raise broken

    flushes.add(fail)
    flushes.add(sent.set)
    await asyncio.wait_for(sent.wait(), 20)
    assert failures == [broken]

"""The lending server: complete answers, and limits for clients that send or read nothing."""

import asyncio
import hashlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sixqp_tui.gateways.common.http import FilePart
from sixqp_tui.gateways.lend.server import LendLimits, LendServer, Lent, Site, read_request
from sixqp_tui.host.network.port import bind_socket

DATA = bytes(range(256)) * 4096 * 16
LIMITS = LendLimits()


@asynccontextmanager
async def lending(tmp_path: Path, limits: LendLimits = LIMITS) -> AsyncIterator[tuple[int, asyncio.Queue[str]]]:
    """The port of a server that lends a file of 16 MiB, and the addresses that got it."""
    path = tmp_path / "sixqp.pyz"
    path.write_bytes(DATA)
    got: asyncio.Queue[str] = asyncio.Queue()
    lent = Lent(FilePart(path, 0, len(DATA)), hashlib.sha256(DATA).hexdigest(), {}, {}, ())
    server = LendServer(Site(lent), got.put_nowait, limits)
    sock = bind_socket(0)
    await server.start(sock)
    try:
        yield sock.getsockname()[1], got
    finally:
        await server.close()


async def ask(port: int, request: bytes) -> bytes:
    """The whole answer to this request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await reader.read()
    finally:
        writer.close()


async def answered(port: int) -> bool:
    """Whether the server accepts another connection from this address."""
    try:
        return bool(await ask(port, b"GET / HTTP/1.1\r\n\r\n"))
    except ConnectionError:
        return False


async def test_the_file_comes_whole_and_the_host_hears_who_has_it(tmp_path: Path) -> None:
    async with lending(tmp_path) as (port, got):
        answers = await asyncio.gather(*(ask(port, b"GET /sixqp.pyz HTTP/1.1\r\n\r\n") for _ in range(4)))
        assert {answer.partition(b"\r\n\r\n")[2] == DATA for answer in answers} == {True}
        assert [await got.get() for _ in answers] == ["127.0.0.1"] * 4
        head = await ask(port, b"HEAD /sixqp.pyz HTTP/1.1\r\n\r\n")
        assert head.endswith(b"\r\n\r\n") and b"Content-Length: 16777216" in head


async def test_who_says_nothing_or_half_a_request_or_takes_nothing_is_cut(tmp_path: Path) -> None:
    async with lending(tmp_path, LIMITS._replace(opening=0.1, stalled=0.1, of_one_address=1)) as (port, got):
        for data in (b"", b"GET / HT", b"GET /sixqp.pyz HTTP/1.1\r\n"):
            assert await ask(port, data) == b""
        # A client that doesn't read is cut once the buffers on the way are full.
        with socket.create_connection(("127.0.0.1", port)) as lazy:
            lazy.sendall(b"GET /sixqp.pyz HTTP/1.1\r\n\r\n")
            assert not await answered(port)
            while not await answered(port):
                pass
        assert got.empty()


async def test_one_address_has_not_all_places_and_too_long_a_request_is_refused(tmp_path: Path) -> None:
    async with lending(tmp_path, LIMITS._replace(of_one_address=2)) as (port, _got):
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        assert not await answered(port)
        for _reader, writer in silent:
            writer.close()
            await writer.wait_closed()
        while not await answered(port):
            pass
        long = b"GET / HTTP/1.1\r\nCookie: " + b"a" * 20_000
        assert (await ask(port, long + b"\r\n\r\n")).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "head", [b"", b"GET /", b"GET x HTTP/1.1\r\n\r\n", b"\xff\xfe\r\n\r\n", b"SSH-2.0-x\r\n\r\n"]
)
def test_what_is_no_request_is_none(head: bytes) -> None:
    assert read_request(head) is None

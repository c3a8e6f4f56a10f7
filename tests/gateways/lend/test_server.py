"""The lending server: complete answers, and limits for clients that send or read nothing."""

import asyncio
import hashlib
import re
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sixqp_tui.gateways.common.http import FilePart
from sixqp_tui.gateways.lend.server import Download, LendLimits, LendServer, Lent, Site, lines_to_type, read_request
from sixqp_tui.host.network.port import bind_socket

DATA = bytes(range(256)) * 4096 * 16
DIGEST = hashlib.sha256(DATA).hexdigest()
LIMITS = LendLimits()


@asynccontextmanager
async def lending(
    tmp_path: Path, limits: LendLimits = LIMITS
) -> AsyncIterator[tuple[int, asyncio.Queue[Download]]]:
    """The port of a server that lends a file of 16 MiB, and the downloads that ended."""
    path = tmp_path / "sixqp.pyz"
    path.write_bytes(DATA)
    ended: asyncio.Queue[Download] = asyncio.Queue()

    def show(download: Download) -> None:
        if download.broken or download.share >= 1:
            ended.put_nowait(download)

    server = LendServer(Site(lent(path)), show, limits)
    sock = bind_socket(0)
    await server.start(sock)
    try:
        yield sock.getsockname()[1], ended
    finally:
        await server.close()


def lent(path: Path) -> Lent:
    return Lent(FilePart(path, 0, len(DATA)), DIGEST, {}, {}, ())


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


@pytest.mark.slow
async def test_the_file_arrives_complete_and_the_host_sees_who_has_it(tmp_path: Path) -> None:
    async with lending(tmp_path) as (port, got):
        answers = await asyncio.gather(*(ask(port, b"GET /sixqp.pyz HTTP/1.1\r\n\r\n") for _ in range(4)))
        assert {answer.partition(b"\r\n\r\n")[2] == DATA for answer in answers} == {True}
        ended = [await got.get() for _ in answers]
        assert {(each.address, each.share, each.broken) for each in ended} == {("127.0.0.1", 1.0, False)}
        assert len({each.number for each in ended}) == 4
        head = await ask(port, b"HEAD /sixqp.pyz HTTP/1.1\r\n\r\n")
        assert head.endswith(b"\r\n\r\n") and b"Content-Length: 16777216" in head


@pytest.mark.slow
async def test_silent_incomplete_and_stalled_clients_are_dropped(tmp_path: Path) -> None:
    async with lending(tmp_path, LIMITS._replace(opening=0.1, stalled=0.1, of_one_address=1)) as (port, got):
        for data in (b"", b"GET / HT", b"GET /sixqp.pyz HTTP/1.1\r\n"):
            assert await ask(port, data) == b""
        # A client that doesn't read is cut once the buffers on the way are full.
        with socket.create_connection(("127.0.0.1", port)) as lazy:
            lazy.sendall(b"GET /sixqp.pyz HTTP/1.1\r\n\r\n")
            assert not await answered(port)
            while not await answered(port):
                pass
        assert (await got.get()).broken and got.empty()


@pytest.mark.slow
async def test_a_client_that_reads_too_slowly_is_dropped(tmp_path: Path) -> None:
    limits = LIMITS._replace(stalled=0.5, of_one_address=1, least=8 << 20)
    async with lending(tmp_path, limits) as (port, got):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(b"GET /sixqp.pyz HTTP/1.1\r\n\r\n")
        ended = asyncio.create_task(got.get())
        while not ended.done() and await reader.read(1):
            await asyncio.wait((ended,), timeout=0.01)
        assert ended.result().broken
        writer.close()


@pytest.mark.parametrize(
    ("asked", "status", "body"),
    [
        (f"Range: bytes={len(DATA)}-", 416, b""),
        ("Range: bytes=5-4", 200, DATA),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                ("Range: bytes=100-", 206, DATA[100:]),
                ("Range: bytes=0-99", 206, DATA[:100]),
                ("Range: bytes=100-99999999999", 206, DATA[100:]),
                (f'Range: bytes=100-\r\nIf-Range: "{DIGEST}"', 206, DATA[100:]),
                ('Range: bytes=100-\r\nIf-Range: "of another evening"', 200, DATA),
                ("Range: bytes=1-2,5-6", 200, DATA),
                ("Range: lines=1-2", 200, DATA),
            )
        ),
    ],
)
async def test_a_broken_download_resumes_where_it_stopped(
    tmp_path: Path, asked: str, status: int, body: bytes
) -> None:
    async with lending(tmp_path) as (port, _got):
        head, _end, said = (await ask(port, f"GET /sixqp.pyz HTTP/1.1\r\n{asked}\r\n\r\n".encode())).partition(
            b"\r\n\r\n"
        )
        assert head.startswith(f"HTTP/1.1 {status} ".encode()) and said == body
        assert f'ETag: "{DIGEST}"'.encode() in head and f"Content-Length: {len(body)}".encode() in head
        assert (b"Content-Range: bytes " in head) is (status != 200)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="The lines are read by a POSIX shell here.")
@pytest.mark.skipif(shutil.which("curl") is None, reason="missing: curl (Debian: curl)")
async def test_each_systems_command_starts_only_a_complete_unchanged_file(tmp_path: Path) -> None:
    guest = tmp_path / "guest"
    guest.mkdir()
    here = guest / "sixqp.pyz"
    async with lending(tmp_path) as (port, _got):
        for system, line in lines_to_type(f"http://127.0.0.1:{port}", lent(tmp_path / "sixqp.pyz")):
            here.unlink(missing_ok=True)
            assert await started(line, guest), system
            assert await started(line, guest), f"{system}: all of it is here"
            here.write_bytes(DATA[:5000])
            assert await started(line, guest), f"{system}: the rest is fetched"
            here.write_bytes(DATA[:5000] + b"x")
            assert await started(line, guest) == (system == WITHOUT_CURL), f"{system}: something else was here"
            assert await started(line, guest)
    here.write_bytes(DATA[:-1])
    for _system, line in lines_to_type(f"http://127.0.0.1:{port}", lent(tmp_path / "sixqp.pyz")):
        assert not await started(line, guest)
        assert here.read_bytes() == DATA[:-1], "what has arrived stays"


WITHOUT_CURL = "without curl"


async def started(line: str, folder: Path) -> bool:
    """Whether this line, in a shell that has this Python, starts the file. It says what to do if not."""
    shell = await asyncio.create_subprocess_shell(
        in_sh(line), cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, errors = await shell.communicate()
    assert out or b"Paste the same line again" in errors, errors
    return out.strip() == b"started"


def in_sh(line: str) -> str:
    """The line for sh, also the one for PowerShell, with this Python; it prints a word instead of the game."""
    for theirs, ours in (("curl.exe", "curl"), ("; if ($?) {py", " && py"), (" join}", " join")):
        line = line.replace(theirs, ours)
    line = re.sub(r"(python3|py) sixqp.pyz join", "echo started", line)
    return re.sub(r"(python3|py) -c", f"'{sys.executable}' -c", line)


async def test_connections_per_address_and_request_length_are_limited(tmp_path: Path) -> None:
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


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has only 127.0.0.1 on the loopback")
async def test_one_machine_with_several_addresses_keeps_nobody_from_the_file(tmp_path: Path) -> None:
    async with lending(tmp_path, LIMITS._replace(connections=4, of_one_address=2)) as (port, _got):
        silent = [
            await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            for address in ("127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3")
        ]
        assert (await ask(port, b"GET /sixqp.pyz HTTP/1.1\r\n\r\n")).endswith(DATA)
        for _reader, writer in silent:
            writer.close()


@pytest.mark.parametrize(
    "head", [b"", b"GET /", b"GET x HTTP/1.1\r\n\r\n", b"\xff\xfe\r\n\r\n", b"SSH-2.0-x\r\n\r\n"]
)
def test_an_invalid_request_is_rejected(head: bytes) -> None:
    assert read_request(head) is None


async def test_one_address_does_not_fill_the_hosts_screen(tmp_path: Path) -> None:
    async with lending(tmp_path) as (port, ended):
        for _request in range(30):
            assert b"206" in await ask(port, b"GET /sixqp.pyz HTTP/1.1\r\nRange: bytes=1-1\r\n\r\n")
        assert ended.qsize() <= LIMITS.shown_at_once

"""Serves what is lent, by HTTP on the LAN: one answer a connection, and limits for everything."""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, NamedTuple

from sixqp_tui.gateways.lend.archive import Part
from sixqp_tui.gateways.lend.site import HttpResponse, Site
from sixqp_tui.gateways.page.answers import HttpRequest

_BLOCK: Final = 64 * 1024
_log = logging.getLogger(__name__)


class LendLimits(NamedTuple):
    """What the server bears of those who come. Times are in seconds."""

    connections: int = 64
    """Connections in all."""
    of_one_address: int = 8
    """Of these from one address."""
    head: int = 8192
    """Bytes of a request."""
    opening: float = 5.0
    """Until a request is here."""
    stalled: float = 20.0
    """In which a guest takes nothing of what is sent."""
    whole: float = 900.0
    """Until everything is sent: 60 MiB by the slowest Wi-Fi."""


class LendServer:
    """Answers at a socket by what `site` says. `lent` hears of the address of each that has got the whole file."""

    def __init__(self, site: Site, lent: Callable[[str], object], limits: LendLimits | None = None) -> None:
        self._site, self._lent, self._limits = site, lent, limits or LendLimits()
        self._connections: Counter[str] = Counter()
        self._attending: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> None:
        self._server = await asyncio.start_server(self._accept, sock=sock, limit=self._limits.head)

    async def close(self) -> None:
        """Answer nobody any more, and leave those who are being answered."""
        if self._server:
            self._server.close()
        for task in self._attending:
            task.cancel()
        await asyncio.gather(*self._attending, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = _plain(writer.get_extra_info("peername"))
        full = self._connections.total() >= self._limits.connections
        if full or self._connections[address] >= self._limits.of_one_address:
            writer.transport.abort()
            return
        self._connections[address] += 1
        task = asyncio.create_task(self._attend(reader, writer, address))
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)

    async def _attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        try:
            # Who is silent, slow or gone loses the connection and nothing else.
            with suppress(TimeoutError, ConnectionError, asyncio.IncompleteReadError):
                async with asyncio.timeout(self._limits.whole):
                    await self._answer(reader, writer, address)
        except OSError:
            _log.warning("what is lent cannot be read or sent", exc_info=True)
        finally:
            writer.transport.abort()
            self._connections[address] -= 1
            self._connections += Counter()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        try:
            async with asyncio.timeout(self._limits.opening):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            head = b""
        request = read_request(head)
        host, port = _plain(writer.get_extra_info("sockname")), writer.get_extra_info("sockname")[1]
        response = self._site.answer(request, base_of(host, port)) if request else _bad_request()
        writer.write(_head(response))
        if request is None or request.method != "HEAD":
            await self._send(writer, response.body)
        writer.write_eof()
        # The end is for the guest to make: what is still on its way would be lost by closing first.
        async with asyncio.timeout(self._limits.stalled):
            while await reader.read(_BLOCK):
                pass
        if request and request.method == "GET" and self._site.is_whole(response):
            self._lent(address)

    async def _send(self, writer: asyncio.StreamWriter, body: bytes | Part) -> None:
        if isinstance(body, bytes):
            writer.write(body)
            return
        with body.path.open("rb") as file:
            file.seek(body.start)
            left = body.size
            while left:
                data = file.read(min(_BLOCK, left))
                left -= len(data)
                writer.write(data)
                async with asyncio.timeout(self._limits.stalled):
                    await writer.drain()


def base_of(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def read_request(head: bytes) -> HttpRequest | None:
    """What is asked for (RFC 9112); None where it cannot be understood."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[1].startswith("/") or not parts[2].startswith("HTTP/1."):
        return None
    fields = (line.partition(":") for line in lines if line)
    return HttpRequest(parts[0], parts[1], {name.lower(): value.strip() for name, _colon, value in fields})


def _bad_request() -> HttpResponse:
    headers = (("Content-Length", "0"), ("Connection", "close"))
    return HttpResponse(HTTPStatus.BAD_REQUEST, headers, b"")


def _head(response: HttpResponse) -> bytes:
    lines = (
        f"HTTP/1.1 {response.status.value} {response.status.phrase}",
        *(f"{key}: {value}" for key, value in response.headers),
    )
    return "\r\n".join((*lines, "", "")).encode("latin-1")


def _plain(address: tuple[str, int]) -> str:
    return address[0].removeprefix("::ffff:")

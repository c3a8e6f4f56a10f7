"""UDP sockets for each system: a port that several tables share, and a socket per network for queries."""

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import OwnAddress

QUERY_PORT: Final = DEFAULT_PORT
SHOUT_PORT: Final = DEFAULT_PORT + 1
"""Shouts have their own port, because a table's port must only reach tables."""
EVERYBODY: Final = "255.255.255.255"
LOOPBACK: Final = OwnAddress("loopback", "127.0.0.1", 8)

_SEND_BUFFER: Final = 1 << 20
"""Answers to forged senders fill it until the system stops looking for these hosts."""

Heard = Callable[[bytes, tuple[str, int]], None]


def open_listening_socket(port: int) -> socket.socket:
    """Raises OSError.

    Linux and Windows share a port by SO_REUSEADDR, even between users; BSD and macOS by SO_REUSEPORT, which on
    Linux would exclude other users.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform not in ("linux", "win32") and hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        with suppress(OSError):  # as much as the system allows
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        return _ready(sock, ("", port))
    except OSError:
        sock.close()
        raise


def open_query_socket(address: str) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        return _ready(sock, (address, 0))
    except OSError:
        sock.close()
        raise


def _ready(sock: socket.socket, address: tuple[str, int]) -> socket.socket:
    sock.setblocking(False)
    sock.bind(address)
    return sock


def broadcast_addresses(own: OwnAddress) -> tuple[str, ...]:
    """The network's own broadcast address uses the right interface on every system.

    The general one helps if the network's size is configured wrong.
    """
    broadcast = str(own.network.broadcast_address)
    if own is LOOPBACK:
        return (broadcast, own.address)
    return (broadcast, EVERYBODY) if own.prefix < 31 else (EVERYBODY,)


class DatagramListener(asyncio.DatagramProtocol):
    """Passes on datagrams, and sets `wake` on errors.

    `errors` counts failures of the system, `last` is the latest. `full`: too much waits to be sent. `broken`: the
    socket must be replaced; on Windows it may hear nothing after a refused send.
    """

    def __init__(self, heard: Heard, wake: asyncio.Event) -> None:
        self.errors = 0
        self.last: OSError | None = None
        self.broken = self.full = False
        self._heard, self._wake = heard, wake

    def datagram_received(self, data: bytes, addr: tuple[str | int, ...]) -> None:
        self._heard(data, (str(addr[0]), int(addr[1])))

    def error_received(self, exc: Exception) -> None:
        self.errors += 1
        self.last = exc if isinstance(exc, OSError) else OSError(str(exc))
        if sys.platform == "win32":
            self._break()

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is not None:
            self._break()

    def pause_writing(self) -> None:
        self.full = True

    def resume_writing(self) -> None:
        self.full = False

    def _break(self) -> None:
        self.broken = True
        self._wake.set()


async def listen_datagrams(
    sock: socket.socket, heard: Heard, wake: asyncio.Event
) -> tuple[asyncio.DatagramTransport, DatagramListener]:
    """Listen at a socket, which the transport closes. Raises OSError."""
    return await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: DatagramListener(heard, wake), sock=sock
    )

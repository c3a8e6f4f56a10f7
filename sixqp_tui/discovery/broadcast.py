"""Asks for tables by UDP in every network of this machine, and answers for a table."""

import asyncio
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from functools import lru_cache
from ipaddress import ip_address
from itertools import chain, repeat
from typing import Final, NamedTuple

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import Addresses, OwnAddress, machine_addresses
from sixqp_tui.discovery.advertisement import Advertisement, decode, encode
from sixqp_tui.discovery.mdns import RETRY_AFTER
from sixqp_tui.engine.token_bucket import TokenBucket

QUERY_PORT: Final = DEFAULT_PORT
ASK_AGAIN_AFTER: Final = (0.25, 0.5, 0.75, 1.0)
"""Seconds between the first queries. Wi-Fi often loses datagrams."""
ASK_EVERY: Final = 2.0
"""Seconds between later queries."""
MAX_NETWORKS: Final = 16
"""Networks that are asked; virtual machines may add dozens."""
ANSWERS_A_SECOND: Final = 5000.0
"""So many that in a flood of forged queries somebody's own is among those that are answered."""
HEARD_A_SECOND: Final = 200.0
"""Answers a second that are read, more than a party sends."""
LOOPBACK: Final = OwnAddress("loopback", "127.0.0.1", 8)
_EVERYBODY: Final = "255.255.255.255"

NONCE_BYTES: Final = 8
"""Enough that a nonce can't be guessed."""
QUERY_BYTES: Final = 512
"""All queries are this long, and no answer is longer, so a table can't be used to flood others."""

_QUERY = b"sixqp?\x01"
_ANSWER = b"sixqp!\x01"
_AFTER_PORT = len(_ANSWER) + NONCE_BYTES + 2

Heard = Callable[[bytes, tuple[str, int]], None]


# -- the two datagrams (`SPEC.md`, Discovery) --------------------------------------------------------------


class Answer(NamedTuple):
    """The answer of a table that listens at this TCP port."""

    nonce: bytes
    advert: Advertisement
    port: int


def query(nonce: bytes) -> bytes:
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, got {len(nonce)}")
    return (_QUERY + nonce).ljust(QUERY_BYTES, b"\0")


def read_query(data: bytes) -> bytes | None:
    """The nonce of a query; None for anything else, and for shorter queries."""
    if len(data) != QUERY_BYTES or not data.startswith(_QUERY):
        return None
    return data[len(_QUERY) :][:NONCE_BYTES]


def answer(nonce: bytes, advert: Advertisement, port: int) -> bytes:
    """A table's answer. Entries that don't fit are left out; our own always fit."""
    return _ANSWER + nonce + port.to_bytes(2, "big") + _answer_record(advert)


@lru_cache(maxsize=1)
def _answer_record(advert: Advertisement) -> bytes:
    """Made once, so that a flood of queries costs little."""
    record = b""
    for key, value in encode(advert).items():
        string = f"{key}={value}".encode()
        if _AFTER_PORT + len(record) + 1 + len(string) <= QUERY_BYTES:
            record += bytes((len(string),)) + string
    return record


def read_answer(data: bytes) -> Answer | None:
    """An answer's content, cleaned; None if no table would send this."""
    if not _AFTER_PORT < len(data) <= QUERY_BYTES or not data.startswith(_ANSWER):
        return None
    port, record = int.from_bytes(data[_AFTER_PORT - 2 : _AFTER_PORT], "big"), _record(data[_AFTER_PORT:])
    advert = decode(record) if record and port else None
    return Answer(data[len(_ANSWER) :][:NONCE_BYTES], advert, port) if advert else None


def _record(data: bytes) -> dict[bytes, bytes | None] | None:
    """The `key=value` strings of a TXT record; the first of a key counts. None if the last one is cut off."""
    record: dict[bytes, bytes | None] = {}
    while data:
        string, rest = data[1 : 1 + data[0]], data[1 + data[0] :]
        if len(string) < data[0]:
            return None
        key, _, value = string.partition(b"=")
        record.setdefault(key, value)
        data = rest
    return record


# -- sockets ----------------------------------------------------------------------------------------------


def open_listening_socket(port: int) -> socket.socket:
    """Raises OSError.

    Linux and Windows share a port by SO_REUSEADDR, even between users; BSD and macOS by SO_REUSEPORT, which on
    Linux would exclude other users.
    """
    share = [socket.SO_REUSEADDR]
    if sys.platform not in ("linux", "win32") and hasattr(socket, "SO_REUSEPORT"):
        share.append(socket.SO_REUSEPORT)
    return _open(("", port), *share)


def open_sending_socket(address: str) -> socket.socket:
    """Sends from this address, or from any with "". Raises OSError."""
    return _open((address, 0))


def _open(address: tuple[str, int], *options: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        for option in (socket.SO_BROADCAST, *options):
            sock.setsockopt(socket.SOL_SOCKET, option, 1)
        sock.setblocking(False)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


def broadcast_addresses(own: OwnAddress) -> tuple[str, ...]:
    """The network's own broadcast address uses the right interface on every system.

    The general one helps if the network's size is configured wrong.
    """
    broadcast = str(own.network.broadcast_address)
    if own is LOOPBACK:
        return (broadcast, own.address)
    return (broadcast, _EVERYBODY) if own.prefix < 31 else (_EVERYBODY,)


class Datagrams(asyncio.DatagramProtocol):
    """An open socket.

    The system refused to send `failures` datagrams. `full`: too much waits to be sent. `broken`: the socket must be
    replaced; on Windows it may hear nothing after a failure.
    """

    transport: asyncio.DatagramTransport

    def __init__(self, heard: Heard) -> None:
        self.failures = 0
        self.full, self.broken = False, asyncio.Event()
        self._heard = heard

    def send(self, data: bytes, target: tuple[str, int]) -> None:
        self.transport.sendto(data, target)

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str | int, ...]) -> None:
        self._heard(data, (str(addr[0]), int(addr[1])))

    def error_received(self, _exc: Exception) -> None:
        self.failures += 1
        if sys.platform == "win32":
            self.broken.set()

    def connection_lost(self, _exc: Exception | None) -> None:
        self.broken.set()

    def pause_writing(self) -> None:
        self.full = True

    def resume_writing(self) -> None:
        self.full = False


async def open_datagrams(sock: socket.socket, heard: Heard) -> Datagrams:
    """Listen at a socket until its transport is closed. Raises OSError."""
    loop = asyncio.get_running_loop()
    _transport, datagrams = await loop.create_datagram_endpoint(lambda: Datagrams(heard), sock=sock)
    return datagrams


class Responder:
    """Answers for a table while `run` runs; `current` returns it and its port."""

    def __init__(
        self,
        current: Callable[[], tuple[Advertisement, int]],
        own: Addresses = machine_addresses,
        port: int = QUERY_PORT,
        retry_after: float = RETRY_AFTER,
    ) -> None:
        self._current, self._own, self._port = current, own, port
        self._retry_after = retry_after
        self._limit = TokenBucket(ANSWERS_A_SECOND, ANSWERS_A_SECOND)
        self._datagrams: Datagrams | None = None

    async def run(self) -> None:
        while True:
            try:
                self._datagrams = await open_datagrams(open_listening_socket(self._port), self._hear)
            except OSError:
                await asyncio.sleep(self._retry_after)  # noqa: TID251 (a port that was taken is tried again)
                continue
            try:
                await self._datagrams.broken.wait()
            finally:
                self._datagrams.transport.close()

    def answer_to(self, data: bytes, asker: tuple[str, int], now: float) -> bytes | None:
        """The answer to a datagram; None if it gets none."""
        nonce = read_query(data)
        if nonce is None or asker[1] == 0 or not self._is_near(asker[0]) or not self._limit.take(now):
            return None
        return answer(nonce, *self._current())

    def _hear(self, data: bytes, asker: tuple[str, int]) -> None:
        said = self.answer_to(data, asker, asyncio.get_running_loop().time())
        if said is None or self._datagrams is None:
            return
        if not self._datagrams.full:
            self._datagrams.send(said, asker)
            return
        # Answers to forged senders wait seconds for hosts that don't exist, and would hold up all others.
        with suppress(OSError), open_sending_socket("") as other:
            other.sendto(said, asker)

    def _is_near(self, address: str) -> bool:
        return not ip_address(address).is_global or any(each.reaches(address) for each in self._own())


class BroadcastQuery:
    """Asks often at first and then every two seconds, while `run` runs.

    `on_answer` gets each answer and its address. `works` if any network can be asked.
    """

    def __init__(
        self,
        on_answer: Callable[[Answer, str], None],
        own: Addresses = machine_addresses,
        port: int = QUERY_PORT,
    ) -> None:
        self.works = True
        self._on_answer, self._own, self._port = on_answer, own, port
        self._nonce = secrets.token_bytes(NONCE_BYTES)
        self._limit = TokenBucket(HEARD_A_SECOND, HEARD_A_SECOND)
        self._refresh = asyncio.Event()

    def refresh(self) -> None:
        """Ask often again."""
        self._refresh.set()

    async def run(self) -> None:
        while True:
            try:
                datagrams = await open_datagrams(open_sending_socket(""), self.hear)
            except OSError:
                self.works = False
                await asyncio.sleep(RETRY_AFTER)  # noqa: TID251 (the system says nothing when it has sockets again)
                continue
            with closing(datagrams.transport):
                for pause in chain(ASK_AGAIN_AFTER, repeat(ASK_EVERY)):
                    self._ask(datagrams)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(pause):
                            await self._refresh.wait()
                    if datagrams.broken.is_set() or self._refresh.is_set():
                        break
            self._refresh.clear()

    def _ask(self, datagrams: Datagrams) -> None:
        networks = [each for each in self._own() if each.is_ipv4][:MAX_NETWORKS]
        before, targets = datagrams.failures, [*chain(*map(broadcast_addresses, networks))]
        for target in targets:
            datagrams.send(query(self._nonce), (target, self._port))
        self.works = datagrams.failures - before < len(targets)
        for target in broadcast_addresses(LOOPBACK):
            datagrams.send(query(self._nonce), (target, self._port))

    def hear(self, data: bytes, source: tuple[str, int]) -> None:
        said = read_answer(data)
        if said and said.nonce == self._nonce and self._limit.take(asyncio.get_running_loop().time()):
            self._on_answer(said, source[0])

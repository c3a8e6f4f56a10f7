"""Asks for tables by UDP: every network of this machine, and hosts known from earlier visits."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address
from typing import Final

from sixqp_protocol.text import clean
from sixqp_tui.discovery.addresses import OwnAddress, known_networks, machine_addresses
from sixqp_tui.discovery.datagrams import (
    GONE,
    NONCE_BYTES,
    SHOUT,
    TO_EVERYBODY,
    Answer,
    RateLimit,
    nonce_of,
    query,
    read_answer,
)
from sixqp_tui.discovery.sockets import (
    LOOPBACK,
    QUERY_PORT,
    SHOUT_PORT,
    DatagramListener,
    broadcast_addresses,
    listen_datagrams,
    open_listening_socket,
    open_query_socket,
)
from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem

ASK_AGAIN_AFTER: Final = (0.25, 0.75, 1.5, 2.5)
"""Seconds after the first query. Wi-Fi often loses datagrams, so the first queries are close together."""
ASK_EVERY: Final = 5.0
"""Seconds between later queries."""
MAX_NETWORKS: Final = 16
"""Networks that are asked; virtual machines may add dozens."""
MAX_HOSTS: Final = 16
"""Hosts of earlier visits that are asked."""
NONCES_KEPT: Final = 4
"""The number of latest queries whose answers count."""
ASK_ON_SHOUT_EVERY: Final = 0.5
"""Seconds between two queries that follow shouts."""
HEARD_A_SECOND: Final = 200.0
"""Datagrams a second that are read, more than a party sends."""
HEARD_FROM_ONE_A_SECOND: Final = 40.0

OnAnswer = Callable[[Answer, str], None]


@dataclass
class _QuerySocket:
    own: OwnAddress | None
    targets: tuple[str, ...]
    transport: asyncio.DatagramTransport
    listener: DatagramListener
    sent: int = 0

    @property
    def failing(self) -> bool:
        return self.listener.errors >= self.sent > 0


class BroadcastQuery:
    """Asks often at first, then every five seconds and when a table shouts, while `run` runs.

    `on_answer` gets each answer and its address, `gone` the id of a table that closed. `problem` says why no
    network can be asked.
    """

    def __init__(
        self,
        on_answer: OnAnswer,
        gone: Callable[[str], None],
        hosts: Sequence[str] = (),
        own: Callable[[], tuple[OwnAddress, ...]] = machine_addresses,
        port: int = QUERY_PORT,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.problem: DiscoveryProblem | None = None
        self.networks: tuple[OwnAddress, ...] = ()
        self._on_answer, self._gone = on_answer, gone
        self._hosts = tuple(each for each in dict.fromkeys(hosts) if _is_ipv4(each))[:MAX_HOSTS]
        self._own, self._port, self._draw = own, port, draw
        self._nonces: deque[bytes] = deque(maxlen=NONCES_KEPT)
        self._rate_limit = RateLimit(HEARD_A_SECOND, HEARD_FROM_ONE_A_SECOND)
        self._sockets: tuple[_QuerySocket, ...] = ()
        self._wake, self._anew, self._shouted_at = asyncio.Event(), False, -ASK_ON_SHOUT_EVERY
        self._shouts: asyncio.DatagramTransport | None = None

    def refresh(self) -> None:
        self._anew = True
        self._wake.set()

    async def run(self) -> None:
        pauses = iter(ASK_AGAIN_AFTER)
        try:
            while True:
                if self._anew:
                    self._anew, pauses = False, iter(ASK_AGAIN_AFTER)
                await self.ask()
                self._wake.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(next(pauses, ASK_EVERY)):
                        await self._wake.wait()
        finally:
            self.close()

    async def ask(self) -> None:
        networks = tuple(each for each in known_networks(self._own) if each.is_ipv4)[:MAX_NETWORKS]
        if networks != self.networks or any(each.listener.broken for each in self._sockets):
            self.close()
        if not self._sockets:
            await self._open(networks)
        self._nonces.append(self._draw(NONCE_BYTES))
        question = query(self._nonces[-1])
        for each in self._sockets:
            for target in each.targets:
                each.sent += 1
                each.transport.sendto(question, (target, self._port))
        self._judge()

    async def _open(self, networks: tuple[OwnAddress, ...]) -> None:
        self.networks = networks
        wanted = [(each, each.address, broadcast_addresses(each)) for each in (*networks, LOOPBACK)]
        sockets = []
        for own, address, targets in [*wanted, *([(None, "", self._hosts)] if self._hosts else [])]:
            with suppress(OSError):
                sockets.append(
                    _QuerySocket(
                        own,
                        targets,
                        *await listen_datagrams(open_query_socket(address), self.hear, self._wake),
                    )
                )
        self._sockets = tuple(sockets)
        with suppress(OSError):
            self._shouts, _ = await listen_datagrams(open_listening_socket(SHOUT_PORT), self._on_shout, self._wake)

    def close(self) -> None:
        for each in self._sockets:
            each.transport.close()
        if self._shouts is not None:
            self._shouts.close()
        self._sockets, self._shouts = (), None

    def _judge(self) -> None:
        outward = [each for each in self._sockets if each.own not in (None, LOOPBACK)]
        able = [each for each in outward if not each.failing]
        error = next((each.listener.last for each in outward if each.listener.last), None)
        reason = clean(f"{type(error).__name__}: {error}", 120) if error else ""
        self.problem = None if able else DiscoveryProblem("ask", reason)

    def _on_shout(self, data: bytes, source: tuple[str, int]) -> None:
        now = asyncio.get_running_loop().time()
        if data != SHOUT:
            self.hear(data, source, (TO_EVERYBODY,))
        elif now - self._shouted_at >= ASK_ON_SHOUT_EVERY:
            self._shouted_at = now
            self._wake.set()

    def hear(self, data: bytes, source: tuple[str, int], nonces: Container[bytes] | None = None) -> None:
        if nonce_of(data) not in (self._nonces if nonces is None else nonces):
            return
        if not self._rate_limit.allow(source[0], asyncio.get_running_loop().time()):
            return
        answer = read_answer(data)
        if answer is None:
            return
        if answer.port == GONE:
            self._gone(answer.advert.id)
        else:
            self._on_answer(answer, source[0])


def _is_ipv4(text: str) -> bool:
    try:
        return isinstance(ip_address(text), IPv4Address)
    except ValueError:
        return False

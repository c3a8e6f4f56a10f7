"""A table's answers to queries by UDP."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, Self

from sixqp_protocol.text import clean
from sixqp_tui.discovery import sockets
from sixqp_tui.discovery.addresses import OwnAddress, known_networks, machine_addresses
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.datagrams import GONE, SHOUT, RateLimit, answer, read_query
from sixqp_tui.discovery.zeroconf_service import RETRY_AFTER, DiscoveryProblem

MAX_ASKERS: Final = 64
"""The latest askers hear of a change."""
GOODBYE_WITHIN: Final = 60.0
"""Seconds after its last query in which an asker hears that the table is gone."""
COMPARE_EVERY: Final = 5.0
"""Seconds between two looks at the networks of this machine."""
SHOUT_EVERY: Final = 1.0
"""The least seconds between two shouts."""

Asker = tuple[str, int]


class Responder:
    """`async with Responder(current):` answers in the background; `current` returns the table and its port.

    `problem` says why nothing is answered at present. The same query is answered once, however it arrived. News is
    shouted into every network of this machine, at the start too unless `quiet`.
    """

    def __init__(
        self,
        current: Callable[[], tuple[Advertisement, int]],
        port: int = sockets.QUERY_PORT,
        own: Callable[[], tuple[OwnAddress, ...]] = machine_addresses,
        clock: Callable[[], float] = time.monotonic,
        quiet: bool = False,
        retry_after: float = RETRY_AFTER,
    ) -> None:
        self.problem: DiscoveryProblem | None = None
        self._current, self._port, self._own, self._clock = current, port, own, clock
        self._retry_after = retry_after
        self._networks: tuple[OwnAddress, ...] | None = None
        self._rate_limit = RateLimit()
        self._answered: OrderedDict[Asker, tuple[bytes, float]] = OrderedDict()
        self._transport: asyncio.DatagramTransport | None = None
        self._wake, self._news = asyncio.Event(), not quiet
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="responder")
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    def announce_change(self) -> None:
        self._news = True
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                transport, listener = await sockets.listen_datagrams(
                    sockets.open_listening_socket(self._port), self._hear, self._wake
                )
            except OSError as error:
                self.problem = DiscoveryProblem("answer", clean(f"{type(error).__name__}: {error}", 120))
                await asyncio.sleep(self._retry_after)  # noqa: TID251 (a port that was taken is tried again)
                continue
            self.problem, self._transport = None, transport
            try:
                await self._until_broken(listener, transport)
            except asyncio.CancelledError:
                self._say_goodbye()
                raise
            finally:
                transport.close()
                self._transport = None

    async def _until_broken(self, listener: sockets.DatagramListener, transport: asyncio.DatagramTransport) -> None:
        while not listener.broken:
            networks = known_networks(self._own)
            moved = self._networks is not None and networks != self._networks
            self._networks = networks
            if self._news or moved:
                self._news = False
                self._shout(transport)
                await asyncio.sleep(SHOUT_EVERY)  # noqa: TID251 (at most one shout a second)
            self._wake.clear()
            if not (self._news or listener.broken):
                with suppress(TimeoutError):
                    async with asyncio.timeout(COMPARE_EVERY):
                        await self._wake.wait()

    def _shout(self, transport: asyncio.DatagramTransport) -> None:
        for own in (*(each for each in self._networks or () if each.is_ipv4), sockets.LOOPBACK):
            transport.sendto(SHOUT, (sockets.broadcast_addresses(own)[0], sockets.SHOUT_PORT))

    def answer_to(self, data: bytes, asker: Asker) -> bytes | None:
        """The answer to a datagram, which counts as sent; None if it gets none."""
        nonce = read_query(data)
        now = self._clock()
        if nonce is None or not self._near(asker) or self._answered.get(asker, (b"", 0.0))[0] == nonce:
            return None
        if not self._rate_limit.allow(asker[0], now):
            return None
        self._answered[asker] = (nonce, now)
        self._answered.move_to_end(asker)
        if len(self._answered) > MAX_ASKERS:
            self._answered.popitem(last=False)
        return answer(nonce, *self._current())

    def _hear(self, data: bytes, asker: Asker) -> None:
        if self._transport is not None and (said := self.answer_to(data, asker)):
            self._transport.sendto(said, asker)

    def _say_goodbye(self) -> None:
        if self._transport is None:
            return
        advert, _port = self._current()
        for asker, (nonce, at) in self._answered.items():
            if self._clock() - at <= GOODBYE_WITHIN:
                self._transport.sendto(answer(nonce, advert, GONE), asker)

    def _near(self, asker: Asker) -> bool:
        """Whether the address can be in a local network: nobody else is ever answered."""
        here = not ip_address(asker[0]).is_global or any(each.reaches(asker[0]) for each in self._networks or ())
        return here and asker[1] != 0

"""A table's answers to UDP queries."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, Self

from sixqp_protocol.text import clean
from sixqp_tui.discovery import sockets
from sixqp_tui.discovery.addresses import WATCH_EVERY, NetworkWatch, OwnAddress, machine_addresses
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.datagrams import GONE, SHOUT, TO_EVERYBODY, RateLimit, answer, read_query
from sixqp_tui.discovery.zeroconf_service import RETRY_AFTER, DiscoveryProblem

MAX_ASKERS: Final = 64
"""The latest askers, who hear of changes."""
GOODBYE_WITHIN: Final = 60.0
"""Seconds after a query in which its asker hears that the table is gone."""
SHOUT_EVERY: Final = 1.0
"""The minimum seconds between two shouts, or two answers to everybody."""

Asker = tuple[str, int]


class Responder:
    """`async with Responder(current):` answers in the background; `current` returns the table and its port.

    `problem` says why nothing is answered now. The same query is answered once, however it arrived. The table
    shouts into every network at the start, and when the addresses change or the machine wakes up.
    If an asker may get no answer, a broadcast answers everybody.
    """

    def __init__(
        self,
        current: Callable[[], tuple[Advertisement, int]],
        port: int = sockets.QUERY_PORT,
        own: Callable[[], tuple[OwnAddress, ...]] = machine_addresses,
        clock: Callable[[], float] = time.monotonic,
        retry_after: float = RETRY_AFTER,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self.problem: DiscoveryProblem | None = None
        self._current, self._port, self._clock = current, port, clock
        self._retry_after = retry_after
        self._networks = NetworkWatch(own, wall_clock)
        self._unanswered: set[OwnAddress] = set()
        self._rate_limit = RateLimit()
        self._answered: OrderedDict[Asker, tuple[bytes, float]] = OrderedDict()
        self._transport: asyncio.DatagramTransport | None = None
        self._listener: sockets.DatagramListener | None = None
        self._wake, self._news = asyncio.Event(), True
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
            self.problem, self._transport, self._listener = None, transport, listener
            try:
                await self._until_broken(listener)
            except asyncio.CancelledError:
                self._say_goodbye()
                raise
            finally:
                transport.close()
                self._transport = None

    async def _until_broken(self, listener: sockets.DatagramListener) -> None:
        while not listener.broken:
            if self._networks.changed() or self._news:
                self._news = False
                self._broadcast(SHOUT, self._reached())
                await asyncio.sleep(SHOUT_EVERY)  # noqa: TID251 (at most one shout a second)
            elif self._unanswered:
                self._broadcast(answer(TO_EVERYBODY, *self._current()), self._unanswered)
                self._unanswered = set()
                await asyncio.sleep(SHOUT_EVERY)  # noqa: TID251 (at most one answer to everybody a second)
            self._wake.clear()
            if not (self._news or self._unanswered or listener.broken):
                with suppress(TimeoutError):
                    async with asyncio.timeout(WATCH_EVERY):
                        await self._wake.wait()

    def _reached(self) -> tuple[OwnAddress, ...]:
        return (*(each for each in self._networks.addresses if each.is_ipv4), sockets.LOOPBACK)

    def _broadcast(self, data: bytes, networks: Iterable[OwnAddress]) -> None:
        """Send this into these networks, by a new socket: the other may be blocked by forged senders."""
        with suppress(OSError), sockets.open_query_socket("") as sock:
            for own in networks:
                with suppress(OSError):
                    sock.sendto(data, (sockets.broadcast_addresses(own)[0], sockets.SHOUT_PORT))

    def answer_to(self, data: bytes, asker: Asker) -> bytes | None:
        """The answer to a datagram, which counts as sent; None if it gets none."""
        nonce = read_query(data)
        now = self._clock()
        here = self._networks_of(asker)
        if nonce is None or asker[1] == 0 or not (here or not ip_address(asker[0]).is_global):
            return None
        if self._answered.get(asker, (b"", 0.0))[0] == nonce:
            return None
        # All askers outside the own networks share one ration: forged ones may be any number.
        if not self._rate_limit.allow(asker[0] if here else "", now):
            self._pass_over(here)
            return None
        self._answered[asker] = (nonce, now)
        self._answered.move_to_end(asker)
        if len(self._answered) > MAX_ASKERS:
            self._answered.popitem(last=False)
        return answer(nonce, *self._current())

    def _hear(self, data: bytes, asker: Asker) -> None:
        said = self.answer_to(data, asker)
        if said is None or self._transport is None or self._listener is None:
            return
        # Answers to forged senders wait seconds for hosts that don't exist, and would hold up all others.
        if self._listener.full:
            self._pass_over(self._networks_of(asker))
        else:
            self._transport.sendto(said, asker)

    def _networks_of(self, asker: Asker) -> tuple[OwnAddress, ...]:
        return tuple(each for each in self._reached() if each.reaches(asker[0]))

    def _pass_over(self, networks: Iterable[OwnAddress]) -> None:
        self._unanswered.update(networks)
        self._wake.set()

    def _say_goodbye(self) -> None:
        if self._transport is None:
            return
        advert, _port = self._current()
        self._broadcast(answer(TO_EVERYBODY, advert, GONE), self._reached())
        for asker, (nonce, at) in self._answered.items():
            if self._clock() - at <= GOODBYE_WITHIN:
                self._transport.sendto(answer(nonce, advert, GONE), asker)

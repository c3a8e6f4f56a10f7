"""A browser's connection, counted from its first byte on."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.server import ServerConnection

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.gateways.common.limits import AddressLimits
from sixqp_tui.gateways.page.frame_counter import FrameCounter
from sixqp_tui.host.network.connection_limits import ByteLimit, address_allowances
from sixqp_tui.host.network.port import send_at_once


@dataclass(frozen=True)
class Guard:
    """What all connections of one port share. Beyond `most`, one that isn't `needed` is cut."""

    connections: AddressLimits[ServerConnection]
    most: int
    needed: Callable[[], Collection[ServerConnection]]
    clock: Callable[[], float]
    allowances: TokenBuckets[str] = field(default_factory=address_allowances)


class CountedConnection(ServerConnection):
    """A connection that is cut before the excess is answered, as the table cuts its own."""

    guard: Guard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        send_at_once(transport.get_extra_info("socket"))
        guard, self._tcp = self.guard, transport
        address, now = address_of(transport.get_extra_info("peername")), guard.clock()
        self._bytes, self._frames = ByteLimit(guard.allowances, address, now), FrameCounter()
        super().connection_made(transport)
        if not guard.connections.add(self, address, now):
            transport.abort()
        elif surplus := guard.connections.surplus(guard.most, guard.needed()):
            assert isinstance(surplus, CountedConnection)
            surplus.cut()

    def cut(self) -> None:
        self._tcp.abort()

    def data_received(self, data: bytes) -> None:
        now = self.guard.clock()
        if self._bytes.received(len(data), now) and self._bytes.stepped(
            self._frames.count(data, self._bytes.steps_left(now)), now
        ):
            super().data_received(data)
        else:
            self._tcp.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.connections.remove(self)
        super().connection_lost(exc)


def guarded(guard_of_port: Guard) -> type[ServerConnection]:
    class GuardedConnection(CountedConnection):
        guard = guard_of_port

    return GuardedConnection


def address_of(peer: tuple[Any, ...] | None) -> str:
    """The address in a socket's peer name, without the prefix of IPv4-mapped IPv6; "" if the peer is gone."""
    return str(peer[0]).removeprefix("::ffff:") if peer else ""

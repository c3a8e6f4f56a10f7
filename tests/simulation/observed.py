"""The shipped parts under observation: what they do is told to the checker, and they do nothing otherwise."""

import asyncio
from collections.abc import Callable, Iterable
from functools import lru_cache
from random import Random

from simulation.event_loop import ProcessLoop
from simulation.invariants import Checker

from sixqp_protocol.codec import decode_host
from sixqp_protocol.messages import ClientMessage, Way
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.client.events import Welcomed
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Session
from sixqp_tui.host.commands import Command, Effect, Setup
from sixqp_tui.host.network.connection import Transport
from sixqp_tui.host.room import Room
from sixqp_tui.host.state import RoomLimits

decode = lru_cache(512)(decode_host)
"""What a message of the table says: many are told the same, and it is decoded once for all of them."""
STEPS = 10
"""To send something counts as this many steps of its process: it is seen outside."""


def _alive() -> bool:
    """Whether this runs in a living process, and not in one that is unwound."""
    loop = asyncio.get_running_loop()
    return isinstance(loop, ProcessLoop) and loop.alive


class ObservedRoom(Room):
    """A room whose every step is looked at. `served`: a server has it, and must wake it in time."""

    served = False

    def __init__(
        self,
        setup: Setup,
        draw_key: Callable[[], bytes],
        seeds: Callable[[int], str],
        journal: Callable[[Command], None],
        checker: Checker,
        limits: RoomLimits,
    ) -> None:
        self._checker = checker
        self._due: float | None = None

        def keep(accepted: Command) -> None:
            if _alive():
                checker.accepted(accepted)
            journal(accepted)

        super().__init__(setup, draw_key, seeds, keep, limits=limits)

    def resume(self, commands: Iterable[Command], now: float) -> None:
        super().resume(commands, now)
        self._checker.opened(self)
        self._due = None

    def handle(
        self, peer: int, message: ClientMessage, now: float, address: str | None = None, way: Way | None = None
    ) -> list[Effect]:
        if not _alive():
            return super().handle(peer, message, now, address, way)
        self._checker.note("hears", peer, message)
        self._demand_woken(now)
        woken = self.wake(now) if self._due is not None and self._due <= now else []
        before = self._checker.picture_for_refusal()
        effects = super().handle(peer, message, now, address, way)
        self._checker.answered(peer, message, effects, before)
        return [*woken, *self._seen(effects)]

    def bad_message(self, peer: int, now: float) -> list[Effect]:
        self._demand_woken(now)
        return self._seen(super().bad_message(peer, now))

    def gone(self, peer: int, now: float) -> list[Effect]:
        self._demand_woken(now)
        return self._seen(super().gone(peer, now))

    def drained(self, peer: int, now: float) -> list[Effect]:
        self._demand_woken(now)
        return self._seen(super().drained(peer, now))

    def wake(self, now: float) -> list[Effect]:
        self._demand_woken(now)
        return self._seen(super().wake(now))

    def _demand_woken(self, now: float) -> None:
        if self.served and self._due is not None:
            self._checker.woken(self._due, now)

    def _seen(self, effects: list[Effect]) -> list[Effect]:
        if _alive():
            self._checker.look()
            self._checker.held(effects)
            self._due = self.next_moment
        return effects


class ObservedTransport:
    """A transport of the server: nothing leaves the table by it unseen. `number` tells that of its connection."""

    def __init__(
        self, inner: Transport, number: Callable[[Transport], int], checker: Checker, loop: ProcessLoop
    ) -> None:
        self._inner, self._number, self._checker, self._loop = inner, number, checker, loop
        self._peer: int | None = None

    @property
    def all_read(self) -> bool:
        return self._inner.all_read

    @property
    def writable(self) -> bool:
        return self._inner.writable

    def write(self, data: bytes) -> None:
        """Hand a message over at once."""
        self._observe(data)
        self._inner.write(data)

    async def send(self, data: bytes) -> None:
        """Hand a message over. Raises ConnectionError."""
        self._observe(data)
        await self._inner.send(data)

    def _observe(self, data: bytes) -> None:
        if self._loop.alive:
            if self._peer is None:
                self._peer = self._number(self)
            self._checker.released(self._peer, decode(data))
            self._loop.take_step(STEPS)

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionError."""
        return await self._inner.recv()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End the line."""
        if self._loop.alive and self._peer is not None:
            self._checker.closed(self._peer, code)
        await self._inner.close(code, reason)


class ObservedSession(Session):
    """A session that says what it has heard."""

    def __init__(self, link: Link, identity: Identity, rng: Random, checker: Checker) -> None:
        super().__init__(link, identity, random=rng)
        self._conversation = _ObservedConversation(self.identity, checker)

    @property
    def conversation(self) -> Conversation:
        return self._conversation


class _ObservedConversation(Conversation):
    def __init__(self, identity: Identity, checker: Checker) -> None:
        super().__init__(identity, "simulation")
        assert identity.key is not None
        self._key, self._checker = identity.key.public, checker
        self._brought = self._void = False

    def begin_connection(self, certificate: bytes | None = None) -> bytes:
        self._brought, self._void = self.have > 0, False
        return super().begin_connection(certificate)

    def receive(self, data: bytes) -> Received:
        received = super().receive(data)
        if _alive():
            self._void = self._void or (self._brought and _anew(received))
            message = decode(data)
            self._checker.heard(self, self._key, message, received, self._void)
        return received


def _anew(received: Received) -> bool:
    return any(isinstance(event, Welcomed) and event.restarted for event in received.events)

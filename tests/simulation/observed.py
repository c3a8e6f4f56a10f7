"""The shipped parts under observation: what they do is told to the checker, and they do nothing otherwise."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random

from simulation.invariants import LATE, Checker
from simulation.processes import Process, is_alive

from sixqp_protocol.codec import decode_host
from sixqp_protocol.messages import ClientMessage, Way
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.client.events import Welcomed
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Session
from sixqp_tui.host.commands import Command, Send, Services, Setup
from sixqp_tui.host.network.connection import Transport
from sixqp_tui.host.room import Room

decode = lru_cache(512)(decode_host)
"""What a message of the table says: many are told the same, and it is decoded once for all of them."""
STEPS = 10
"""To send something counts as this many steps of its process: it is seen outside."""


class ObservedRoom(Room):
    """A room whose every step is looked at. `served`: a server has it, and must wake it in time."""

    served = False

    def __init__(self, setup: Setup, services: Services, checker: Checker) -> None:
        self._checker, self._append = checker, services.journal
        self._due: float | None = None
        super().__init__(setup, replace(services, journal=self._keep))

    def _keep(self, accepted: Command) -> None:
        if is_alive():
            self._checker.accept(accepted)
        assert self._append
        self._append(accepted)
        if is_alive():
            self._checker.written()

    def receive(
        self, number: int, message: ClientMessage, address: str | None = None, way: Way | None = None
    ) -> None:
        if is_alive():
            self._checker.note("hears", number, message)
        super().receive(number, message, address, way)

    def step(self, now: float, act: Callable[[], None] = lambda: None) -> list[Send]:
        if self.served and self._due is not None and is_alive():
            self._checker.demand(now <= self._due + LATE, "not woken in time:", self._due)
        sent = super().step(now, act)
        if is_alive():
            self._checker.look(self, sent)
        self._due = self.next_moment
        return sent


class ObservedTransport:
    """A transport of the server: nothing leaves the table by it unseen. `number` tells that of its connection."""

    def __init__(
        self, inner: Transport, number: Callable[[Transport], int], checker: Checker, process: Process
    ) -> None:
        self._inner, self._number, self._checker, self._process = inner, number, checker, process

    @property
    def all_read(self) -> bool:
        return self._inner.all_read

    @property
    def writable(self) -> bool:
        return self._inner.writable

    def write(self, data: bytes) -> None:
        self._observe(data)
        self._inner.write(data)

    async def send(self, data: bytes) -> None:
        self._observe(data)
        await self._inner.send(data)

    def _observe(self, data: bytes) -> None:
        if self._process.alive:
            self._checker.released(self._number(self), decode(data))
            self._process.take_steps(STEPS)

    async def recv(self) -> bytes:
        return await self._inner.recv()

    async def close(self, code: int = 1000, reason: str = "") -> None:
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
        self._checker = checker
        self._brought = self._void = False

    def begin_connection(self, certificate: bytes | None = None) -> bytes:
        self._brought, self._void = self.have > 0, False
        return super().begin_connection(certificate)

    def receive(self, data: bytes) -> Received:
        received = super().receive(data)
        if is_alive():
            anew = any(isinstance(event, Welcomed) and event.restarted for event in received.events)
            self._void = self._void or (self._brought and anew)
            self._checker.heard(self, decode(data), received, self._void)
        return received

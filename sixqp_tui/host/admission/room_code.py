"""The lock of a table: newcomers must first prove the room code (`SPEC.md`, 3.4)."""

from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from math import ceil

from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted, Hello
from sixqp_protocol.pairing import Draw, HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.room_code import LETTERS, draw_code
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.host.participants import Machine, PendingAuth
from sixqp_tui.host.state import State

TRIES = 5
"""Wrong codes that one machine may try in a row; people mistype once or twice."""
PAUSE = 30.0
"""Seconds until a machine gets another try, which makes 1,445 in twelve hours."""
CODES_FOR_ONE_GUESS = 1_000
"""A code is replaced after one wrong code for every thousand possible ones, so nobody guesses it with a probability
above 1/1000. A drawn code has 27 bits and survives 113,378 wrong ones.
"""
WITHIN = 5.0
"""Seconds to prove the code."""
PENDING = 8
"""Newcomers who may try at the same time; another one displaces the oldest of the busiest machine."""
OF_MACHINE_RATE, OF_MACHINE_BURST = 2.0, 8.0
"""Newcomers of one machine, per second and at once, at up to 20 ms of work each. Ten people behind one address are
in after two seconds.
"""
RATE, BURST = 8.0, 24.0
"""The same for all machines, a sixth of a core."""
RESERVED_RATE, RESERVED_BURST = 4.0, 12.0
"""More of them for machines that haven't asked recently, so that persistent ones can't use these up."""


def network_of(address: str) -> str:
    """An IPv4 address itself, or the /64 of an IPv6 address, all of which one machine may use."""
    ip = ip_address(address.partition("%")[0])
    return address if ip.version == 4 or ip.is_loopback else str(ip_network((ip, 64), strict=False))


def machine_of(address: str | None, ethernet_address: Callable[[str], bytes | None]) -> Machine:
    """Identifies a machine for limits: by its Ethernet address, or else its `network_of`."""
    return address and (ethernet_address(address) or network_of(address))


class Lock:
    """The current room code and every machine's tries; it outlives the room's state.

    `certificate` is the SHA-256 of the host's certificate. `draw` returns random bytes. `ethernet_address` returns
    that of a neighbour by IP address, or None.
    """

    def __init__(
        self,
        code: str,
        certificate: bytes,
        draw: Draw,
        ethernet_address: Callable[[str], bytes | None] = lambda address: None,
    ) -> None:
        self.code = code
        self.on_change: Callable[[str], None] = lambda code: None
        self._certificate, self._draw, self._ethernet_address = certificate, draw, ethernet_address
        self._tries: TokenBuckets[Machine] = TokenBuckets(1 / PAUSE, TRIES)
        self._asked_of: TokenBuckets[Machine] = TokenBuckets(OF_MACHINE_RATE, OF_MACHINE_BURST)
        self._asked = TokenBucket(RATE, BURST)
        self._reserved = TokenBucket(RESERVED_RATE, RESERVED_BURST)
        self._wrong_codes = 0

    def ask(self, state: State, number: int, hello: Hello, address: str | None) -> None:
        machine = machine_of(address, self._ethernet_address)
        if (left := self._tries.of(machine, state.now).wait(state.now)) > 0:
            _pause(state, number, left)
        elif (left := self._take_turn(machine, state.now)) > 0:
            state.dismiss(number, Farewell.RESTART, retry_after=ceil(left * 1000))
        else:
            if len(state.newcomers) >= PENDING:
                _displace_newcomer(state)
            pairing = HostPairing(self.code, self._certificate, self._draw)
            state.newcomers[number] = PendingAuth(hello, machine, pairing, state.now + WITHIN)
            state.send(number, CodeWanted(pairing.share))

    def _take_turn(self, machine: Machine, now: float) -> float:
        own = self._asked_of.of(machine, now)
        shared = self._reserved if own.full(now) and self._reserved.has(now) else self._asked
        if (left := max(own.wait(now), shared.wait(now))) <= 0:
            own.take(now)
            shared.take(now)
        return left

    def verify(self, state: State, number: int, given: CodeGiven) -> Hello | None:
        """The newcomer's Hello if they have proved the code; each connection has one try."""
        newcomer = state.newcomers.pop(number)
        proof = newcomer.pairing.verify(given.share, given.proof)
        if proof is None:
            self._count(state, number, newcomer.machine)
            return None
        state.send(number, CodeProved(proof))
        return newcomer.hello

    def _count(self, state: State, number: int, machine: Machine) -> None:
        tries = self._tries.of(machine, state.now)
        tries.take(state.now)
        if (left := tries.wait(state.now)) <= 0:
            state.dismiss(number, Farewell.WRONG_CODE)
        else:
            waiting = [each for each, newcomer in state.newcomers.items() if newcomer.machine == machine]
            for each in (number, *waiting):
                _pause(state, each, left)
        self._wrong_codes += 1
        if self._wrong_codes >= len(LETTERS) ** len(self.code) // CODES_FOR_ONE_GUESS:
            self._replace_code(state)

    def _replace_code(self, state: State) -> None:
        """Draw a new code; newcomers who were asked for the old one may still prove that."""
        self._wrong_codes = 0
        self.code = state.code = draw_code(self._draw)
        state.announce()
        self.on_change(self.code)


def _pause(state: State, number: int, seconds: float) -> None:
    state.dismiss(number, Farewell.CODES_PAUSED, retry_after=ceil(seconds * 1000))


def _displace_newcomer(state: State) -> None:
    crowd = Counter(newcomer.machine for newcomer in state.newcomers.values())
    most = max(crowd, key=crowd.__getitem__)
    oldest = next(number for number, newcomer in state.newcomers.items() if newcomer.machine == most)
    state.dismiss(oldest, Farewell.TOO_LATE)


def expire(state: State) -> None:
    for number, newcomer in tuple(state.newcomers.items()):
        if newcomer.deadline <= state.now:
            state.dismiss(number, Farewell.TOO_LATE)


def next_expiry(state: State) -> float | None:
    return min((newcomer.deadline for newcomer in state.newcomers.values()), default=None)

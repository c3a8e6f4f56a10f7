"""The lock of a table: newcomers must prove the room code first (`SPEC.md`, Room codes)."""

from collections import Counter
from collections.abc import Callable
from math import ceil

from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted, Hello
from sixqp_protocol.pairing import Draw, HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.room_code import draw_code
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.host.participants import PendingAuth
from sixqp_tui.host.state import State

TRIES = 5
"""Wrong codes that one address may try at once; people mistype a code once or twice."""
PAUSE = 30.0
"""Seconds until an address without tries gets another one: 1,440 in twelve hours, of a thousand million codes.
After a new code, the lock accepts none from anybody for as long."""
ADDRESSES = 4
"""Addresses without tries that make the lock draw a new code, because that many people don't mistype."""
WITHIN = 5.0
"""Seconds that a newcomer has to prove the code."""
PENDING = 8
"""Newcomers who may try at the same time; one more displaces the oldest of the busiest address."""
OF_ADDRESS_RATE, OF_ADDRESS_BURST = 2.0, 8.0
"""Newcomers of one address, a second and at once. Each costs up to 20 ms of work; ten people behind one address are
all in after two seconds."""
RATE, BURST = 8.0, 24.0
"""The same for all addresses: a sixth of a core."""
SINCE = 2
"""The first MINOR version that can prove a code."""


class Lock:
    """The current room code and the tries of every address; it outlives the room's state.

    `certificate` is the SHA-256 of the host's certificate. `draw` returns random bytes.
    """

    def __init__(self, code: str, certificate: bytes, draw: Draw) -> None:
        self.code = code
        self.on_change: Callable[[str], None] = lambda code: None
        self._certificate, self._draw = certificate, draw
        self._tries: TokenBuckets[str | None] = TokenBuckets(1 / PAUSE, TRIES)
        self._spent: set[str | None] = set()
        self._asked_of: TokenBuckets[str | None] = TokenBuckets(OF_ADDRESS_RATE, OF_ADDRESS_BURST)
        self._asked = TokenBucket(RATE, BURST)
        self._paused_until = float("-inf")

    def ask(self, state: State, number: int, hello: Hello, address: str | None) -> None:
        """Ask a newcomer for the code, or say goodbye if the lock accepts none now."""
        if hello.version[1] < SINCE:
            state.dismiss(number, Farewell.VERSION)
        elif (left := self._pause_left(address, state.now)) > 0:
            _pause(state, number, left)
        elif (left := self._busy_for(address, state.now)) > 0:
            state.dismiss(number, Farewell.RESTART, retry_after=ceil(left * 1000))
        else:
            self._asked_of.of(address, state.now).take(state.now)
            self._asked.take(state.now)
            if len(state.newcomers) >= PENDING:
                _displace_newcomer(state)
            pairing = HostPairing(self.code, self._certificate, self._draw)
            state.newcomers[number] = PendingAuth(hello, address, pairing, state.now + WITHIN)
            state.send(number, CodeWanted(pairing.share))

    def _pause_left(self, address: str | None, now: float) -> float:
        return max(self._paused_until - now, self._tries.of(address, now).wait(now))

    def _busy_for(self, address: str | None, now: float) -> float:
        return max(self._asked_of.of(address, now).wait(now), self._asked.wait(now))

    def verify(self, state: State, number: int, given: CodeGiven) -> Hello | None:
        """The newcomer's Hello if they have proved the code; a connection has only one try."""
        newcomer = state.newcomers.pop(number)
        proof = newcomer.pairing.verify(given.share, given.proof)
        if proof is None:
            self._count(state, number, newcomer.address)
            return None
        state.send(number, CodeProved(proof))
        return newcomer.hello

    def _count(self, state: State, number: int, address: str | None) -> None:
        self._tries.of(address, state.now).take(state.now)
        left = self._pause_left(address, state.now)
        if left <= 0:
            state.dismiss(number, Farewell.WRONG_CODE)
            return
        self._spent.add(address)
        if len(self._spent) < ADDRESSES:
            waiting = [each for each, newcomer in state.newcomers.items() if newcomer.address == address]
        else:
            waiting, left = list(state.newcomers), PAUSE
            self._renew(state)
        for each in (number, *waiting):
            _pause(state, each, left)

    def _renew(self, state: State) -> None:
        self._spent.clear()
        self._paused_until = state.now + PAUSE
        self.code = state.code = draw_code(self._draw)
        state.announce()
        self.on_change(self.code)


def _pause(state: State, number: int, seconds: float) -> None:
    state.dismiss(number, Farewell.CODES_PAUSED, retry_after=ceil(seconds * 1000))


def _displace_newcomer(state: State) -> None:
    crowd = Counter(newcomer.address for newcomer in state.newcomers.values())
    most = max(crowd, key=crowd.__getitem__)
    oldest = next(number for number, newcomer in state.newcomers.items() if newcomer.address == most)
    state.dismiss(oldest, Farewell.TOO_LATE)


def expire(state: State) -> None:
    for number, newcomer in tuple(state.newcomers.items()):
        if newcomer.deadline <= state.now:
            state.dismiss(number, Farewell.TOO_LATE)


def next_expiry(state: State) -> float | None:
    return min((newcomer.deadline for newcomer in state.newcomers.values()), default=None)

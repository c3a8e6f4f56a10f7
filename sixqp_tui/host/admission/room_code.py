"""The lock of a table: newcomers prove the room code before they hear of the table (`SPEC.md`, Room codes)."""

from collections import Counter
from collections.abc import Callable
from math import ceil

from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted, Hello
from sixqp_protocol.pairing import Draw, HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.room_code import draw_code
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.host.admission.pending_auth import PendingAuth
from sixqp_tui.host.state import State

TRIES = 5
"""Wrong codes of one address at once: a code is short, and typed wrongly once or twice."""
PAUSE = 30.0
"""Seconds until an address that has used up its tries has another one: 1,440 in an evening of twelve hours, of a
thousand million codes. It is also for how long no code is taken from anybody when there is a new one."""
ADDRESSES = 4
"""So many addresses use up their tries, and a new code is drawn: that is no longer somebody who mistypes."""
WITHIN = 5.0
"""Seconds that a newcomer has to prove the code."""
PENDING = 8
"""So many newcomers may be at it; for one more, the oldest of the address that has the most has to go."""
OF_ADDRESS_RATE, OF_ADDRESS_BURST = 2.0, 8.0
"""Newcomers of one address that are asked a second, and at once: each costs the table up to 20 ms. Ten who come
together from behind one address are all in after two seconds."""
RATE, BURST = 8.0, 24.0
"""The same of all addresses: a sixth of a core, and three addresses that do what they can."""
SINCE = 2
"""The MINOR from which an end can prove a code."""


class Lock:
    """The room code that counts now; it outlasts the room's memory.

    `certificate` is the SHA-256 of the host's; `draw` gives random bytes; `changed` is told of every new code.
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
        """Ask a newcomer from this address for the code, or say goodbye where none can be taken now."""
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
                _make_room(state)
            pairing = HostPairing(self.code, self._certificate, self._draw)
            state.newcomers[number] = PendingAuth(hello, address, pairing, state.now + WITHIN)
            state.send(number, CodeWanted(pairing.share))

    def _pause_left(self, address: str | None, now: float) -> float:
        return max(self._paused_until - now, self._tries.of(address, now).wait(now))

    def _busy_for(self, address: str | None, now: float) -> float:
        return max(self._asked_of.of(address, now).wait(now), self._asked.wait(now))

    def verify(self, state: State, number: int, given: CodeGiven) -> Hello | None:
        """The Hello of whoever was asked, once the code is proved; the only try of this connection otherwise."""
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


def _make_room(state: State) -> None:
    """Say goodbye to the oldest newcomer of the address that has the most of them."""
    crowd = Counter(newcomer.address for newcomer in state.newcomers.values())
    most = max(crowd, key=crowd.__getitem__)
    oldest = next(number for number, newcomer in state.newcomers.items() if newcomer.address == most)
    state.dismiss(oldest, Farewell.TOO_LATE)


def expire(state: State) -> None:
    """Say goodbye to those who were asked for the code and have not answered in time."""
    for number, newcomer in tuple(state.newcomers.items()):
        if newcomer.until <= state.now:
            state.dismiss(number, Farewell.TOO_LATE)


def awaited_until(state: State) -> float | None:
    """When somebody's time for the code is over; None where nobody was asked."""
    return min((newcomer.until for newcomer in state.newcomers.values()), default=None)

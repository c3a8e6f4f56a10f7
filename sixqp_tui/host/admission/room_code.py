"""The lock of a table: newcomers prove the room code before they hear of the table (`SPEC.md`, Room codes)."""

from collections.abc import Callable

from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted, Hello
from sixqp_protocol.pairing import Draw, HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.room_code import draw_code
from sixqp_tui.host.admission.pending_auth import PendingAuth
from sixqp_tui.host.state import State

TRIES = 5
"""So many wrong codes, from whomever, and a new one is drawn."""
PAUSE = 30.0
"""Seconds after that in which no code is taken."""
WITHIN = 5.0
"""Seconds that a newcomer has to prove the code."""
AT_ONCE = 8
"""So many newcomers may be at it; one more takes the place of the oldest."""
EVERY = 0.25
"""Seconds for one newcomer to be asked, after `AT_ONCE` without a wait: each costs the table some milliseconds."""
SINCE = 2
"""The MINOR from which an end can prove a code."""


class Lock:
    """The room code that counts now; it outlasts the room's memory.

    `certificate` is the SHA-256 of the host's; `draw` gives random bytes; `changed` is told of every new code.
    """

    def __init__(self, code: str, certificate: bytes, draw: Draw) -> None:
        self.code = code
        self.changed: Callable[[str], None] = lambda code: None
        self._certificate, self._draw = certificate, draw
        self._wrong = 0
        self._paused_until = self._free_at = float("-inf")

    def ask(self, state: State, number: int, hello: Hello) -> None:
        """Ask a newcomer for the code, or say goodbye where none can be taken now."""
        if hello.version[1] < SINCE:
            state.dismiss(number, Farewell.VERSION)
        elif state.now < self._paused_until:
            self._pause(state, number)
        elif self._free_at > state.now + EVERY * AT_ONCE:
            state.dismiss(number, Farewell.RESTART, retry_after=round(EVERY * AT_ONCE * 1000))
        else:
            self._free_at = max(self._free_at, state.now) + EVERY
            if len(state.newcomers) >= AT_ONCE:
                state.dismiss(next(iter(state.newcomers)), Farewell.TOO_LATE)
            pairing = HostPairing(self.code, self._certificate, self._draw)
            state.newcomers[number] = PendingAuth(hello, pairing, state.now + WITHIN)
            state.send(number, CodeWanted(pairing.share))

    def answered(self, state: State, number: int, given: CodeGiven) -> Hello | None:
        """The Hello of whoever was asked, once the code is proved; the only try of this connection otherwise."""
        newcomer = state.newcomers.pop(number)
        proof = newcomer.pairing.verify(given.share, given.proof)
        if proof is None:
            self._count(state, number)
            return None
        state.send(number, CodeProved(proof))
        return newcomer.hello

    def _count(self, state: State, number: int) -> None:
        self._wrong += 1
        if self._wrong < TRIES:
            state.dismiss(number, Farewell.WRONG_CODE)
            return
        self._wrong, self._paused_until = 0, state.now + PAUSE
        self.code = state.code = draw_code(self._draw)
        for each in (number, *state.newcomers):
            self._pause(state, each)
        state.announce()
        self.changed(self.code)

    def _pause(self, state: State, number: int) -> None:
        left = round((self._paused_until - state.now) * 1000)
        state.dismiss(number, Farewell.CODES_PAUSED, retry_after=left)


def expire(state: State) -> None:
    """Say goodbye to those who were asked for the code and have not answered in time."""
    for number, newcomer in tuple(state.newcomers.items()):
        if newcomer.until <= state.now:
            state.dismiss(number, Farewell.TOO_LATE)


def awaited_until(state: State) -> float | None:
    """When somebody's time for the code is over; None where nobody was asked."""
    return min((newcomer.until for newcomer in state.newcomers.values()), default=None)

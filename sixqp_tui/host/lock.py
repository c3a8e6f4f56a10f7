"""The lock of a table: newcomers must first prove the room code (`SPEC.md`, Room codes)."""

from dataclasses import dataclass
from math import ceil

from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted, Hello
from sixqp_protocol.pairing import Draw, HostPairing
from sixqp_tui.engine.token_bucket import TokenBuckets

TRIES = 5
"""Wrong codes that one address may try in a row; people mistype once or twice."""
PAUSE = 30.0
"""Seconds until an address gets another try, which makes 1,445 in twelve hours."""
WITHIN = 5.0
"""Seconds to prove the code."""


@dataclass(frozen=True, slots=True)
class OpenTry:
    """A newcomer who must prove the room code before `deadline`."""

    hello: Hello
    address: str | None
    pairing: HostPairing
    deadline: float


class Lock:
    """The room code, the newcomers who are `asked` for it, by their connections, and each address's wrong codes.

    `certificate` is the SHA-256 of the host's certificate. `pauses` counts how often wrong codes paused an address.
    """

    def __init__(self, code: str, certificate: bytes, draw: Draw) -> None:
        self.code = code
        self.asked: dict[int, OpenTry] = {}
        self.pauses = 0
        self._certificate, self._draw = certificate, draw
        self._tries: TokenBuckets[str | None] = TokenBuckets(1 / PAUSE, TRIES)

    def is_busy(self, address: str | None) -> bool:
        return any(each.address == address for each in self.asked.values())

    def wait(self, address: str | None, now: float) -> int:
        """The milliseconds until this address may try; 0 if it may now."""
        return ceil(self._tries.of(address, now).wait(now) * 1000)

    def ask(self, number: int, hello: Hello, address: str | None, now: float) -> CodeWanted:
        pairing = HostPairing(self.code, self._certificate, self._draw)
        self.asked[number] = OpenTry(hello, address, pairing, now + WITHIN)
        return CodeWanted(pairing.share)

    def verify(self, number: int, given: CodeGiven, now: float) -> CodeProved | int:
        """The own proof, or after a wrong code the milliseconds until the address may try again."""
        newcomer = self.asked.pop(number)
        proof = newcomer.pairing.verify(given.share, given.proof)
        if proof is not None:
            return CodeProved(proof)
        self._tries.of(newcomer.address, now).take(now)
        wait = self.wait(newcomer.address, now)
        self.pauses += wait > 0
        return wait

"""The specified random numbers: one seed gives the same game in any language (`SPEC.md`, Shuffle)."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from struct import Struct

_WORDS = Struct(">8I")
_RANGE = 1 << 32


class SeededRandom:
    """Numbers from a seed (any text) and a purpose, by SHA-256 over a counter."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._words = _words(f"sixqp.1/{seed}/{purpose}/".encode())

    def below(self, bound: int) -> int:
        """A number from 0 to bound-1, all equally likely; the incomplete last stretch is rejected."""
        fair = _RANGE - _RANGE % bound
        word = next(self._words)
        while word >= fair:
            word = next(self._words)
        return word % bound

    def shuffled(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in a random order (Fisher-Yates, from the last place down)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def _words(prefix: bytes) -> Iterator[int]:
    """Big-endian 32-bit words of SHA-256(prefix + 8-byte counter), counter from 0."""
    for number in count():
        yield from _WORDS.unpack(sha256(prefix + number.to_bytes(8, "big")).digest())

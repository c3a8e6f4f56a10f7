"""The specified random numbers: a seed gives the same game in any language (`SPEC.md`, Shuffle)."""

from hashlib import sha256
from itertools import chain, count
from struct import Struct

_WORDS = Struct(">8I")
_RANGE = 1 << 32


class SeededRandom:
    """Big-endian 32-bit words of SHA-256 over a seed, a purpose and a counter from 0."""

    def __init__(self, seed: str, purpose: str) -> None:
        prefix = f"sixqp.1/{seed}/{purpose}/".encode()
        hashes = (sha256(prefix + number.to_bytes(8, "big")).digest() for number in count())
        self._word = chain.from_iterable(map(_WORDS.unpack, hashes)).__next__

    def below(self, bound: int) -> int:
        """A number below the bound, all equally likely; the incomplete last stretch is rejected."""
        while True:
            word: int = self._word()
            number = word % bound
            if word - number <= _RANGE - bound:
                return number

    def shuffled(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Fisher-Yates, from the last place down."""
        order, below = list(cards), self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

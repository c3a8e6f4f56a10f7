"""How often a table answers: so many times a second in all, and fewer to any one address. No clock of its own."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

ANSWERS_A_SECOND: Final = 20.0
TO_ONE_A_SECOND: Final = 4.0
MOST_REMEMBERED: Final = 256


@dataclass
class _Bucket:
    left: float
    at: float


@dataclass
class Rates:
    """Grants answers, by two leaking buckets that hold a second's worth each; `now` in seconds, any origin."""

    in_all: float = ANSWERS_A_SECOND
    to_one: float = TO_ONE_A_SECOND
    _all: _Bucket = field(init=False)
    _each: OrderedDict[str, _Bucket] = field(init=False, default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self._all = _Bucket(self.in_all, 0.0)

    def grants(self, address: str, now: float) -> bool:
        """Whether this address may be answered now; if so, it counts as answered."""
        mine = self._each.setdefault(address, _Bucket(self.to_one, now))
        self._each.move_to_end(address)
        if len(self._each) > MOST_REMEMBERED:
            self._each.popitem(last=False)
        _refill(mine, self.to_one, now)
        _refill(self._all, self.in_all, now)
        if mine.left < 1 or self._all.left < 1:
            return False
        mine.left -= 1
        self._all.left -= 1
        return True


def _refill(bucket: _Bucket, a_second: float, now: float) -> None:
    bucket.left = min(a_second, bucket.left + max(0.0, now - bucket.at) * a_second)
    bucket.at = now

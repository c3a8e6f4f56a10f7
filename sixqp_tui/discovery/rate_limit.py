"""How many datagrams are dealt with: so many a second in all, and fewer of any one address. No clock of its own."""

from collections import OrderedDict
from typing import Final

from sixqp_tui.engine.token_bucket import TokenBucket

ANSWERS_A_SECOND: Final = 20.0
"""What a flood makes a table send at most. Six lists that are opened within one second are answered at once, the
others when they ask again."""
ANSWERS_TO_ONE_A_SECOND: Final = 4.0
"""A list asks three times in its first second, and hears one shout more."""
MAX_REMEMBERED: Final = 256
"""Addresses that are told apart: all of a home network. Whoever makes up more has no more than all may have."""


class RateLimit:
    """Allows `in_all` datagrams a second, `of_one` of them of any one address, and a second's worth at once."""

    def __init__(self, in_all: float = ANSWERS_A_SECOND, of_one: float = ANSWERS_TO_ONE_A_SECOND) -> None:
        self._of_one = of_one
        self._all = TokenBucket(in_all, in_all, 0.0)
        self._each: OrderedDict[str, TokenBucket] = OrderedDict()

    def allow(self, address: str, now: float) -> bool:
        """Whether one more of this address may be dealt with now; if so, it counts. `now` in seconds."""
        mine = self._each.setdefault(address, TokenBucket(self._of_one, self._of_one, now))
        self._each.move_to_end(address)
        if len(self._each) > MAX_REMEMBERED:
            self._each.popitem(last=False)
        return mine.has(now) and self._all.take(now) and mine.take(now)

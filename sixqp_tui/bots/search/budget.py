"""How long a search may take."""

from collections.abc import Callable, Iterable, Iterator

Budget = Callable[[], Iterable[object]]
"""Called once for each decision; the search tries a deal for each item that it yields."""


def deals(number: int) -> Budget:
    return lambda: range(number)


_FOR_DEALS = 0.92
"""The part of the time in which deals may be tried.

The rest is for the choice after them, and for a deal that takes longer than those before it."""


def seconds(limit: float, clock: Callable[[], float]) -> Budget:
    """At least one deal, and then as many as are likely to end within the limit; `clock` counts seconds.

    The time begins when a decision does. A deal is expected to take as long as the last one, or half as long as was
    expected of the last one if that is more.
    """

    def start() -> Iterator[None]:
        return _until(clock() + _FOR_DEALS * limit, clock)

    return start


def _until(end: float, clock: Callable[[], float]) -> Iterator[None]:
    now, expected = clock(), 0.0
    yield None
    while True:
        begun, now = now, clock()
        expected = max(now - begun, expected / 2)
        if now + expected >= end:
            return
        yield None

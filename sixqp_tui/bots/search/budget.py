"""How long a search may take."""

from collections.abc import Callable, Iterable, Iterator

Budget = Callable[[], Iterable[object]]
"""Called once for each decision; the search tries a deal for each item that it yields."""


def deals(number: int) -> Budget:
    return lambda: range(number)


_FOR_DEALS = 0.92
"""The part of the time for trying deals. The rest covers the final choice, and a last deal that takes longer."""


def seconds(limit: float, clock: Callable[[], float]) -> Budget:
    """At least one deal, then as many as are likely to end within the limit."""

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

"""How long a search may take."""

from collections.abc import Callable, Iterable, Iterator

Budget = Callable[[], Iterable[object]]
"""Called once for each decision; the search tries a deal for each item that it yields."""


def deals(number: int) -> Budget:
    return lambda: range(number)


def seconds(limit: float, clock: Callable[[], float]) -> Budget:
    """At least one deal, and then as many as begin within the limit; `clock` counts seconds."""

    def until_over() -> Iterator[None]:
        end = clock() + limit
        yield None
        while clock() < end:
            yield None

    return until_over

"""How fast the table shows what has happened. It may lag behind the session, never hold it up."""

from collections.abc import Callable, Sequence

from sixqp_protocol.facts import AnyFact

Pace = Callable[[Sequence[AnyFact]], int]


def at_once(outstanding: Sequence[AnyFact]) -> int:
    """How many of the facts that are not shown yet are shown now: all of them."""
    return len(outstanding)

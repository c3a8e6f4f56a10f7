"""The one gate: nothing else decides which facts a reader gets. Persons, bots and watchers stand behind it."""

from collections.abc import Iterable
from typing import cast

from sixqp_protocol.facts import AnyFact, Fact


def readable(batch: Iterable[Fact], reader: int | None) -> tuple[AnyFact, ...]:
    """The facts of a batch that this seat may read, in order; `reader` None is somebody who looks on."""
    return tuple(cast(AnyFact, fact) for fact in batch if fact.reader is None or fact.reader == reader)

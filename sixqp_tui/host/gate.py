"""The one gate: nothing else decides which facts a reader gets, person, bot or watcher; and their streams."""

from collections.abc import Sequence

from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine.game import Batch
from sixqp_tui.engine.view import View, readable


class Streams:
    """Each reader's stream; the reader is a seat, or None for everybody who looks on."""

    def __init__(self, seats: int) -> None:
        readers = (None, *range(seats))
        self._facts: dict[int | None, list[AnyFact]] = {reader: [] for reader in readers}
        self._views = {reader: (View(reader), 0) for reader in readers}

    def record(self, batch: Batch) -> None:
        """Let the batch through the gate, once for each reader."""
        for reader, facts in self._facts.items():
            facts.extend(readable(batch, reader))

    def of(self, reader: int | None) -> Sequence[AnyFact]:
        return self._facts[reader]

    def view(self, reader: int | None) -> View:
        """What this reader knows: the fold of its stream, carried on from where it was folded last."""
        view, folded = self._views[reader]
        facts = self._facts[reader]
        view = view.after(facts[folded:])
        self._views[reader] = (view, len(facts))
        return view

"""The gate: nothing else decides which facts a person, bot or watcher gets."""

from collections.abc import Sequence
from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, StoodIn
from sixqp_protocol.messages import Decision, SeatNews
from sixqp_tui.bots import standin
from sixqp_tui.bots.bot import decide
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.view import View, readable


class Streams:
    def __init__(self, seats: int) -> None:
        readers = (None, *range(seats))
        self._facts: dict[int | None, list[AnyFact]] = {reader: [] for reader in readers}
        self._views = {reader: (View(reader), 0) for reader in readers}

    def record(self, batch: Batch) -> None:
        for reader, facts in self._facts.items():
            facts.extend(readable(batch, reader))

    def of(self, reader: int | None) -> Sequence[AnyFact]:
        return self._facts[reader]

    def view(self, reader: int | None) -> View:
        view, folded = self._views[reader]
        facts = self._facts[reader]
        view = view.after(facts[folded:])
        self._views[reader] = (view, len(facts))
        return view


class EndedGame(NamedTuple):
    """A game that has ended, with its public facts and the last holders of the seats."""

    number: int
    facts: tuple[AnyFact, ...]
    seats: tuple[SeatNews, ...]


class HostedGame:
    """One game with its readers' streams; `number` counts the table's games from 1."""

    def __init__(self, number: int, seed: str, seats: int) -> None:
        self.number = number
        self.game = Game(seed)
        self.streams = Streams(seats)

    def record(self, batch: Batch, game: Game) -> None:
        self.game = game
        self.streams.record(batch)

    def decide(self, seat: int, decision: Decision, stood_in: bool = False) -> tuple[Batch, Game]:
        """To be passed to `record`.

        With `stood_in`, the stand-in decides for the seat (8.1). Raises IllegalDecision.
        """
        before: Batch = (StoodIn(seat),) if stood_in else ()
        batch, game = self.game.after(before).decide(seat, decision)
        return (*before, *batch), game

    def stand_in(self, seat: int) -> Decision:
        return decide(standin, self.streams.view(seat))

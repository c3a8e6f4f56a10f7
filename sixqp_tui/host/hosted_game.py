"""A game as the host runs it: the whole table, the readers' streams, and what a decision of a seat leads to."""

from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, StoodIn
from sixqp_protocol.messages import Decision, SeatNews
from sixqp_tui.bots import standin
from sixqp_tui.bots.bot import decide
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.host.gate import Streams


class FinishedGame(NamedTuple):
    """A game that has ended: its number, what everybody has read of it, and who held its seats in the end."""

    number: int
    facts: tuple[AnyFact, ...]
    seats: tuple[SeatNews, ...]


class HostedGame:
    """One game from its first fact to its last; `number` counts the games of the table from 1."""

    def __init__(self, number: int, seed: str, seats: int) -> None:
        self.number = number
        self.game = Game(seed)
        self.streams = Streams(seats)

    def record(self, batch: Batch, game: Game) -> None:
        """These facts have happened, and this is the game in which they have."""
        self.game = game
        self.streams.record(batch)

    def decide(self, seat: int, decision: Decision, stood_in: bool = False) -> tuple[Batch, Game]:
        """The facts that follow from a decision, and the game in which they have happened; nothing has changed yet.

        `stood_in`: the stand-in decides for the seat (8.1). Raises Denied where the decision names another moment
        than the one at hand, IllegalDecision where a rule forbids it.
        """
        before: Batch = (StoodIn(seat),) if stood_in else ()
        batch, game = self.game.after(before).decide(seat, decision)
        return (*before, *batch), game

    def stand_in(self, seat: int) -> Decision:
        """What the careful stand-in decides for a wanted seat, from no more than that seat knows (8.1)."""
        return decide(standin, self.streams.view(seat))

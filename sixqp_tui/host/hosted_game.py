"""A game as the host runs it: the whole table, the readers' streams, and how long each decision is waited for."""

from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, TakeBack
from sixqp_protocol.refusals import Refusal
from sixqp_tui.bots import standin
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.pending import CardsWanted, DraftWanted, Pending
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.host.errors import demand
from sixqp_tui.host.streams import Streams

Asked = tuple[str, int, int, int]


class HostedGame:
    """One game from its first fact to its last; `number` counts the games of the table from 1."""

    def __init__(self, number: int, seed: str, seats: int) -> None:
        self.number = number
        self.game = Game(seed)
        self.streams = Streams(seats)
        self._foreseen: tuple[Game, int, Decision, Batch] | None = None

    def record(self, batch: Batch) -> None:
        """These facts have happened."""
        self.game = self.game.after(batch)
        self.streams.record(batch)

    def outcome(self, seat: int, decision: Decision) -> Batch:
        """The facts that follow from a decision; nothing has changed yet, and asked again it costs nothing.

        Raises Denied where it names another moment than the one at hand, IllegalDecision where a rule forbids it.
        """
        known = self._foreseen
        if known and known[0] is self.game and known[1:3] == (seat, decision):
            return known[3]
        batch = self._outcome(seat, decision)
        self._foreseen = self.game, seat, decision, batch
        return batch

    def _outcome(self, seat: int, decision: Decision) -> Batch:
        table = self.game.table
        moment = table.pick if isinstance(decision, DraftCard) else table.turn
        named = decision.pick if isinstance(decision, DraftCard) else decision.turn
        demand((decision.round, named) == (table.round, moment), Refusal.STALE)
        match decision:
            case ChooseCard():
                return self.game.choose_card(seat, decision.card)
            case TakeBack():
                return self.game.take_back(seat)
            case DraftCard():
                return self.game.draft(seat, decision.card)
            case ChooseRow():
                return self.game.choose_row(seat, decision.row)

    def asked(self) -> Asked | None:
        """What names the decision at hand: it changes with each new turn, row choice and pick."""
        pending = self.game.pending
        return None if pending is None else _asked(self.game.table, pending)

    def stand_in(self, seat: int) -> Decision:
        """What the careful stand-in decides for a wanted seat, from no more than that seat knows (8.1)."""
        view = self.streams.view(seat)
        return _stand_in(view, self.game.pending)


def _asked(table: Table, pending: Pending) -> Asked:
    if isinstance(pending, CardsWanted):
        return "card", table.round, table.turn, 0
    moment = table.pick if isinstance(pending, DraftWanted) else table.turn
    return ("pick" if isinstance(pending, DraftWanted) else "row"), table.round, moment, pending.seat


def _stand_in(view: View, pending: Pending | None) -> Decision:
    table = view.table
    if isinstance(pending, CardsWanted):
        return ChooseCard(round=table.round, turn=table.turn, card=standin.card(view))
    if isinstance(pending, DraftWanted):
        return DraftCard(round=table.round, pick=table.pick, card=standin.draft(view))
    return ChooseRow(round=table.round, turn=table.turn, row=standin.row(view))

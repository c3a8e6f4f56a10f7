"""Picks the rest of a draft for a player (5.2)."""

from sixqp_protocol.messages import DraftCard
from sixqp_tui.bots.medium import Medium
from sixqp_tui.presentation.view_model import ViewModel


class DraftRest:
    """Picks for one player until the draft of the round ends, or they stop it."""

    def __init__(self) -> None:
        self._wanted: tuple[int, int] | None = None
        self._made: object = None

    def is_on(self, model: ViewModel) -> bool:
        return self._wanted == (model.game, model.table.round) and model.table.drafting

    def switch(self, model: ViewModel) -> None:
        self._wanted = None if self.is_on(model) else (model.game, model.table.round)

    def request(self, model: ViewModel) -> DraftCard | None:
        """The next pick, once for each that the reader must make; takes milliseconds."""
        if not self.is_on(model) or model.prompted != "pick" or model.moment == self._made:
            return None
        self._made = model.moment
        return DraftCard(card=Medium().draft(model.view))

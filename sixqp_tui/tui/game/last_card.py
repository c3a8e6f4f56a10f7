"""The last card of a round is laid by itself after a moment: there is nothing to choose."""

from collections.abc import Callable
from functools import partial

from textual.timer import Timer
from textual.widget import Widget

from sixqp_tui.presentation.view_model import LAST_CARD_PAUSE, Moment, ViewModel


class LastCardTimer:
    """Calls `lay` with the only card of a hand, a moment after it was asked for; once for each decision.

    A card that its player has taken back, or acts on, is left to them.
    """

    def __init__(self, owner: Widget, lay: Callable[[int], None]) -> None:
        self._owner = owner
        self._lay = lay
        self._timer: Timer | None = None
        self._moment: Moment | None = None
        self._left: Moment | None = None

    def follow(self, model: ViewModel) -> int | None:
        """The game has gone on. The card that is about to be laid; None where none is."""
        card = model.only_card if model.lays_last and model.moment != self._left else None
        moment = None if card is None else model.moment
        if moment != self._moment:
            self._stop()
            self._moment = moment
            if card is not None:
                self._timer = self._owner.set_timer(LAST_CARD_PAUSE, partial(self._due, card))
        return card

    def leave(self) -> None:
        """The player acts: this decision is theirs."""
        self._left = self._moment or self._left
        self._moment = None
        self._stop()

    def _due(self, card: int) -> None:
        self.leave()
        self._lay(card)

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

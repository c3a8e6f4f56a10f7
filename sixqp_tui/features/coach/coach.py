"""One decision of a game that goes on, judged for the player who makes it, from that player's own view."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision, Tenths
from sixqp_tui.engine.view import View

CardCosts = Mapping[int, Tenths]
"""What each card of a hand would cost more than the best; 0 where that is no evidence."""


class Coach(Protocol):
    """Judges decisions without keeping anybody waiting; the answer is None where that cannot be done."""

    async def judge(self, moment: Moment) -> Decision | None:
        """What a decision cost that was made."""

    async def weigh(self, moment: Moment) -> CardCosts | None:
        """What each card would cost."""


def last_turn(history: Sequence[AnyFact], seat: int) -> Moment | None:
    """What this seat knew when it laid the card that was turned over last, and that card.

    `history` is what the seat could read of its game, and is all that is looked into. None where no card was turned
    over, where the stand-in has laid it (8.1), or where no other could have been laid.
    """
    turned = _last(history, len(history), lambda fact: isinstance(fact, facts.CardsRevealed))
    laid = _last(history, turned, lambda fact: isinstance(fact, facts.CardLaid) and fact.seat == seat)
    if laid < 0 or _stood_in(history, laid, seat):
        return None
    fact, view = history[laid], View(seat).after(history[:laid])
    assert isinstance(fact, facts.CardLaid)
    return Moment(seat, view, "card", fact.card, False) if len(view.hand) > 1 else None


def now(view: View) -> Moment | None:
    """The decision that this seat has before it, as if its lowest card were laid; None where it has no choice."""
    table = view.table
    if view.seat is None or not table.choosing or view.laid is not None or len(view.hand) < 2:
        return None
    return Moment(view.seat, view, "card", view.hand[0], False)


def _stood_in(history: Sequence[AnyFact], laid: int, seat: int) -> bool:
    before = history[laid - 1] if laid else None
    return isinstance(before, facts.StoodIn) and before.seat == seat


def _last(history: Sequence[AnyFact], end: int, wanted: Callable[[AnyFact], bool]) -> int:
    return next((at for at in range(end - 1, -1, -1) if wanted(history[at])), -1)

"""Deals of the cards that a seat has not seen, consistent with everything that it has."""

from random import Random

from sixqp_tui.bots.search.heuristics import Hands, descending
from sixqp_tui.engine.view import View


class Determinizations:
    """The possible deals for this view, at a moment when its seat has no card laid.

    Every seat has as many cards as this one. Known hands, as in the draft (5.2), stay as they are. If every card is
    in some hand (5.1), all unseen cards are dealt.
    """

    def __init__(self, view: View, rng: Random) -> None:
        known = (*view.table.hands[: view.seat], view.hand, *view.table.hands[(view.seat or 0) + 1 :])
        self._hands = [None if hand is None else descending(hand) for hand in known]
        elsewhere = {card for hand in known for card in hand or ()}
        elsewhere.update(card for _, card in view.table.to_place)
        self._unseen = [card for card in view.unseen if card not in elsewhere]
        self._size = len(view.hand)
        self._rng = rng

    def next(self) -> Hands:
        hidden = self._hands.count(None)
        drawn = self._rng.sample(self._unseen, hidden * self._size)
        hands = []
        for hand in self._hands:
            if hand is None:
                hands.append(descending(drawn[: self._size]))
                del drawn[: self._size]
            else:
                hands.append(hand[:])
        return hands

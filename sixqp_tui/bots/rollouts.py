"""What each decision of a seat may come to, in one deal after the other."""

from collections.abc import Iterator, Sequence
from random import Random

from sixqp_tui.bots.determinization import Determinizations
from sixqp_tui.bots.heuristics import WHIM, Hands, card_costs, choose_cards, descending, play_out
from sixqp_tui.bots.integer_rows import SEATS, IntegerRows, integer_rows
from sixqp_tui.bots.objective import Loss, loss_function
from sixqp_tui.engine import cards
from sixqp_tui.engine.view import View


class Rollouts:
    """The future of a table, as far as a seat can tell, at a moment when that seat decides.

    Each trial is one deal (or one way in which the draft goes on), the same for all candidates. `loss` is what is
    to be kept small, by default what the seat is after in this round.
    """

    def __init__(self, view: View, lots: Random, loss: Loss | None = None) -> None:
        table = view.table
        self._view, self._lots = view, lots
        self._seat = view.seat or 0
        self._heads = list(table.heads)
        self._deals = Determinizations(view, lots)
        self._sense = card_costs(table.seats, cards.deck(table.rules.variant, table.seats)[-1])
        self._loss = loss or loss_function(view)

    def cards(self, candidates: Sequence[int]) -> Iterator[float]:
        """The loss with each of these cards laid; the others play what they think sensible, whatever it is."""
        rows, hands = integer_rows(self._view.table.rows), self._deals.next()
        own, hands[self._seat] = hands[self._seat], []
        whims = self._whims()
        others = choose_cards(rows, hands, self._sense, iter(self._whims()))
        for card in candidates:
            plays = sorted((*others, card * SEATS + self._seat))
            left = [hand[:] for hand in hands]
            left[self._seat] = [held for held in own if held != card]
            after, heads = rows.copy(), self._heads[:]
            after.place(plays, heads)
            yield self._ending(after, left, heads, whims)

    def rows(self, candidates: Sequence[int]) -> Iterator[float]:
        """The loss with each of these rows taken for the card that is placed now."""
        table, hands = self._view.table, self._deals.next()
        whims = self._whims()
        low, *waiting = (card * SEATS + seat for seat, card in table.to_place)
        for row in candidates:
            after, heads = integer_rows(table.rows), self._heads[:]
            after.take(table.rows[row][-1], low, heads)
            after.place(waiting, heads)
            yield self._ending(after, [hand[:] for hand in hands], heads, whims)

    def hand(self) -> float:
        """The loss when the seat goes on with its whole hand by its sense alone, without a whim, in one deal."""
        whims, seats = self._whims(), self._view.table.seats
        whims[self._seat :: seats] = [WHIM + (1 - WHIM) * whim for whim in whims[self._seat :: seats]]
        return self._ending(integer_rows(self._view.table.rows), self._deals.next(), self._heads[:], whims)

    def others(self) -> list[int]:
        """The cards that the others lay this turn in one deal, ascending."""
        return [card for card, _seat in self.others_plays()]

    def others_plays(self) -> list[tuple[int, int]]:
        """The same, each with the seat that lays it: (card, seat)."""
        hands = self._deals.next()
        hands[self._seat] = []
        plays = choose_cards(integer_rows(self._view.table.rows), hands, self._sense, iter(self._whims()))
        return [divmod(play, SEATS) for play in plays]

    def picks(self, candidates: Sequence[int]) -> Iterator[float]:
        """The loss with each of these cards taken from the open deck; the others go in any order."""
        table = self._view.table
        order = self._lots.sample(table.deck, len(table.deck))
        whims = self._whims()
        held = [list(hand or ()) for hand in table.hands]
        for card in candidates:
            hands = [hand[:] for hand in held]
            left = [card, *(other for other in order if other != card)]
            for later, picked in enumerate(left[: -cards.ROWS]):
                hands[(self._seat + later) % table.seats].append(picked)
            rows = integer_rows(tuple((start,) for start in left[-cards.ROWS :]))
            yield self._ending(rows, [descending(hand) for hand in hands], self._heads[:], whims)

    def _whims(self) -> list[float]:
        """A lot for each decision of a round: the same for all candidates of a deal."""
        return [self._lots.random() for _ in range(cards.HAND * self._view.table.seats)]

    def _ending(self, rows: IntegerRows, hands: Hands, heads: list[int], whims: list[float]) -> float:
        """The loss when everybody plays on sensibly. Changes rows, hands and heads."""
        play_out(rows, hands, heads, self._sense, iter(whims))
        return self._loss(heads)

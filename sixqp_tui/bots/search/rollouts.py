"""The outcomes of each candidate, deal by deal."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Protocol

from sixqp_tui.bots.search.heuristics import (
    EPSILON,
    CardCosts,
    Hands,
    card_costs,
    choose_cards,
    descending,
    play_out,
)
from sixqp_tui.bots.search.integer_rows import SEATS, IntegerRows, integer_rows
from sixqp_tui.engine import cards
from sixqp_tui.engine.rules import end_reason
from sixqp_tui.engine.view import View

Loss = Callable[[Sequence[int]], float]
_WIN = 3.0
"""How many heads a win is worth."""


def loss_function(view: View) -> Loss:
    table = view.table
    seat, totals, seats = view.seat or 0, table.totals, table.seats
    last = end_reason(table.rules, (0,) * seats, table.round) is not None

    def loss(heads: Sequence[int]) -> float:
        return heads[seat]

    def last_loss(heads: Sequence[int]) -> float:
        sums = [total + taken for total, taken in zip(totals, heads, strict=True)]
        least = min(sums)
        won = 1 / sums.count(least) if sums[seat] == least else 0.0
        return heads[seat] - _WIN * won

    return last_loss if last else loss


Playout = Callable[[IntegerRows, Hands, list[int]], None]
"""Plays the round to its end with random numbers drawn in advance. Changes rows, hands and heads."""


class Others(Protocol):
    """The hands of the other seats, and what they play now."""

    def next(self) -> Hands:
        """A deal consistent with what the seat has seen: hands by seat, descending."""

    def lay(self, hands: Hands) -> list[int]:
        """The others' plays this turn, the lowest first; each card leaves its hand."""


class Playouts(Protocol):
    """How everybody continues after a decision."""

    def draw(self) -> Playout:
        """One random way, the same for all candidates of a deal."""


class SensibleOthers:
    """All possible deals are equally likely, and everybody plays a sensible card or a random one."""

    def __init__(self, view: View, rng: Random) -> None:
        self._view, self._rng = view, rng
        self._deals = Determinizations(view, rng)

    def next(self) -> Hands:
        return self._deals.next()

    def lay(self, hands: Hands) -> list[int]:
        view, seat = self._view, self._view.seat or 0
        theirs = [[] if other == seat else hand for other, hand in enumerate(hands)]
        return choose_cards(integer_rows(view.table.rows), theirs, _sense(view), iter(_draws(view, self._rng)))


class SensiblePlayouts:
    def __init__(self, view: View, rng: Random) -> None:
        self._view, self._rng = view, rng

    def draw(self) -> Playout:
        sense, draws = _sense(self._view), _draws(self._view, self._rng)

        return lambda rows, hands, heads: play_out(rows, hands, heads, sense, iter(draws))


class Rollouts:
    """The possible futures of a table, as far as a seat can tell.

    Each trial is one deal, or one course of the draft, the same for all candidates. `loss` is minimized, by default
    the seat's aim in this round. By default the others play sensibly.
    """

    def __init__(
        self,
        view: View,
        rng: Random,
        loss: Loss | None = None,
        others: Others | None = None,
        playouts: Playouts | None = None,
    ) -> None:
        table = view.table
        self._view, self._rng = view, rng
        self._seat = view.seat or 0
        self._heads = list(table.heads)
        self._others = others or SensibleOthers(view, rng)
        self._playouts = playouts or SensiblePlayouts(view, rng)
        self._loss = loss or loss_function(view)

    def cards(self, candidates: Sequence[int]) -> Iterator[float]:
        rows, hands = integer_rows(self._view.table.rows), self._others.next()
        own, finish = hands[self._seat], self._playouts.draw()
        others = self._others.lay(hands)
        for card in candidates:
            plays = sorted((*others, card * SEATS + self._seat))
            left = [hand[:] for hand in hands]
            left[self._seat] = [held for held in own if held != card]
            after, heads = rows.copy(), self._heads[:]
            after.place(plays, heads)
            finish(after, left, heads)
            yield self._loss(heads)

    def rows(self, candidates: Sequence[int]) -> Iterator[float]:
        table, hands = self._view.table, self._others.next()
        finish = self._playouts.draw()
        low, *waiting = (card * SEATS + seat for seat, card in table.to_place)
        for row in candidates:
            after, heads = integer_rows(table.rows), self._heads[:]
            after.take(table.rows[row][-1], low, heads)
            after.place(waiting, heads)
            finish(after, [hand[:] for hand in hands], heads)
            yield self._loss(heads)

    def hand(self) -> float:
        """The loss in one deal if the seat always plays sensibly, never at random."""
        draws, seats = _draws(self._view, self._rng), self._view.table.seats
        draws[self._seat :: seats] = [EPSILON + (1 - EPSILON) * draw for draw in draws[self._seat :: seats]]
        heads = self._heads[:]
        play_out(integer_rows(self._view.table.rows), self._others.next(), heads, _sense(self._view), iter(draws))
        return self._loss(heads)

    def others(self) -> list[int]:
        return [card for card, _seat in self.others_plays()]

    def others_plays(self) -> list[tuple[int, int]]:
        return [divmod(play, SEATS) for play in self._others.lay(self._others.next())]

    def picks(self, candidates: Sequence[int]) -> Iterator[float]:
        table = self._view.table
        order = self._rng.sample(table.deck, len(table.deck))
        finish = self._playouts.draw()
        held = [list(hand or ()) for hand in table.hands]
        for card in candidates:
            hands = [hand[:] for hand in held]
            left = [card, *(other for other in order if other != card)]
            for later, picked in enumerate(left[: -cards.ROWS]):
                hands[(self._seat + later) % table.seats].append(picked)
            rows = integer_rows(tuple((start,) for start in sorted(left[-cards.ROWS :])))
            heads = self._heads[:]
            finish(rows, [descending(hand) for hand in hands], heads)
            yield self._loss(heads)


def _sense(view: View) -> CardCosts:
    table = view.table
    return card_costs(table.seats, cards.deck(table.rules.variant, table.seats)[-1])


def _draws(view: View, rng: Random) -> list[float]:
    return [rng.random() for _ in range(cards.HAND * view.table.seats)]


class Determinizations:
    """Draws possible deals for this view, when its seat has no card face down.

    Every seat has as many cards as this one. Known hands, as in the draft (5.2), stay. If all cards are dealt
    (5.1), all unseen cards are in some hand.
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

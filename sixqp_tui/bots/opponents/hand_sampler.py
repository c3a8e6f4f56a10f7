"""Random hands of the other seats that explain what they have played in this round.

A Markov chain (Metropolis-Hastings): two unseen cards are swapped, and each other seat gets a type of player. Deals
occur in proportion to their likelihood.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import exp, frexp, prod
from random import Random
from typing import Final, NamedTuple

from sixqp_tui.bots.opponents.choice_model import SCALE, Position, fitted_numbers, position, scores
from sixqp_tui.bots.search.heuristics import EPSILON, Hands, card_costs, descending, expected_heads
from sixqp_tui.bots.search.integer_rows import LENGTH, SEATS
from sixqp_tui.engine import cards
from sixqp_tui.engine.cards import ROW_LIMIT
from sixqp_tui.engine.view import View

_DOUBT: Final = 34 * SCALE
"""The largest difference from the best score that counts."""
_BITS: Final = 24
"""Bits of each of the odds. More bits might differ between machines with different math libraries."""
_PER_RANK: Final = SCALE // 3
"""How much a score falls from one unseen card to the next, for players who always play their favourite card. Their
favourites are only roughly known.
"""
_SURE: Final = 4
"""The factor by which it falls faster if hands are known, and with them the favourites."""


def _odds(less: int) -> float:
    """The odds of a card this far below the best score: an integer, so that sums are exact."""
    odds = 2**49 * exp(-less / SCALE)
    unit = 2 ** max(0, frexp(odds)[1] - _BITS)
    return float(round(odds / unit) * unit)


_ODDS: Final = [_odds(less) for less in range(_DOUBT + 1)]


class PlayerType(NamedTuple):
    """A way to choose, with its `share` of all players before anybody has played a card.

    Such a player plays a random card with the probability `epsilon`. A `strong` type uses the fitted numbers.
    """

    share: float
    epsilon: float
    scores: Callable[[Position], Sequence[float]]
    strong: bool = False

    def odds(self, position: Position, known: bool = False) -> list[float]:
        """How likely this type is to play each card, relative to its others; `known`: everybody knows its hand."""
        found = self.scores(position)
        best, times = max(found[1:]), _SURE if known and not self.strong else 1
        return [_ODDS[min(_DOUBT, round(times * (best - score)))] for score in found]


def _strong(position: Position) -> Sequence[float]:
    return scores(position, fitted_numbers())


def _one_turn_ahead(position: Position) -> Sequence[float]:
    (ends, weights), below, _, players = position
    unseen = below[-1]
    costs = [float(min(weights) >> 5)] * (ends[0] + 1)
    for end, weight, after in zip(ends, weights, (*ends[1:], position.highest), strict=True):
        room, heads = ROW_LIMIT - ((weight & LENGTH) >> 2), weight >> 5
        costs += [
            expected_heads(players - 1, room, heads, below[card - 1] - below[end], unseen)
            for card in range(end + 1, after + 1)
        ]
    return _by_rank(position, costs)


def _nearest(position: Position) -> Sequence[float]:
    ends, highest = position.rows.ends, position.highest
    steps = [float(highest)] * (ends[0] + 1)
    for end, after in zip(ends, (*ends[1:], highest), strict=True):
        steps += [card - end for card in range(end + 1, after + 1)]
    return _by_rank(position, steps)


def _sensible(position: Position) -> Sequence[float]:
    return _by_rank(position, card_costs(position.players, position.highest).costs(position.rows))


def _by_rank(position: Position, costs: Sequence[float]) -> Sequence[float]:
    """Lower costs rank first, then higher cards; only unseen cards have a rank."""
    below, found = position.below, [0.0] * len(costs)
    unseen = [card for card in range(1, position.highest + 1) if below[card] > below[card - 1]]
    for rank, card in enumerate(sorted(unseen, key=lambda card: (costs[card], -card))):
        found[card] = -float(rank * _PER_RANK)
    return found


def _any(position: Position) -> Sequence[float]:
    return [0.0] * (position.highest + 1)


TYPES: Final = (
    PlayerType(0.6, 0.03, _strong, strong=True),
    PlayerType(0.12, 0.03, _one_turn_ahead),
    PlayerType(0.08, EPSILON, _nearest),
    PlayerType(0.17, EPSILON, _sensible),
    PlayerType(0.03, 1.0, _any),
)
"""Players like the hard, medium and easy levels, players who don't count, and random ones."""


_WARMING: Final = (8, 4)
"""Swaps per seat before its type is drawn again, and how often, before the first deal."""
_STEPS: Final = 2
"""Swaps per seat between two deals."""
_KINDS: Final = range(len(TYPES))


class HandSampler:
    """Draws deals for this view in proportion to their likelihood, when its seat has no card face down.

    Known hands, as in the draft (5.2), stay as they are, and only the types of players are drawn.
    """

    def __init__(self, view: View, rng: Random) -> None:
        table, self._rng = view.table, rng
        self._hand, self._size = descending(view.hand), len(view.hand)
        self._seats = [seat for seat in range(table.seats) if seat != view.seat]
        self._turns = len(table.turns)
        self._positions = _positions(view)
        known = [table.hands[seat] for seat in self._seats]
        self._known = None not in known
        self._fixed = self._size == 0 or self._known
        # All cards that another seat may hold: those dealt to each seat in turn, then those dealt to nobody.
        self._places = [card for hand in known for card in hand or ()]
        if None in known:
            self._places = rng.sample(view.unseen, len(view.unseen))
        past = self._positions[: self._turns]
        # By type and card the odds in each past turn, and by seat and type what the seat has laid.
        nothing = [()] * (self._positions[-1].highest + 1)
        self._odds = [
            list(zip(*[kind.odds(turn, self._known) for turn in past], strict=True)) or nothing for kind in TYPES
        ]
        laid = [[turn.cards[seat] for turn in table.turns] for seat in self._seats]
        self._evidence = [[self._explained(kind, each) for kind in _KINDS] for each in laid]
        self._laid_sums = [[self._later_sums(kind, each) for kind in _KINDS] for each in laid]
        self._odds_now: dict[int, list[float]] = {}
        self._kinds = [0] * len(laid)
        self._sums: list[list[float]] = [[] for _ in laid]
        self._likelihoods = [1.0] * len(laid)
        self._begin()

    def next(self) -> Hands:
        if self._turns:
            self._change(_STEPS)
            self._retype(int(self._rng.random() * len(self._seats)))
        else:
            self._begin()
        size, places = self._size, self._places
        hands = [self._hand[:]] * (len(self._seats) + 1)
        for other, seat in enumerate(self._seats):
            hands[seat] = descending(places[other * size : (other + 1) * size])
        return hands

    def lay(self, hands: Hands) -> list[int]:
        return sorted([self.lay_card(seat, hands[seat]) * SEATS + seat for seat in self._seats])

    def lay_card(self, seat: int, hand: list[int]) -> int:
        random, kind = self._rng.random, self._kinds[self._seats.index(seat)]
        if random() < TYPES[kind].epsilon:
            return hand.pop(int(random() * len(hand)))
        odds = self._odds_now.get(kind)
        if odds is None:
            odds = self._odds_now[kind] = TYPES[kind].odds(self._positions[-1], self._known)
        sums = list(accumulate([odds[card] for card in hand]))
        return hand.pop(min(bisect_right(sums, random() * sums[-1]), len(hand) - 1))

    def type_of(self, seat: int) -> PlayerType:
        return TYPES[self._kinds[self._seats.index(seat)]]

    def draw_type(self) -> PlayerType:
        return TYPES[self._kinds[int(self._rng.random() * len(self._seats))]]

    def _begin(self) -> None:
        if not self._fixed:
            self._rng.shuffle(self._places)
        others, (rounds, steps) = range(len(self._seats)), _WARMING
        for other in others:
            self._retype(other)
        for _ in range(rounds if self._turns else 0):
            self._change(steps)
            for other in others:
                self._retype(other)

    def _change(self, steps: int) -> None:
        if self._fixed or len(self._places) == self._size:
            return
        for _ in range(steps):
            for other in range(len(self._seats)):
                self._swap(other)

    def _swap(self, other: int) -> None:
        random, size, places = self._rng.random, self._size, self._places
        first = other * size
        mine, theirs = first + int(random() * size), int(random() * (len(places) - size))
        if theirs >= first:
            theirs += size
        given, got = places[mine], places[theirs]
        sums = self._sums_with(other, given, got)
        likelihood = self._likelihood(other, sums)
        before, after = self._likelihoods[other], likelihood
        partner = theirs // size
        if partner < len(self._seats):
            partner_sums = self._sums_with(partner, got, given)
            partner_likelihood = self._likelihood(partner, partner_sums)
            before *= self._likelihoods[partner]
            after *= partner_likelihood
        if random() * before >= after:
            return
        places[mine], places[theirs] = got, given
        self._sums[other], self._likelihoods[other] = sums, likelihood
        if partner < len(self._seats):
            self._sums[partner], self._likelihoods[partner] = partner_sums, partner_likelihood

    def _sums_with(self, other: int, given: int, got: int) -> list[float]:
        """By past turn, the odds of the seat's whole hand after swapping one card."""
        odds = self._odds[self._kinds[other]]
        return [all_odds - less + more for all_odds, less, more in zip(self._sums[other], odds[given], odds[got])]  # noqa: B905

    def _likelihood(self, other: int, sums: list[float]) -> float:
        evidence = self._evidence[other][self._kinds[other]]
        return prod([odds / all_odds + at_random for (odds, at_random), all_odds in zip(evidence, sums)])  # noqa: B905

    def _retype(self, other: int) -> None:
        first = other * self._size
        hand = self._places[first : first + self._size]
        found = []
        for kind in _KINDS:
            odds = self._odds[kind]
            self._kinds[other] = kind
            sums = [sum(turn) for turn in zip(self._laid_sums[other][kind], *[odds[card] for card in hand])]  # noqa: B905
            found.append((sums, self._likelihood(other, sums)))
        chances = list(
            accumulate(kind.share * likelihood for kind, (_, likelihood) in zip(TYPES, found, strict=True))
        )
        drawn = min(bisect_right(chances, self._rng.random() * chances[-1]), len(TYPES) - 1)
        self._kinds[other] = drawn
        self._sums[other], self._likelihoods[other] = found[drawn]

    def _explained(self, kind: int, laid: list[int]) -> list[tuple[float, float]]:
        """By past turn, the odds of the card if it was chosen, and its likelihood if it was random."""
        epsilon, odds = TYPES[kind].epsilon, self._odds[kind]
        held = self._size + self._turns
        return [((1 - epsilon) * odds[card][turn], epsilon / (held - turn)) for turn, card in enumerate(laid)]

    def _later_sums(self, kind: int, laid: list[int]) -> list[float]:
        odds = self._odds[kind]
        return [sum([odds[card][turn] for card in laid[turn:]]) for turn in range(self._turns)]


def _positions(view: View) -> list[Position]:
    table = view.table
    deck = cards.deck(table.rules.variant, table.seats)
    left = len(view.hand) + len(table.turns)
    seen = frozenset(row[0] for row in (table.turns[0].rows if table.turns else table.rows))
    found = []
    for turn in table.turns:
        found.append(position(turn.rows, seen, left, deck, table.seats))
        seen, left = seen.union(turn.cards), left - 1
    return [*found, position(table.rows, seen, left, deck, table.seats)]

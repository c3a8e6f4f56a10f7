"""What a review finds out: the cost of each decision, and luck and skill by round; and its form on the disk."""

from typing import Literal

import msgspec
from msgspec import Struct

Tenths = int
"""Heads times ten."""

TURNS = 10
DecisionKind = Literal["card", "row"]
"""A card laid (3.1), or a row taken for a card too low (3.7). Picks of a draft (5.2) are not judged."""

ReasonKind = Literal["sixth", "filled", "too low", "safe", "row"]
"""What an option did in its own turn:

- `sixth`: the row was full as the table lay, and the card took it.
- `filled`: others came before, and by what they did the card was the sixth of a row.
- `too low`: the card was below every end, and took a row of its player's choice.
- `safe`: the card took nothing.
- `row`: a row was taken in the open; nothing of this turn was hidden any more.
"""


class Reason(Struct, frozen=True):
    """What an option did in its own turn: the best what it did most often, the others what they took heads by.

    `share` of `of` deals went so; `heads` is what the option took in those, on average. `row` and `place` are where
    the card would have gone as the table lay: `place` 2 to 6, 6 being the sixth card; for one that was too low
    then, `row` is None and `place` 0. Where the kind is `filled`, `row` is where the card was the sixth most often;
    where it is `row`, the row that is taken, and `share` is `of`.
    """

    kind: ReasonKind
    row: int | None
    place: int
    share: int
    of: int
    heads: Tenths


class Option(Struct, frozen=True):
    """One of the things that could have been decided: a card, or a row.

    `more` is how many heads it was expected to cost more than the best option, scaled as `Decision.cost` is.
    """

    choice: int
    more: Tenths
    reason: Reason


class Decision(Struct, frozen=True):
    """A decision that was judged: one that left a choice.

    `cost` is how many heads `made` was expected to cost more than `best`, in what such a difference is worth in
    play; 0 where it is too little to be evidence. `error` is its standard error, 0 where it is `exact`. `options`
    begin with `best`, the others follow by what they cost more. `stood_in` tells that the stand-in decided for an
    absent player (8.1): then it counts neither among the dearest nor as skill.
    """

    seat: int
    round: int
    turn: int
    kind: DecisionKind
    made: int
    best: int
    cost: Tenths
    error: Tenths
    exact: bool
    stood_in: bool
    options: tuple[Option, ...]

    @property
    def counted(self) -> Tenths:
        return 0 if self.stood_in else self.cost

    def option(self, choice: int) -> Option:
        return next(option for option in self.options if option.choice == choice)


class Balance(Struct, frozen=True):
    """Where the heads came from that a seat took: the five add up to them exactly.

    `average` is what sensible play loses at such a table, `luck` how much more with the hand that was dealt,
    `skill` what the decisions cost, `others` what the decisions of the others spared it, and `rest` what remains:
    how the cards fell.
    """

    average: Tenths
    luck: Tenths
    skill: Tenths
    rest: Tenths
    others: Tenths = 0

    @property
    def par(self) -> Tenths:
        return self.average + self.luck

    @property
    def taken(self) -> Tenths:
        return self.average + self.luck + self.skill + self.rest + self.others

    def __add__(self, other: "Balance") -> "Balance":
        return Balance(
            self.average + other.average,
            self.luck + other.luck,
            self.skill + other.skill,
            self.rest + other.rest,
            self.others + other.others,
        )


class SeatReview(Struct, frozen=True):
    """All that was found out about a seat.

    `decisions` are in the order in which they were made. `rounds` are the balances of the rounds in which everybody
    was judged, by their numbers: in a whole review of every round that was played to its end.
    """

    seat: int
    decisions: tuple[Decision, ...]
    rounds: dict[int, Balance]

    @property
    def balance(self) -> Balance:
        return sum(self.rounds.values(), Balance(0, 0, 0, 0))

    def dearest(self, most: int = 3) -> tuple[Decision, ...]:
        """The decisions that cost most, the dearest first; of equals the earliest. None that cost nothing."""
        dear = [decision for decision in self.decisions if decision.counted]
        return tuple(sorted(dear, key=lambda decision: -decision.cost)[:most])

    def turn_costs(self, number: int) -> tuple[Tenths, ...]:
        """What the decisions of each turn of this round cost: ten figures."""
        costs = [0] * TURNS
        for decision in self.decisions:
            if decision.round == number:
                costs[decision.turn - 1] += decision.counted
        return tuple(costs)


class Review(Struct, frozen=True):
    """The review of a game, or what there is of it where it was stopped.

    `deals` is how many were tried for a decision, on average. `done` of `tasks` have been looked into. What
    somebody picked in a draft (5.2) counts as if it had been dealt.
    """

    deals: int
    tasks: int
    done: int
    seats: tuple[SeatReview, ...]

    @property
    def whole(self) -> bool:
        return self.done == self.tasks

    def others_skill(self, seat: int) -> Tenths:
        """What the decisions cost the others at this table, on average of a seat."""
        others = [each.balance.skill for each in self.seats if each.seat != seat]
        return round(sum(others) / len(others))


VERSION = 1
"""Raised whenever the form differs, or the figures mean something else: then a review is made anew."""


class UnreadableReview(ValueError):
    """These bytes are no review, or one of another version: the game has to be reviewed anew."""


class _Kept(Struct, frozen=True):
    version: int
    review: msgspec.Raw


def encode_review(review: Review) -> bytes:
    return msgspec.json.encode(_Kept(VERSION, msgspec.Raw(msgspec.json.encode(review))))


def decode_review(kept: bytes) -> Review:
    """The review that was kept. Raises UnreadableReview."""
    try:
        version, review = (found := msgspec.json.decode(kept, type=_Kept)).version, found.review
        if version == VERSION:
            return msgspec.json.decode(review, type=Review)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableReview(str(error)) from None
    raise UnreadableReview(f"expected version {VERSION}, got {version}")

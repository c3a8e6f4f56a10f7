"""The results of a review, and their form on disk."""

from operator import add
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from sixqp_tui.engine.cards import HAND

Tenths = int
"""Heads times ten."""

HALVING: Tenths = 40
"""The cost per round that halves the accuracy, about what a beginner's decisions cost."""
EVIDENCE: Tenths = 5
"""A lower cost proves nothing."""
DecisionKind = Literal["pick", "card", "row"]
"""A card picked (5.2), a card played (3.1), or a row taken (3.7)."""

ReasonKind = Literal["sixth", "filled", "too low", "safe", "row", "picked"]
r"""What an option did in its own turn.

- `sixth`: the row was full, and the card took it.
- `filled`: other cards came before, and made this one the sixth.
- `too low`: the card took a row of its player's choice.
- `safe`: the card took nothing.
- `row`: a row was taken; nothing was hidden then.
- `picked`: the card was drafted, and the round cost `heads` on average.
"""


class Reason(Struct, frozen=True):
    """What an option did in its own turn, in `share` of `of` deals, taking `heads` on average.

    `row` and `place` (2 to 6) are where the card would have gone at once; None and 0 if it was too low. For
    `filled`, `row` is where the card was most often the sixth; for `row`, the row taken.
    """

    kind: ReasonKind
    row: int | None
    place: int
    share: int
    of: int
    heads: Tenths


class Option(Struct, frozen=True):
    """A card or a row; `more` is how many heads it costs above the best one, scaled like `Decision.cost`."""

    choice: int
    more: Tenths
    reason: Reason


class Decision(Struct, frozen=True):
    """A judged decision.

    `turn` counts the seat's picks in a draft (5.2). `cost` is how many heads `made` cost above `best`, scaled to
    what such differences are worth in play; `error` is its standard error, 0 if `exact`. `options` begin with
    `best`, then go by cost. Decisions of a stand-in (8.1) don't count.
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
    """Where a seat's heads came from; the five parts add up exactly.

    `average` is what sensible play loses at such a table, `luck` how much more with this hand, `skill` what the
    decisions cost, `others` what other players' decisions saved, and `rest` how the cards fell, `low` of it by the
    seat's own cards that were too low (3.7). After a draft (5.2), `skill` includes the picks, and `luck` doesn't.
    """

    average: Tenths
    luck: Tenths
    skill: Tenths
    rest: Tenths
    others: Tenths = 0
    low: Tenths = 0

    @property
    def par(self) -> Tenths:
        return self.average + self.luck

    @property
    def taken(self) -> Tenths:
        return self.par + self.skill + self.rest + self.others

    @property
    def full_rows(self) -> Tenths:
        return self.rest - self.low

    def __add__(self, other: "Balance") -> "Balance":
        return Balance(*map(add, astuple(self), astuple(other)))


class SeatReview(Struct, frozen=True):
    """`decisions` are in order; `rounds` has the balance of each round."""

    seat: int
    decisions: tuple[Decision, ...]
    rounds: dict[int, Balance]

    @property
    def balance(self) -> Balance:
        return sum(self.rounds.values(), Balance(0, 0, 0, 0))

    @property
    def accuracy(self) -> int:
        """100 if no decision cost anything, halved for every HALVING of cost per round; there must be one."""
        return round(100 * 2 ** (-self.balance.skill / (HALVING * max(1, len(self.rounds)))))

    def costliest(self, most: int = 3) -> tuple[Decision, ...]:
        costly = [decision for decision in self.decisions if decision.counted]
        return tuple(sorted(costly, key=lambda decision: -decision.cost)[:most])

    @property
    def most_saved(self) -> Decision | None:
        """The best decision: the second best option would have cost the most more. None if that proves nothing."""
        own = [each for each in self.decisions if not each.stood_in]
        saved = [each for each in own if each.made == each.best and len(each.options) > 1]
        best = max(saved, key=lambda each: each.options[1].more, default=None)
        return best if best and best.options[1].more >= EVIDENCE else None

    def turn_costs(self, number: int) -> tuple[Tenths, ...]:
        costs = [0] * HAND
        for decision in self.decisions:
            if decision.round == number and decision.kind != "pick":
                costs[decision.turn - 1] += decision.counted
        return tuple(costs)

    def draft_cost(self, number: int) -> Tenths | None:
        picks = [each for each in self.decisions if (each.kind, each.round) == ("pick", number)]
        return sum(each.counted for each in picks) if picks else None


class Review(Struct, frozen=True):
    """With `deals` per decision on average; `tasks` were examined, none in a game without a whole round."""

    deals: int
    tasks: int
    seats: tuple[SeatReview, ...]

    def others_skill(self, seat: int) -> Tenths:
        others = [each.balance.skill for each in self.seats if each.seat != seat]
        return round(sum(others) / len(others))


VERSION = 4
"""Raised when the form or meaning of the figures changes, so that reviews are made again."""


class UnreadableReview(ValueError):
    """The game has to be reviewed again."""


class _Kept(Struct, frozen=True):
    version: int
    review: msgspec.Raw


def encode_review(review: Review) -> bytes:
    return msgspec.json.encode(_Kept(VERSION, msgspec.Raw(msgspec.json.encode(review))))


def review_json(review: Review) -> bytes:
    """The review for other programs, with derived figures; `accuracy` is None without a whole round."""
    told = msgspec.to_builtins(review, str_keys=True)
    derived = (
        {
            "seat": seat.seat,
            "accuracy": seat.accuracy if seat.rounds else None,
            "most_saved": msgspec.to_builtins(seat.most_saved),
        }
        for seat in review.seats
    )
    told["seats"] = [new | seat for new, seat in zip(derived, told["seats"], strict=True)]
    return msgspec.json.encode({"version": VERSION, "review": told})


def decode_review(kept: bytes) -> Review:
    """Raises UnreadableReview."""
    try:
        found = msgspec.json.decode(kept, type=_Kept)
        if found.version == VERSION:
            return msgspec.json.decode(found.review, type=Review)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableReview(str(error)) from None
    raise UnreadableReview(f"expected version {VERSION}, got {found.version}")

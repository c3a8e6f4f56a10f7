"""What a decision costs in heads, estimated over deals that the player could not rule out."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from sixqp_tui.analysis.moments import Moment, seeded_rng
from sixqp_tui.analysis.reasons import card_reasons, row_reasons
from sixqp_tui.analysis.result import EVIDENCE, Decision, Option, Reason, Tenths
from sixqp_tui.analysis.usual_heads import usual_heads
from sixqp_tui.bots.hard import likely_rollouts
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.cards import ROWS

DEALS = 200
"""Default deals per decision: a standard error of about a fifth of a head, within a tenth of a second."""
WORTH = Fraction(65, 100)
"""Heads taken for each head of difference in the search; measured as 0.6 to 0.7."""
_DOUBT = 2
"""Standard errors that a cost must exceed."""

_MIDDLE_CARDS = 6
_FEW_CARDS = 3
"""Below this many cards in hand, the number of deals stays the same."""

_SCREENING = 20
"""Deals for choosing the cards of a draft's deck that are judged."""
_PROMISING = 6
"""The number of cards chosen; the card that was picked is added."""

Losses = Sequence[Sequence[int]]
"""By deal, the heads with each option."""


def judge(moment: Moment, deals: int) -> Decision:
    """Judge a decision. Pure and slow.

    The decisions of a hand take `deals` on average, and at least ten each.
    """
    options = _options(moment)
    exact = moment.kind == "row" and not moment.view.hand
    losses = _losses(moment, options, 1 if exact else _deals(moment, deals))
    made = options.index(moment.made)
    best, more, error = _measure(losses, made, exact, _worth(moment))
    reasons = _reasons(moment, options, losses, best)
    found = [Option(choice, more[at], reasons[choice]) for at, choice in enumerate(options)]
    found.sort(key=lambda option: (option.choice != options[best], option.more))
    return Decision(
        seat=moment.seat,
        round=moment.view.table.round,
        turn=moment.turn,
        kind=moment.kind,
        made=moment.made,
        best=options[best],
        cost=_evident(more[made], error),
        error=round(error),
        exact=exact,
        stood_in=moment.stood_in,
        options=tuple(found),
    )


def _options(moment: Moment) -> tuple[int, ...]:
    if moment.kind == "card":
        return moment.view.hand
    return tuple(range(ROWS)) if moment.kind == "row" else _promising_picks(moment)


def _promising_picks(moment: Moment) -> tuple[int, ...]:
    deck = moment.view.table.deck
    rollouts = _draft_rollouts(moment, "screening")
    sums = [sum(losses) for losses in zip(*(rollouts.picks(deck) for _ in range(_SCREENING)), strict=True)]
    ranked = sorted(deck, key=dict(zip(deck, sums, strict=True)).__getitem__)
    return tuple(sorted({*ranked[:_PROMISING], moment.made}))


def _reasons(moment: Moment, options: Sequence[int], losses: Losses, best: int) -> Mapping[int, Reason]:
    if moment.kind == "card":
        return card_reasons(moment.view, options[best])
    if moment.kind == "row":
        return row_reasons(moment.view.table.rows)
    deals = len(losses)
    means = (round(10 * _mean(each)) for each in zip(*losses, strict=True))
    return {card: Reason("picked", None, 0, deals, deals, mean) for card, mean in zip(options, means, strict=True)}


def weigh_cards(moment: Moment, deals: int) -> dict[int, Tenths]:
    """The cost of each card, as `judge` measures it. Pure and slow."""
    cards = moment.view.hand
    losses = _losses(moment, cards, _deals(moment, deals))
    costs = {}
    for at, card in enumerate(cards):
        _, more, error = _measure(losses, at, exact=False, worth=WORTH)
        costs[card] = _evident(more[at], error)
    return costs


def _measure(losses: Losses, made: int, exact: bool, worth: Fraction) -> tuple[int, list[Tenths], float]:
    """The best option, the excess of each option, and the standard error of the one that was chosen."""
    best = _best(losses, made)
    references = _references(losses, made)
    excesses = [_excess(losses, references, at) for at in range(len(losses[0]))]
    worth = Fraction(1) if exact else worth
    more = [0 if at == best else max(0, round(10 * worth * _mean(excess))) for at, excess in enumerate(excesses)]
    error = 0.0 if exact or made == best else 10 * float(worth) * _standard_error(excesses[made])
    return best, more, error


def _evident(more: Tenths, error: float) -> Tenths:
    return more if more >= max(EVIDENCE, _DOUBT * error) else 0


def _worth(moment: Moment) -> Fraction:
    """A better pick makes a better hand, whose worth depends on the table."""
    table = moment.view.table
    return WORTH if moment.kind != "pick" else Fraction(usual_heads(table.rules.variant, table.seats).worth, 100)


def _deals(moment: Moment, average: int) -> int:
    """More cards in hand mean more options and a longer future, so they get more deals.

    Cards have six left on average.
    """
    if moment.kind == "pick":
        return average
    return average * max(len(moment.view.hand), _FEW_CARDS) // _MIDDLE_CARDS


def _losses(moment: Moment, options: Sequence[int], deals: int) -> Losses:
    view, seat = moment.view, moment.seat
    if moment.kind == "pick":
        draft = _draft_rollouts(moment, "outlook")
        return [[int(loss) for loss in draft.picks(options)] for _ in range(deals)]
    rollouts = likely_rollouts(view, seeded_rng(view, "outlook"), lambda heads: heads[seat])
    trial = rollouts.cards if moment.kind == "card" else rollouts.rows
    return [[int(loss) for loss in trial(options)] for _ in range(deals)]


def _draft_rollouts(moment: Moment, purpose: str) -> Rollouts:
    rng = seeded_rng(moment.view, f"{purpose} {moment.view.table.pick}")
    return Rollouts(moment.view, rng, lambda heads: heads[moment.seat])


def _best(losses: Losses, made: int) -> int:
    sums = [sum(option) for option in zip(*losses, strict=True)]
    return min(range(len(sums)), key=lambda at: (sums[at], at != made, at))


def _references(losses: Losses, made: int) -> list[int]:
    """By deal, the best option in the other half of the deals, so that no deal both chooses and measures."""
    half = len(losses) // 2
    first, second = losses[:half] or losses, losses[half:]
    return [_best(second, made)] * half + [_best(first, made)] * len(second)


def _excess(losses: Losses, references: Sequence[int], option: int) -> list[int]:
    return [deal[option] - deal[best] for deal, best in zip(losses, references, strict=True)]


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def _standard_error(values: Sequence[int]) -> float:
    """Integers up to one division and one root, so that every machine agrees."""
    number = len(values)
    spread = number * sum(value * value for value in values) - sum(values) ** 2
    return sqrt(spread / (number**2 * (number - 1)))

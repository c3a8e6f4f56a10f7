"""What a decision cost: the same deals for all options, half of which choose the best and half measure."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from sixqp_tui.bots.rollouts import Rollouts
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.review.lots import draw_lots
from sixqp_tui.review.moments import Moment
from sixqp_tui.review.reasons import card_reasons, row_reasons
from sixqp_tui.review.result import Decision, Option, Tenths

WORTH = Fraction(65, 100)
"""What a difference of one head in the search's outlook is worth in heads that are taken: 0.6 to 0.7 were found."""
EVIDENCE: Tenths = 5
"""A cost below this is no evidence, and is not shown."""
_DOUBT = 2
"""Standard errors that a cost must exceed: else it may be chance."""

Losses = Sequence[Sequence[int]]
"""By deal, the heads with each option."""


def judge(moment: Moment, deals: int) -> Decision:
    """What was decided at this moment, measured over so many deals, four at least. Pure, and slow."""
    view, table = moment.view, moment.view.table
    options = view.hand if moment.kind == "card" else tuple(range(ROWS))
    exact = moment.kind == "row" and not view.hand
    losses = _losses(moment, options, 1 if exact else deals)
    choosing, measuring = (losses, losses) if exact else (losses[: deals // 2], losses[deals // 2 :])
    made = options.index(moment.made)
    best = _best(choosing, made)
    worth = Fraction(1) if exact else WORTH
    more = [_tenths(_excess(measuring, at, best), len(measuring), worth) for at in range(len(options))]
    error = 0 if exact else _standard_error(measuring, made, best)
    reasons = row_reasons(table.rows) if moment.kind == "row" else card_reasons(view)
    found = [Option(choice, max(0, more[at]), reasons[choice]) for at, choice in enumerate(options)]
    found.sort(key=lambda option: (option.choice != options[best], option.more))
    evident = more[made] >= EVIDENCE and more[made] > _DOUBT * error
    return Decision(
        seat=moment.seat,
        round=table.round,
        turn=table.turn,
        kind=moment.kind,
        made=moment.made,
        best=options[best],
        cost=more[made] if evident else 0,
        error=round(error),
        exact=exact,
        stood_in=moment.stood_in,
        options=tuple(found),
    )


def _losses(moment: Moment, options: Sequence[int], deals: int) -> Losses:
    view, seat = moment.view, moment.seat
    rollouts = Rollouts(view, draw_lots(view, "outlook"), lambda heads: heads[seat])
    trial = rollouts.cards if moment.kind == "card" else rollouts.rows
    return [[int(loss) for loss in trial(options)] for _ in range(deals)]


def _best(losses: Losses, made: int) -> int:
    """The option with the least heads; of equals what was decided, then the first."""
    sums = [sum(option) for option in zip(*losses, strict=True)]
    return min(range(len(sums)), key=lambda at: (sums[at], at != made, at))


def _excess(losses: Losses, option: int, best: int) -> int:
    return sum(deal[option] - deal[best] for deal in losses)


def _tenths(heads: int, deals: int, worth: Fraction) -> Tenths:
    return round(10 * worth * heads / deals)


def _standard_error(losses: Losses, option: int, best: int) -> float:
    """That of the mean difference over these deals, in tenths of what it is worth.

    Whole numbers up to one division and one root, which every machine rounds alike.
    """
    number, more = len(losses), [deal[option] - deal[best] for deal in losses]
    spread = number * sum(each * each for each in more) - sum(more) ** 2
    return sqrt(100 * WORTH**2 * spread / (number**2 * (number - 1)))

"""A review in words: what lines of text, the screen and a report say alike."""

from typing import NamedTuple

from sixqp_tui.analysis import words as words
from sixqp_tui.analysis.judgement import EVIDENCE, WORTH
from sixqp_tui.analysis.result import Decision, Option, Review
from sixqp_tui.features.review import screen_words as screen_words
from sixqp_tui.i18n import _


class BalanceLine(NamedTuple):
    """A line of the balance: what it is about, its figure in words and in tenths, and what stands beside it."""

    label: str
    figure: str
    tenths: int
    note: str = ""


def balance_lines(review: Review, seat: int) -> tuple[BalanceLine, ...]:
    """Where the heads of a seat came from; all figures but the last add up to it."""
    balance = review.seats[seat].balance
    others = words.others_at_this_table(review.others_skill(seat))
    # Translators: what a hand costs on average of all hands that can be dealt
    average = BalanceLine(_("an average hand"), words.tenths(balance.average), balance.average)
    # Translators: how much more than the average the hand costs that was dealt
    luck = _signed(_("the hand that was dealt"), balance.luck, words.par(balance.par))
    skill = _signed(_("the decisions"), balance.skill, others)
    # Translators: heads that somebody was spared, because others decided badly
    spared = _signed(_("the others' decisions"), balance.others)
    # Translators: what neither the hand nor the decisions explain
    rest = _signed(_("how the cards fell"), balance.rest)
    # Translators: the heads that were taken, below what they are made of
    return average, luck, skill, spared, rest, BalanceLine(_("taken"), words.tenths(balance.taken), balance.taken)


def brief_balance_lines(review: Review, seat: int) -> tuple[BalanceLine, ...]:
    """The same for a small window: par in the place of what it is made of, which stands beside it."""
    balance = review.seats[seat].balance
    note = words.par_of(balance.average, balance.luck)
    # Translators: what sensible play loses with the hands that were dealt
    par = BalanceLine(_("par of the hands"), words.tenths(balance.par), balance.par, note)
    return par, *balance_lines(review, seat)[2:]


def _signed(label: str, tenths: int, note: str = "") -> BalanceLine:
    return BalanceLine(label, words.signed_tenths(tenths), tenths, note)


def decision_line(decision: Decision) -> str:
    return words.decision(words.where(decision.round, decision.turn), instead(decision), cost(decision))


def instead(decision: Decision) -> str:
    """What was decided, and what would have been better."""
    told = words.laid_instead if decision.kind == "card" else words.taken_instead
    return told(decision.made, decision.best)


def cost(decision: Decision) -> str:
    """What it cost, and how well that is known."""
    if not decision.cost:
        return words.nothing_better()
    return words.cost(decision.cost, decision.error, decision.exact)


def reasons(decision: Decision) -> tuple[str, ...]:
    """Why a decision cost something, in sentences; none where it did not."""
    if not decision.cost:
        return ()
    if decision.kind == "row":
        told: tuple[str, ...] = (_rows(decision),)
    else:
        told = (_made(decision.option(decision.made)), _better(decision.options[0]))
    return (*told, words.stand_in_decided()) if decision.stood_in else told


def best_reason(decision: Decision) -> str:
    return _better(decision.options[0])


def _made(option: Option) -> str:
    card, why = option.choice, option.reason
    if why.kind == "too low":
        return words.was_too_low(card, why.share, why.of, why.heads)
    if why.kind == "safe" or why.row is None:
        return words.was_safe(card, why.share, why.of)
    if why.kind == "sixth":
        return words.was_sixth(card, why.row, why.share, why.of)
    return words.was_filled(card, why.row, why.share, why.of, why.heads)


def _better(option: Option) -> str:
    """Of the card that would have been better."""
    card, why = option.choice, option.reason
    if why.row is None:
        if why.kind == "safe":
            return words.would_be_spared_low(card, why.share, why.of)
        return words.would_be_too_low(card, why.share, why.of, why.heads)
    if why.kind != "safe":
        return words.would_take(card, why.row, why.share, why.of, why.heads)
    if why.place > 5:
        return words.would_be_spared_sixth(card, why.row, why.share, why.of)
    return words.would_be_placed(card, why.row, why.place, why.share, why.of)


def _rows(decision: Decision) -> str:
    """Of the row that was taken, and the better one."""
    made, best = (decision.option(row).reason.heads // 10 for row in (decision.made, decision.best))
    told = words.row_was_dearer if made > best else words.row_was_cheaper
    return told(decision.made, made, decision.best, best)


def limits_in_short(review: Review) -> str:
    return screen_words.limits_in_short(review.deals, int(100 * WORTH), EVIDENCE)


def limits(review: Review, drafted: bool) -> str:
    """How far the review can be trusted."""
    told = words.limits(review.deals, int(100 * WORTH), EVIDENCE)
    return f"{told} {words.picks_are_not_judged()}" if drafted else told

"""An answer to a puzzle: whether it was right, why, what each card costs, and how the turn goes. Pure."""

from typing import NamedTuple

from sixqp_tui.analysis import lines as review_lines
from sixqp_tui.analysis.reasons import card_reasons
from sixqp_tui.analysis.result import Decision, Option, Tenths
from sixqp_tui.analysis.words import heads_in_tenths
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import words as words
from sixqp_tui.features.puzzles.course import Course, likely_course
from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.i18n import _


class Solution(NamedTuple):
    """What is told of an answer; the sentences are of the language in use when they are asked for."""

    view: View
    decision: Decision
    course: Course

    @property
    def right(self) -> bool:
        return self.decision.made == self.decision.best

    @property
    def cost(self) -> Tenths:
        """What the answer cost; 0 where it was right."""
        return self.decision.cost

    @property
    def figures(self) -> tuple[tuple[int, Tenths], ...]:
        return tuple(sorted((option.choice, option.more) for option in self.decision.options))

    def verdict(self) -> str:
        """Right or wrong, in a sentence."""
        decision = self.decision
        if self.right:
            return words.right(decision.made)
        return _wrong(decision.made, decision.best, decision.cost)

    def reasons(self) -> tuple[str, ...]:
        """Why: of a wrong card and of the best one; where it was found, of it and of the next best."""
        if not self.right:
            return review_lines.reasons(self.decision)
        second = self.decision.options[1]
        return review_lines.best_reason(self.decision), _("The next best is the {card}: {heads} more.").format(
            card=second.choice, heads=heads_in_tenths(second.more)
        )


def solve(puzzle: Puzzle, view: View, card: int) -> Solution:
    """What is told of this answer, a card of the hand of this puzzle's view. It takes some tens of milliseconds."""
    hand, more = view.hand, puzzle.more
    best = hand[more.index(0)]
    reasons = card_reasons(view, best)
    options = [Option(choice, cost, reasons[choice]) for choice, cost in zip(hand, more, strict=True)]
    options.sort(key=lambda option: (option.choice != best, option.more))
    decision = Decision(
        seat=puzzle.position.seat,
        round=view.table.round,
        turn=view.table.turn,
        kind="card",
        made=card,
        best=best,
        cost=more[hand.index(card)],
        error=0,
        exact=False,
        stood_in=False,
        options=tuple(options),
    )
    return Solution(view, decision, likely_course(view, best))


def _wrong(card: int, best: int, more: int) -> str:
    """Another card would have been better, by so many tenths of a head."""
    sentence = _("Not the {card}: it costs {heads} more than the {best}.")
    return sentence.format(card=card, best=best, heads=heads_in_tenths(more))

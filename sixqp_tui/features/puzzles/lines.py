"""Puzzles line by line: a position, a typed card, and what becomes of it. No I/O."""

from collections.abc import Iterator, Sequence

from sixqp_tui.analysis.words import in_deals
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import table as puzzle_table
from sixqp_tui.features.puzzles import words as words
from sixqp_tui.features.puzzles.series import PuzzleSeries
from sixqp_tui.features.puzzles.words import figure
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import one_of, quoted
from sixqp_tui.plain import table_text
from sixqp_tui.plain.answer import shorten
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel

OWN, DAILY = "own", "day"
"""What is typed for puzzles of one's own games, and for those of the day."""


class LinePuzzles:
    """Asks the puzzles of a series, and takes typed lines for answers; `prompt` says what is due.

    `other_wanted`: the puzzles of the other source are asked for, of one's own games or of the day.
    """

    def __init__(self, series: PuzzleSeries) -> None:
        self._series = series
        self.over = False
        self.other_wanted = False

    @property
    def prompt(self) -> str:
        return _("Which card? ") if self._series.solution is None else _ask_on(own=self._series.own)

    def begin(self) -> Sequence[str]:
        """The position, and where in the series it is."""
        series, model = self._series, puzzle_table.position_model(self._series)
        gone = puzzle_table.gone_cards(series.view)
        return (
            f"{series.where()} · {series.kind()}",
            *filter(None, (series.origin(),)),
            puzzle_table.table_told(series.view),
            *table_text.open_cards(model),
            *((_seen(table_sentences.in_runs(gone)),) if gone else ()),
            *puzzle_table.public_hands(model),
            *table_text.scores(model)[:1],
            table_text.hand(model),
        )

    def take(self, typed: str) -> Sequence[str]:
        """What follows from a line; `q` ends it, and the name of the other source asks for that."""
        said = typed.strip()
        self.over = said.casefold() == "q"
        self.other_wanted = said.casefold() == (DAILY if self._series.own else OWN)
        if self.over or self.other_wanted:
            return ()
        if self._series.solution is not None:
            self._series.go_on()
            return ("", *self.begin())
        hand = self._series.view.hand
        if not said.isdecimal() or int(said[:4]) not in hand:
            return (_expected_card(hand, shorten(typed)),)
        return tuple(self._solution(int(said)))

    def _solution(self, card: int) -> Iterator[str]:
        series = self._series
        solution = series.answer(card)
        yield f"{solution.verdict()} ({series.kind()})"
        yield from solution.reasons()
        yield from filter(None, (series.laid_then(),))
        yield _all_figures(solution.figures)
        before = Transcript(View(series.puzzle.position.seat)).after(series.puzzle.position.stream(series.names))
        after = before.after(solution.course.facts)
        yield _course(solution.course.many, solution.course.of)
        yield from (told.sentence for told in after.told[len(before.told) :])
        yield from table_text.open_cards(ViewModel(after))
        if series.finishes_day:
            yield _("That was today's last puzzle. New ones come at midnight UTC. Your friends had the same ones:")
            yield series.share_line()


def _all_figures(figures: Sequence[tuple[int, int]]) -> str:
    """What each card costs more than the best, in a line."""
    listed = ", ".join(f"{card} {figure(more)}" for card, more in figures)
    # Translators: {listed} is such as “23 best, 45 +3.4, 91 +5.1”
    return _("Extra heads for each card: {listed}").format(listed=listed)


def _course(many: int, of: int) -> str:
    # Translators: {in_deals} is “in 63 of 100 deals”
    return _("With it, the turn goes like this {in_deals}:").format(in_deals=in_deals(many, of))


def _expected_card(hand: tuple[int, ...], typed: str) -> str:
    """What was typed is no card of the hand."""
    sentence = _("Expected a card from your hand ({hand}) or q, got {typed}")
    return sentence.format(hand=one_of([str(card) for card in hand]), typed=quoted(typed))


def _ask_on(*, own: bool) -> str:
    """Before the next puzzle; `own`: it is one of the player's own games."""
    if own:
        # Translators: day is typed as it stands
        return _("Enter: next puzzle · day: today's puzzles · q: quit ")
    # Translators: own is typed as it stands
    return _("Enter: next puzzle · own: from your games · q: quit ")


def _seen(cards: str) -> str:
    # Translators: {cards} is a list of cards, in runs
    return _("Played and gone: {cards}").format(cards=cards)

"""Puzzles line by line: a position, a typed card, and what becomes of it. No I/O."""

from collections.abc import Iterator, Sequence

from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import table as puzzle_table
from sixqp_tui.features.puzzles import words as words
from sixqp_tui.features.puzzles.series import PuzzleSeries
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
        return words.ask_card() if self._series.solution is None else words.ask_on(own=self._series.own)

    def begin(self) -> Sequence[str]:
        """The position, and where in the series it is."""
        series, model = self._series, puzzle_table.position_model(self._series)
        gone = puzzle_table.gone_cards(series.view)
        return (
            f"{series.where()} · {series.kind()}",
            *filter(None, (series.origin(),)),
            puzzle_table.table_told(series.view),
            *table_text.open_cards(model),
            *((words.seen(table_sentences.in_runs(gone)),) if gone else ()),
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
            return (words.expected_card(hand, shorten(typed)),)
        return tuple(self._solution(int(said)))

    def _solution(self, card: int) -> Iterator[str]:
        series = self._series
        solution = series.answer(card)
        yield f"{solution.verdict()} ({series.kind()})"
        yield from solution.reasons()
        yield from filter(None, (series.laid_then(),))
        yield words.all_figures(solution.figures)
        before = Transcript(View(series.puzzle.position.seat)).after(series.puzzle.position.stream(series.names))
        after = before.after(solution.course.facts)
        yield words.course(solution.course.many, solution.course.of)
        yield from (told.sentence for told in after.told[len(before.told) :])
        yield from table_text.open_cards(ViewModel(after))
        if series.finishes_day:
            yield words.day_done()
            yield series.share_line()

"""`sixqp puzzles`: asks for the best card, on the screen or line by line."""

import argparse
from collections.abc import Iterator, Sequence

from sixqp_tui.analysis.words import in_deals
from sixqp_tui.engine.view import View
from sixqp_tui.features import run_feature
from sixqp_tui.features.puzzles import table as puzzle_table, words
from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch
from sixqp_tui.features.puzzles.progress import PuzzleProgress
from sixqp_tui.features.puzzles.puzzle import THEMES
from sixqp_tui.features.puzzles.series import (
    OpenSeries,
    PuzzleSeries,
    open_progress,
    open_series,
    share_line,
    today,
)
from sixqp_tui.features.puzzles.words import figure
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.i18n.phrases import one_of, quoted
from sixqp_tui.i18n.typed_words import PUZZLES, english
from sixqp_tui.joining.failure import Failure
from sixqp_tui.plain import table_text
from sixqp_tui.plain.answer import shorten
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import ask, print_error, print_line, print_sentences
from sixqp_tui.terminal.player_name import is_at_terminal
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_bar import progress_bar

OWN, DAILY = "own", "day"
"""Words that switch to own puzzles, and back to those of the day."""


class LinePuzzles:
    """`other_wanted`: the player has asked for the puzzles of the other source."""

    def __init__(self, series: PuzzleSeries) -> None:
        self._series = series
        self.over = False
        self.other_wanted = False

    @property
    def prompt(self) -> str:
        if self._series.solution is None:
            return _("Which card? ")
        if self._series.own:
            # Translators: day is typed as it stands
            return _("Enter: next puzzle · day: today's puzzles · q: quit ")
        # Translators: own is typed as it stands
        return _("Enter: next puzzle · own: from your games · q: quit ")

    def begin(self) -> Sequence[str]:
        series, model = self._series, puzzle_table.position_model(self._series)
        gone = puzzle_table.gone_cards(series.view)
        return (
            f"{series.where()} · {series.kind()}",
            *filter(None, (series.origin(),)),
            puzzle_table.describe_table(series.view),
            *table_text.open_cards(model),
            # Translators: {cards} is a list of cards, in runs
            *((_("Played and gone: {cards}").format(cards=table_sentences.in_runs(gone)),) if gone else ()),
            *puzzle_table.public_hands(model),
            *table_text.scores(model)[:1],
            table_text.hand(model),
        )

    def take(self, typed: str) -> Sequence[str]:
        """`q` ends the series; the name of the other source switches to it."""
        answer = typed.strip()
        self.over = answer.casefold() == "q"
        self.other_wanted = english(answer, PUZZLES) == (DAILY if self._series.own else OWN)
        if self.over or self.other_wanted:
            return ()
        if self._series.solution is not None:
            self._series.advance()
            return ("", *self.begin())
        hand = self._series.view.hand
        if not answer.isdecimal() or int(answer[:4]) not in hand:
            sentence = _("Expected a card from your hand ({hand}) or q, got {typed}")
            return (sentence.format(hand=one_of([str(card) for card in hand]), typed=quoted(shorten(typed))),)
        return tuple(self._solution(int(answer)))

    def _solution(self, card: int) -> Iterator[str]:
        series = self._series
        solution = series.answer(card)
        yield f"{solution.verdict()} ({series.kind()})"
        yield from solution.reasons()
        yield from filter(None, (series.laid_then(),))
        listed = ", ".join(f"{card} {figure(more)}" for card, more in solution.figures)
        # Translators: {listed} is such as “23 best, 45 +3.4, 91 +5.1”
        yield _("Extra heads for each card: {listed}").format(listed=listed)
        before = Transcript(View(series.puzzle.position.seat)).after(series.puzzle.position.stream(series.names))
        after = before.after(solution.course.facts)
        # Translators: {in_deals} is “in 63 of 100 deals”
        sentence = _("With it, the turn goes like this {in_deals}:")
        yield sentence.format(in_deals=in_deals(solution.course.many, solution.course.of))
        yield from (text.sentence for text in after.entries[len(before.entries) :])
        yield from table_text.open_cards(ViewModel(after))
        if series.finishes_day:
            yield _("That was today's last puzzle. New ones come at midnight UTC. Your friends had the same ones:")
            yield series.share_line()


_THEME_WORDS = {theme.replace(" ", "-"): theme for theme in THEMES}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    own = _("use positions from your own games: they are searched for first, and kept")
    parser.add_argument("--own", action="store_true", help=own)
    endless = _("start endless puzzles at once, instead of the five of the day")
    parser.add_argument("--endless", action="store_true", help=endless)
    theme = _("show only puzzles on this theme: {themes}").format(themes=", ".join(_THEME_WORDS))
    theme_word = arguments.word_of("about", tuple(_THEME_WORDS))
    # Translators: what is typed for the theme of a puzzle
    parser.add_argument("--about", type=lambda text: _THEME_WORDS[theme_word(text)], metavar=_("THEME"), help=theme)
    strength = _("show only puzzles of this difficulty: 1 easy, 2 medium, 3 hard")
    parser.add_argument("--strength", type=arguments.integer("strength", 1, 3), metavar="N", help=strength)
    share = _("print today's five in one line for your friends, without giving anything away")
    parser.add_argument("--share", action="store_true", help=share)
    plain = _("ask in plain text, line by line")
    parser.add_argument("--plain", action="store_true", help=plain)
    arguments.add_preferences(parser)


def run(parsed: argparse.Namespace) -> int:
    if parsed.share:
        return _share(open_progress().progress, ascii_only=effective_preferences(parsed).preferences.ascii)
    if not (parsed.plain or is_at_terminal()):
        raise Failure(errors_words.no_terminal("puzzles"), code=2)
    if not parsed.plain:
        return _show(parsed)
    return _ask(_open(parsed, own=parsed.own), parsed)


def _open(parsed: argparse.Namespace, *, own: bool) -> OpenSeries:
    if own:
        return _search().open(parsed.about, parsed.strength)
    return open_series(parsed.about, parsed.strength, endless=parsed.endless)


def _share(progress: PuzzleProgress, *, ascii_only: bool) -> int:
    day = today()
    text = share_line(progress, day, ascii_only)
    if not progress.is_done(day.date):
        print_error(text)
        return 1
    print_line(text)
    return 0


def _search() -> OwnPuzzleSearch:
    """With a bar on a terminal; Ctrl-C stops, and what is done stays."""
    search = OwnPuzzleSearch()
    doing = search.examine()
    with progress_bar(counted=False) as bar:
        task = bar.add_task(words.looking(0, 0), total=None)
        try:
            for step in doing:
                text = words.looking(step.game, step.games)
                bar.update(task, completed=step.done, total=step.tasks, description=text)
        except KeyboardInterrupt:
            doing.close()
    return search


def _show(parsed: argparse.Namespace) -> int:
    from sixqp_tui.features.puzzles.screen import ask_puzzles
    from sixqp_tui.features.puzzles.search_screen import search_own_puzzles

    if parsed.own:
        theme, strength = parsed.about, parsed.strength
        return run_feature("puzzles", parsed, lambda app, end: search_own_puzzles(app, theme, strength, end))
    opened = _open(parsed, own=False)
    return run_feature("puzzles", parsed, lambda app, end: ask_puzzles(app, opened, end))


def _ask(opened: OpenSeries, parsed: argparse.Namespace) -> int:
    puzzles = LinePuzzles(opened.series)
    lines, warned = puzzles.begin(), ""
    while not puzzles.over:
        for line in lines:
            print_sentences(line)
        if opened.problem() != warned:
            warned = opened.problem()
            print_error(warned)
        typed = ask(puzzles.prompt)
        if typed is None:
            break
        lines = puzzles.take(typed)
        if puzzles.other_wanted:
            try:
                opened = _open(parsed, own=not opened.series.own)
            except Failure as failure:
                print_error(str(failure))
                continue
            puzzles = LinePuzzles(opened.series)
            lines = puzzles.begin()
    print_sentences(opened.series.overall())
    return 0

"""`sixqp puzzles`: which card? Five positions a day, the same for everybody, and more without end."""

import argparse
import sys
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from sixqp_protocol.text import printable
from sixqp_tui.features.puzzles import words as words
from sixqp_tui.features.puzzles.lines import LinePuzzles
from sixqp_tui.features.puzzles.open_series import Opened, open_progress, open_series, today
from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch
from sixqp_tui.features.puzzles.progress import PuzzleProgress
from sixqp_tui.features.puzzles.series import share_line
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.output import print_error, print_line, print_sentences
from sixqp_tui.terminal.player_name import find_name, is_at_terminal
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_bar import progress_bar
from sixqp_tui.terminal.progress_line import ProgressLine

if TYPE_CHECKING:
    from sixqp_tui.tui.services import Opening


def run(parsed: argparse.Namespace) -> int:
    """Ask puzzles, or print the line of today; the exit code. Raises Failure."""
    if parsed.share:
        return _share(open_progress().progress, ascii_only=effective_preferences(parsed).preferences.ascii)
    if not (parsed.plain or is_at_terminal()):
        raise Failure(errors_words.no_terminal("puzzles"), code=2)
    if not parsed.plain:
        return _show(parsed)
    return _ask(_open(parsed, own=parsed.own), parsed)


def _open(parsed: argparse.Namespace, *, own: bool) -> Opened:
    """The puzzles that are asked for, of this user's own games or those that everybody has. Raises Failure."""
    if own:
        return _search().open(parsed.about, parsed.strength)
    return open_series(parsed.about, parsed.strength, endless=parsed.endless)


def _share(progress: PuzzleProgress, *, ascii_only: bool) -> int:
    day = today()
    told = share_line(progress, day, ascii_only)
    if not progress.is_done(day.date):
        print_error(told)
        return 1
    print_line(told)
    return 0


def _search() -> OwnPuzzleSearch:
    """Look for puzzles in this user's games, with a bar on a terminal; Ctrl-C stops it, and what is done stays."""
    search = OwnPuzzleSearch()
    doing = search.examine()
    with progress_bar(counted=False) as bar:
        task = bar.add_task(words.looking(0, 0), total=None)
        try:
            for step in doing:
                told = words.looking(step.game, step.games)
                bar.update(task, completed=step.done, total=step.tasks, description=told)
        except KeyboardInterrupt:
            doing.close()
    return search


def _show(parsed: argparse.Namespace) -> int:
    from sixqp_tui.cli.services import search_puzzles
    from sixqp_tui.tui.services import AtOwnPuzzles, AtPuzzles

    begin = partial(search_puzzles, parsed.about, parsed.strength)
    opened = None if parsed.own else _open(parsed, own=False)

    async def at_puzzles(_stack: AsyncExitStack, _progress: ProgressLine) -> "Opening":
        return AtPuzzles(opened.series, lambda: opened.trouble) if opened else AtOwnPuzzles(begin)

    return run_app("puzzles", find_name(parsed), at_puzzles, parsed)


def _ask(opened: Opened, parsed: argparse.Namespace) -> int:
    """Ask by lines of text until the end of the typed lines, or q."""
    puzzles = LinePuzzles(opened.series)
    lines, warned = puzzles.begin(), ""
    while not puzzles.over:
        for line in lines:
            print_sentences(line)
        if opened.trouble != warned:
            warned = opened.trouble
            print_error(warned)
        sys.stdout.flush()
        try:
            lines = puzzles.take(input(printable(puzzles.prompt)))
        except EOFError:
            break
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

"""`sixqp scores`: what remains of all games, for one person and for everybody."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from sixqp_protocol.text import cells
from sixqp_tui.cli.arguments.person import choose_person
from sixqp_tui.cli.arguments.preferences import effective_preferences
from sixqp_tui.cli.terminal.history_access import consult_history
from sixqp_tui.cli.terminal.output import print_json, print_line
from sixqp_tui.cli.terminal.painted_lines import Line, Span, line_width, print_painted
from sixqp_tui.history.game_index import GameIndex, OnProgress
from sixqp_tui.history.persons import joined_persons, own_keys
from sixqp_tui.history.spreadsheet import scores_csv
from sixqp_tui.history.statistics import Scores, count_scores
from sixqp_tui.i18n.game import scores as words
from sixqp_tui.presentation.plot import averages, bar, columns
from sixqp_tui.presentation.result import wrap
from sixqp_tui.presentation.scores import BarGroup, CurveShown, PersonSheet, ScoreRow, ScoreSheet, score_sheet

WIDTH = 76
"""Cells of a line: the scores fit into the smallest window, and long lines are no easier to read."""
BAR = 24
"""Cells of the longest bar."""
CURVE_HEIGHT = 5
"""Lines of the curve."""
INDENT = 2
"""Cells before what belongs to the line above."""
COLUMN = 7
"""Cells of a column of figures."""


def run(parsed: argparse.Namespace) -> int:
    """Count over all games, and print what was found; the exit code."""
    scores = consult_history(partial(_count, wanted=parsed.person))
    if parsed.json:
        print_json(msgspec.json.encode(scores))
    elif parsed.csv:
        for line in scores_csv(scores).splitlines():
            print_line(line)
    else:
        print_painted(score_lines(score_sheet(scores)), effective_preferences(parsed).preferences)
    return 0


def _count(index: GameIndex, on_progress: OnProgress, wanted: str | None) -> Scores:
    joined, own = joined_persons(), own_keys()
    scores = count_scores(index, joined, own, on_progress=on_progress)
    if wanted is None:
        return scores
    person = choose_person(scores.people, joined, wanted).person
    return count_scores(index, joined, own, person, on_progress)


def score_lines(sheet: ScoreSheet) -> Iterator[Line]:
    """The scores in lines."""
    if not sheet.people:
        yield (Span(words.nobody_yet()),)
        return
    width = line_width(WIDTH)
    if sheet.person:
        yield from _person_lines(sheet.person, width)
    if sheet.ratings:
        yield from _bar_lines(sheet.ratings, width)
    yield from _people_lines(sheet.people, width)
    if sheet.evenings:
        yield from _heading(words.evenings())
        for evening in sheet.evenings:
            for line in wrap(evening.told, width):
                yield (Span(line),)
            for line in wrap(evening.tally, width - INDENT):
                yield Span(" " * INDENT), Span(line, "dim")


def _heading(title: str) -> Iterator[Line]:
    yield ()
    yield (Span(title, "strong", bold=True),)


def _person_lines(person: PersonSheet, width: int) -> Iterator[Line]:
    yield (Span(person.title, "gold", bold=True),)
    yield ()
    longest = max(cells(figure.label) for figure in person.figures)
    for figure in person.figures:
        for at, line in enumerate(wrap(figure.told, width - longest - 2)):
            yield Span(_padded("" if at else figure.label, longest + 2), "dim"), Span(line)
    if len(person.curve.values) > 1:
        yield from _curve_lines(person.curve, width)
    for group in person.groups:
        yield from _bar_lines(group, width)


def _curve_lines(curve: CurveShown, width: int) -> Iterator[Line]:
    yield from _heading(curve.title)
    values = averages(curve.values, width - COLUMN)
    highest = max(*values, 0.1)
    lines = columns(values, highest, CURVE_HEIGHT)
    for at, line in enumerate(lines):
        scale = f"{highest:.1f}" if at == 0 else "0" if at == len(lines) - 1 else ""
        yield Span(f"{scale:>{COLUMN - 2}}  ", "dim"), Span(line, "gold")


def _bar_lines(group: BarGroup, width: int) -> Iterator[Line]:
    yield from _heading(group.title)
    longest = max(cells(each.label) for each in group.bars)
    for each in group.bars:
        ink = "gold" if each.own else "ink"
        filled = bar(each.share, BAR)
        yield (
            Span(_padded(each.label, longest + 2), ink),
            Span(filled + " " * (BAR - cells(filled)), "gold" if each.own else "green"),
            Span(f"  {each.told}", ink),
        )
    for line in wrap(group.note, width) if group.note else ():
        yield (Span(line, "dim"),)


def _people_lines(people: Sequence[ScoreRow], width: int) -> Iterator[Line]:
    heads = words.columns()
    name = max(12, min(max(cells(row.name) for row in people) + 1, width - COLUMN * len(heads)))
    yield from _heading(words.everybody())
    yield Span(" " * name, "dim"), *(Span(f"{head:>{COLUMN}}", "dim") for head in heads)
    for row in people:
        ink = "gold" if row.own else "ink"
        yield Span(_padded(row.name, name), ink), *(Span(f"{cell:>{COLUMN}}", ink) for cell in row.cells)


def _padded(text: str, width: int) -> str:
    while cells(text) > width:
        text = text[:-1]
    return text + " " * max(0, width - cells(text))

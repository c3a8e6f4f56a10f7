"""`sixqp scores`: what remains of all games, for one person and for everybody."""

import argparse
from collections.abc import Iterator
from functools import partial

import msgspec

from sixqp_tui.features.history.access import consult_history
from sixqp_tui.features.history.game_index import GameIndex, OnProgress
from sixqp_tui.features.history.persons import joined_persons, own_keys
from sixqp_tui.features.history.score_lines import score_lines
from sixqp_tui.features.history.scores import ScoreSheet, score_sheet
from sixqp_tui.features.history.spreadsheet import scores_csv
from sixqp_tui.features.history.statistics import Scores, count_scores
from sixqp_tui.presentation.spans import Line
from sixqp_tui.terminal.output import print_json, print_line
from sixqp_tui.terminal.painted_lines import line_width, print_painted
from sixqp_tui.terminal.person import choose_person
from sixqp_tui.terminal.preferences import effective_preferences

WIDTH = 76
"""Cells of a line: the scores fit into the smallest window, and long lines are no easier to read."""


def run(parsed: argparse.Namespace) -> int:
    """Count over all games, and print what was found; the exit code."""
    scores = consult_history(partial(_count, wanted=parsed.person))
    if parsed.json:
        print_json(msgspec.json.encode(scores))
    elif parsed.csv:
        for line in scores_csv(scores).splitlines():
            print_line(line)
    else:
        print_painted(_lines(score_sheet(scores)), effective_preferences(parsed).preferences)
    return 0


def _count(index: GameIndex, on_progress: OnProgress, wanted: str | None) -> Scores:
    joined, own = joined_persons(), own_keys()
    scores = count_scores(index, joined, own, on_progress=on_progress)
    if wanted is None:
        return scores
    person = choose_person(scores.people, joined, wanted).person
    return count_scores(index, joined, own, person, on_progress)


def _lines(sheet: ScoreSheet) -> Iterator[Line]:
    person, everybody = score_lines(sheet, line_width(WIDTH))
    yield from person
    if person:
        yield ()
    yield from everybody

"""`sixqp export`: a game that is over, in a form that others can read."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sixqp_protocol.text import clean
from sixqp_tui.cli.terminal.output import print_error, print_line
from sixqp_tui.history.record import GameRecord, encode_record
from sixqp_tui.history.spreadsheet import game_csv
from sixqp_tui.history.summary import summarize
from sixqp_tui.i18n.console import history as words
from sixqp_tui.runtime.failure import os_errors_as_failures
from sixqp_tui.runtime.recorded_game import find_recorded_game
from sixqp_tui.store.atomic_write import write_atomically

SHOWN = 200
"""Cells of a path that a sentence shows."""


def run(parsed: argparse.Namespace) -> int:
    """Print the game in the form that was asked for, or write it into a file; the exit code."""
    record = find_recorded_game(parsed.game)
    text = FORMS[parsed.form](record)
    if parsed.output is None:
        print_line(text.removesuffix("\n"))
        return 0
    with os_errors_as_failures():
        write_atomically(Path(parsed.output).absolute(), text.encode(), private=False)
    print_error(words.exported(record.id, clean(parsed.output, SHOWN)))
    return 0


def _as_json(record: GameRecord) -> str:
    return encode_record(record).decode() + "\n"


def _as_csv(record: GameRecord) -> str:
    return game_csv(summarize(record))


FORMS: Final[dict[str, Callable[[GameRecord], str]]] = {"json": _as_json, "csv": _as_csv}
"""What makes each form of a game. A form is an option of the command line, too."""

"""`sixqp export`: a game that is over, in a form that others can read."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sixqp_tui.cli.html_export import export_html
from sixqp_tui.cli.terminal.output import print_error, print_line
from sixqp_tui.cli.terminal.output_file import may_write, shown_path, write_file
from sixqp_tui.history.record import GameRecord, encode_record
from sixqp_tui.history.spreadsheet import game_csv
from sixqp_tui.history.summary import summarize
from sixqp_tui.i18n.console import history as words
from sixqp_tui.runtime.recorded_game import find_recorded_game


def run(parsed: argparse.Namespace) -> int:
    """Print the game in the form that was asked for, or write it into a file; the exit code."""
    record = find_recorded_game(parsed.game)
    output = None if parsed.output is None else Path(parsed.output)
    if parsed.form == "html":
        return export_html(record, output, with_review=not parsed.no_review, force=parsed.force)
    text = FORMS[parsed.form](record)
    if output is None:
        print_line(text.removesuffix("\n"))
        return 0
    if not may_write(output, parsed.force):
        return 1
    write_file(output, text.encode())
    print_error(words.exported(record.id, shown_path(output)))
    return 0


def _as_json(record: GameRecord) -> str:
    return encode_record(record).decode() + "\n"


def _as_csv(record: GameRecord) -> str:
    return game_csv(summarize(record))


FORMS: Final[dict[str, Callable[[GameRecord], str]]] = {"json": _as_json, "csv": _as_csv}
"""What makes the forms of a game that can be printed. A form is an option of the command line, too."""

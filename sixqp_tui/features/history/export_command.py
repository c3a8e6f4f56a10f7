"""`sixqp export`: a game that is over, in a form that others can use."""

import argparse
from collections.abc import Callable
from typing import Final

from sixqp_protocol.text import clean_path
from sixqp_tui.engine import notation
from sixqp_tui.features.history import words as words
from sixqp_tui.features.history.record import GameRecord, encode_record
from sixqp_tui.features.history.recorded_game import find_recorded_game
from sixqp_tui.features.history.spreadsheet import game_csv
from sixqp_tui.features.history.summary import summarize
from sixqp_tui.i18n import _
from sixqp_tui.terminal.output import print_error, print_json, print_line
from sixqp_tui.terminal.output_file import may_write, name_file, write_file


def run(parsed: argparse.Namespace) -> int:
    """Print the game in the form that was asked for, or write it into a file; the exit code. Raises Failure."""
    record = find_recorded_game(parsed.game)
    if parsed.form == "html":
        from sixqp_tui.features.review.html_export import export_html

        return export_html(record, parsed.output, with_review=not parsed.no_review, force=parsed.force)
    text = FORMS[parsed.form](record)
    if parsed.output is None:
        whole = text.removesuffix("\n")
        print_json(whole.encode()) if parsed.form == "json" else print_line(whole)
        return 0
    path = name_file(parsed.output, f"{record.id}.{parsed.form}")
    if not may_write(path, parsed.force):
        return 1
    write_file(path, text.encode())
    print_error(_("The game {game} is in “{file}”.").format(game=record.id, file=clean_path(path)))
    return 0


def _as_json(record: GameRecord) -> str:
    return encode_record(record).decode() + "\n"


def _as_csv(record: GameRecord) -> str:
    return game_csv(summarize(record))


def _as_notation(record: GameRecord) -> str:
    return notation.write(record.facts)


FORMS: Final[dict[str, Callable[[GameRecord], str]]] = {"json": _as_json, "csv": _as_csv, "txt": _as_notation}
"""What makes each form of text, by the ending of its files. Each form has an option of the command line."""

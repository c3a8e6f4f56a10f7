"""`sixqp export`: a game that is over as a file that others can use."""

import argparse

from sixqp_tui.cli.html_export import export_html
from sixqp_tui.runtime.recorded_game import find_recorded_game


def run(parsed: argparse.Namespace) -> int:
    """Write the game that was asked for in the form that was asked for; the exit code."""
    record = find_recorded_game(parsed.game)
    return export_html(record, parsed.output, with_review=not parsed.no_review, force=parsed.force)

"""`sixqp local`: several people around one keyboard, at a table in this process."""

import argparse

from sixqp_tui.cli.options import given_options
from sixqp_tui.cli.play import show_table
from sixqp_tui.hosting.line_up import LineUp, line_up_around


def run(parsed: argparse.Namespace) -> int:
    return show_table("local", read_line_up(parsed) if parsed.resume is None else None, parsed)


def read_line_up(parsed: argparse.Namespace) -> LineUp:
    return line_up_around(parsed.config, given_options(parsed), getattr(parsed, "players", None))

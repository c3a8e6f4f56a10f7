"""`sixqp local`: several people around one keyboard, at a table in this process."""

import argparse

from sixqp_tui.cli.line_up import line_up_around
from sixqp_tui.cli.play import on_one_screen


def run(parsed: argparse.Namespace) -> int:
    return on_one_screen("local", line_up_around, parsed)

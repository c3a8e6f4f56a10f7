"""`sixqp challenge`: one deal against the same bots for everybody, at a table in this process."""

import argparse

from sixqp_tui.cli.play import play_at
from sixqp_tui.features.challenge.command import add_arguments, open_challenge, print_challenge

__all__ = ("add_arguments", "run")


def run(parsed: argparse.Namespace) -> int:
    """Play the requested challenge, unless it was played here before, and print everybody's results."""
    if (table := open_challenge(parsed)) is not None:
        setup, unfinished = table
        if code := play_at(setup, unfinished, parsed, coached=False):
            return code
    return print_challenge(parsed)

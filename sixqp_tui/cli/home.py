"""`sixqp` alone: the first screen."""

import argparse

from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.player_name import ask_name


def run(parsed: argparse.Namespace) -> int:
    return run_app("join", ask_name(parsed), None, parsed)

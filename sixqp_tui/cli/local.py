"""`sixqp local`: a game around one keyboard, at a table in this process."""

import argparse

from sixqp_tui.cli.options import given_options
from sixqp_tui.cli.play import add_table_arguments, find_table, show_table
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.table_options import line_up_around
from sixqp_tui.i18n import _
from sixqp_tui.store.options import parse_players
from sixqp_tui.terminal import arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=arguments.converted(parse_players),
        default=argparse.SUPPRESS,
        metavar="NAMES",
        # Translators: “bot NAME LEVEL” is typed so, with a name and easy, medium or hard
        help=_("who plays, in this order: names separated by commas, also `bot NAME LEVEL` (default: config.txt)"),
    )
    add_table_arguments(parser, _("number of bots, including the named ones (default: only those)"))


def run(parsed: argparse.Namespace) -> int:
    if parsed.resume is not None:
        return show_table(None, find_table(parsed.resume, "local"), parsed)
    return show_table(read_line_up(parsed), "", parsed)


def read_line_up(parsed: argparse.Namespace) -> Setup:
    return line_up_around(parsed.config, given_options(parsed), getattr(parsed, "players", None))

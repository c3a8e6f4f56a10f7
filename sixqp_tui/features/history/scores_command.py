"""`sixqp scores`: everybody's results, and the last evenings."""

import argparse
from typing import get_args

import msgspec

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.command import read_history
from sixqp_tui.features.history.games import (
    own_identities,
)
from sixqp_tui.features.history.scores import count_scores, describe_scores
from sixqp_tui.i18n import _
from sixqp_tui.terminal.output import print_json, print_rich


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", choices=get_args(Variant), default=None, help=_("count only these games"))
    parser.add_argument("--json", action="store_true", help=_("print the scores as one line of JSON"))


def run(parsed: argparse.Namespace) -> int:
    scores = count_scores(read_history(), own_identities(), parsed.variant)
    if parsed.json:
        print_json(msgspec.json.encode(scores))
    else:
        print_rich(describe_scores(scores, parsed.variant))
    return 0

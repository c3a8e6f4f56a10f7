"""Options before a command that belong after it."""

import re
import shlex
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from sixqp_protocol.text import clean
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import one_of
from sixqp_tui.terminal.arguments import SECRETS

TRIED_FIRST = ("join", "host", "play", "local", "serve", "doctor")
"""Commands to propose for a misplaced option, in order."""
MAX_PROPOSED = 2
SHOWN_CELLS = 60
"""Cells of a proposed line."""


def explain_misplaced(
    given: Sequence[str], parser: ArgumentParser, complete: Callable[[], Mapping[str, ArgumentParser]]
) -> str:
    """Suggest what to type if an option stands before the command; "" if none does.

    `complete` returns the parsers of all commands.
    """
    commands = complete() if any(word.startswith("--") and not _takes(parser, word) for word in given) else {}
    if not commands:
        return ""
    before = list(takewhile(lambda word: word not in commands, given))
    at = next((at for at, word in enumerate(before) if word.startswith("--") and not _takes(parser, word)), None)
    if at is None:
        return ""
    option, _equals, _value = before[at].partition("=")
    asked = given[len(before) : len(before) + 1] or TRIED_FIRST
    fitting = [name for name in asked if _takes(commands[name], option)][:MAX_PROPOSED]
    if not fitting:
        return ""
    value = [word for word in before[at + 1 : at + 2] if not word.startswith("--") and before[at] == option]
    shown = option if option.removeprefix("--") in SECRETS else shlex.join([before[at], *value])
    lines = [f"sixqp {name} {clean(shown, SHOWN_CELLS)}" for name in fitting]
    # Translators: {option} is such as --name; {lines} are lines to type, such as “sixqp join --name Cleo”
    return _("{option} goes after a command: {lines}.").format(option=option, lines=one_of(lines))


def _takes(parser: ArgumentParser, option: str) -> bool:
    name = re.escape(option.partition("=")[0])
    return re.search(rf"\[{name}(?![\w-])", parser.format_usage()) is not None or option in ("--", "--help")

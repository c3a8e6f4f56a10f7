"""Options that are secrets: where else they may stand than on the command line, which others may read."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from sixqp_tui.terminal.arguments import SECRET_VARIABLES, secret

_OPTIONS: Final = frozenset(f"--{key}" for key in SECRET_VARIABLES)
_HIDDEN: Final = "***"


def take_from_environment(parsed: argparse.Namespace) -> None:
    """Take what the command line has not given, of the secrets that its command knows.

    A room code is for the table that is named, and for no other. Raises ArgumentTypeError.
    """
    for key in parsed.secrets:
        text = os.environ.get(SECRET_VARIABLES[key])
        if text and getattr(parsed, key, None) is None and getattr(parsed, "target", "") is not None:
            setattr(parsed, key, secret(key, SECRET_VARIABLES[key])(text))


def overwrite_process_title() -> None:
    """Take the secrets out of the command line that the system shows of this process, where it lets us.

    Until here they could be read there. Windows shows a command line to its own user and administrators alone.
    """
    if not sys.argv[1:]:
        return
    shown = without_secrets(sys.argv[1:])
    if shown == sys.argv[1:] or sys.platform == "win32":
        return
    from setproctitle import setproctitle

    setproctitle(" ".join(("sixqp", *shown)))


def without_secrets(arguments: Sequence[str]) -> list[str]:
    """The arguments with a sign in place of each secret value, and of an invitation, which may bear a code."""
    from sixqp_protocol.invitation import looks_like_one

    shown: list[str] = []
    before = ""
    for argument in arguments:
        option, equals, _value = argument.partition("=")
        if before in _OPTIONS and not argument.startswith("--"):
            shown.append(_HIDDEN)
        elif equals and option in _OPTIONS:
            shown.append(f"{option}={_HIDDEN}")
        else:
            shown.append(f"sixqp://{_HIDDEN}" if looks_like_one(argument) else argument)
        before = argument
    return shown

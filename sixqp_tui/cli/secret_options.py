"""The command line as other users of this machine may see it."""

import sys
from collections.abc import Sequence
from typing import Final

from sixqp_tui.terminal.arguments import SECRETS

_OPTIONS: Final = frozenset(f"--{key}" for key in SECRETS)
_HIDDEN: Final = "***"


def overwrite_process_title() -> None:
    """Hide secrets in the command line that other users can see, if possible.

    Windows only shows it to its user and administrators.
    """
    if not sys.argv[1:]:
        return
    shown = without_secrets(sys.argv[1:])
    if shown == sys.argv[1:] or sys.platform == "win32":
        return
    from setproctitle import setproctitle

    setproctitle(" ".join(("sixqp", *shown)))


def without_secrets(arguments: Sequence[str]) -> list[str]:
    """Replaces secrets, and invitations, which may contain a code."""
    shown: list[str] = []
    before = ""
    for argument in arguments:
        option, equals, _value = argument.partition("=")
        if before in _OPTIONS and not argument.startswith("--"):
            shown.append(_HIDDEN)
        elif equals and option in _OPTIONS:
            shown.append(f"{option}={_HIDDEN}")
        else:
            shown.append(_without_invitation(argument))
        before = argument
    return shown


def _without_invitation(argument: str) -> str:
    if argument.startswith("-") or ":" not in argument:  # most commands don't need the module
        return argument
    from sixqp_protocol.invitation import looks_like_one

    return f"sixqp://{_HIDDEN}" if looks_like_one(argument) else argument

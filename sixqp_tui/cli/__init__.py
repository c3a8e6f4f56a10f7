"""The command `sixqp`: runs a command, prints a sentence for a failure, and sets the exit code."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module  # noqa: TID251 (a command loads what it needs)
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from argparse import Namespace

MAY_BE_SECRET: Final = ("--code", "--lock", "--seed", "sixqp:")
"""How an argument with a room code or a seed begins; the last is an invitation."""
LEAVE_MODES: Final = (
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[<9u\x1b[?25h\x1b[0m"
)
"""Ends what a killed screen has left: reports of mouse, focus, pasting and keys, a hidden cursor, colours."""
SIMPLE_TERMINALS: Final = ("", "dumb", "linux")
"""Terminals (TERM) that may draw sequences they don't know."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 done, 1 the command failed, 2 it wasn't understood, 130 it was stopped."""
    own_process = arguments is None
    try:
        with _without_garbage_collection(own_process):
            if own_process:
                _leave_modes()
            parsed = _parse(arguments)
            from sixqp_tui.joining.failure import Failure
            from sixqp_tui.terminal.output import print_error

            run: Callable[[Namespace], int] = import_module(parsed.command).run
        try:
            return run(parsed)
        except Failure as failure:
            print_error(f"sixqp: {failure}")
            return failure.code
    except KeyboardInterrupt:
        from sixqp_tui.terminal.stop_signals import STOPPED

        if own_process:
            _leave_modes()
        return STOPPED
    except BrokenPipeError:
        # The reader of the output has gone, so the interpreter must not flush it at exit.
        sys.stderr.close()
        return 141


def _leave_modes() -> None:
    if sys.stdout.isatty() and os.environ.get("TERM", "") not in SIMPLE_TERMINALS:
        sys.stdout.write(LEAVE_MODES)


@contextmanager
def _without_garbage_collection(own_process: bool) -> Iterator[None]:
    """Collect no garbage during the block; in its own process, never look at the objects created here again."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if own_process:
            gc.freeze()
        if collected:
            gc.enable()


def _parse(arguments: Sequence[str] | None) -> "Namespace":
    from sixqp_tui.cli.parser import parse
    from sixqp_tui.terminal.output import prepare_streams

    if arguments is None:
        _hide_secrets()
    prepare_streams()
    return parse(arguments)


def _hide_secrets() -> None:
    """Other users can see the command line; Windows only shows it to its user and administrators."""
    secret = any(each.strip().lower().startswith(MAY_BE_SECRET) for each in sys.argv[1:])
    if secret and sys.platform != "win32":
        from setproctitle import setproctitle

        setproctitle("sixqp")

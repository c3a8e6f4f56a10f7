"""The command `sixqp`: runs a command, prints a sentence for a failure, and sets the exit code."""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module  # noqa: TID251 (a command loads what it needs)
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 done, 1 the command failed, 2 it wasn't understood."""
    own_process = arguments is None
    with _without_garbage_collection(own_process):
        parsed = _parse(arguments)
        from sixqp_tui.joining.failure import Failure
        from sixqp_tui.terminal.output import print_error

    try:
        with _without_garbage_collection(own_process):
            run: Callable[[Namespace], int] = import_module(parsed.command).run
        return run(parsed)
    except Failure as failure:
        print_error(f"sixqp: {failure}")
        return failure.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the output has gone, so the interpreter must not flush it at exit.
        sys.stderr.close()
        return 141


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
    from sixqp_tui.cli.secret_options import overwrite_process_title
    from sixqp_tui.terminal.output import prepare_streams

    if arguments is None:
        overwrite_process_title()
    prepare_streams()
    return parse(arguments)

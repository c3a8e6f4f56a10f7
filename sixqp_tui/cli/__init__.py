"""The command `sixqp`: wires the rooms together, says one sentence for each failure, and sets the exit code."""

import gc
import sys
from argparse import Namespace
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 it could not be done, 2 it was not understood."""
    parsed = _parsed(arguments)
    from sixqp_tui.cli.terminal.output import print_error
    from sixqp_tui.runtime.failure import Failure

    try:
        code: int = parsed.run(parsed)
    except Failure as failure:
        print_error(f"sixqp: {failure}")
        return failure.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our lines has gone; the interpreter must not try to flush them to nobody at its end.
        sys.stderr.close()
        return 141
    return code


def _parsed(arguments: Sequence[str] | None) -> Namespace:
    """What was asked for. All that is imported for it stays, so nobody looks for garbage meanwhile."""
    collected = gc.isenabled()
    gc.disable()
    try:
        from sixqp_tui.cli.arguments.parser import parse
        from sixqp_tui.cli.arguments.secret_options import overwrite_process_title
        from sixqp_tui.cli.terminal.output import prepare_streams

        if arguments is None:
            overwrite_process_title()
        prepare_streams()
        return parse(arguments)
    finally:
        if collected:
            gc.enable()

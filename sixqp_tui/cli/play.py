"""`sixqp play`: alone against bots, at a table in this process."""

import argparse
from contextlib import AsyncExitStack

from sixqp_tui.cli.line_up import line_up_alone
from sixqp_tui.runtime.table_options import LineUp


def run(parsed: argparse.Namespace) -> int:
    """Play as the options say; the exit code."""
    gathering = line_up_alone(parsed)
    if parsed.plain:
        from sixqp_tui.cli import plain

        return plain.play(gathering, parsed)
    return on_one_screen("play", gathering, parsed)


def on_one_screen(command: str, gathering: LineUp, parsed: argparse.Namespace) -> int:
    """Show a table of this process; the exit code."""
    from sixqp_tui.cli.home import on_screen
    from sixqp_tui.tui.services import Opening

    async def at_table(stack: AsyncExitStack) -> Opening:
        from sixqp_tui.runtime.in_process import open_on_screen

        return await open_on_screen(gathering, stack)

    return on_screen(command, gathering.company[0].name, at_table, parsed)

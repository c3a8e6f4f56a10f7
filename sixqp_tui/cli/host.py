"""`sixqp host`: open a table in a process of its own, and sit down at it."""

import argparse
from contextlib import AsyncExitStack

from sixqp_tui.cli.options import opening_told, resume_options, table_options
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.terminal.player_name import Called
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine


def run(parsed: argparse.Namespace) -> int:
    """Host a table as the options say; the exit code."""
    options = table_options(parsed, ask=True) if parsed.resume is None else resume_options(parsed, "host")
    if parsed.plain:
        from sixqp_tui.cli import plain

        return plain.host(options, parsed)
    return _on_screen(options, parsed)


def _on_screen(options: TableOptions, parsed: argparse.Namespace) -> int:
    from sixqp_tui.cli.home import on_screen
    from sixqp_tui.tui.services import AtTable, Opening

    async def at_own_table(stack: AsyncExitStack, progress: ProgressLine) -> Opening:
        progress.step(opening_told(options))
        from sixqp_tui.hosting.hosted_table import host_table
        from sixqp_tui.joining.person import person_to_show

        person = person_to_show(effective_preferences(parsed).preferences)
        hosted = await host_table(options, stack, person)
        return AtTable(hosted.session, hosted)

    return on_screen("host", Called(options.name, options.name), at_own_table, parsed)

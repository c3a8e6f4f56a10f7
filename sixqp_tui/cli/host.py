"""`sixqp host`: open a table in a process of its own, and sit down at it."""

import argparse
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from sixqp_tui.cli.options import opening_text, resume_options, table_options
from sixqp_tui.features import run_app
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.player import Player
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine

if TYPE_CHECKING:
    from sixqp_tui.tui.openings import Opening


def run(parsed: argparse.Namespace) -> int:
    options = table_options(parsed, ask=True) if parsed.resume is None else resume_options(parsed, "host")
    if parsed.plain:
        from sixqp_tui.cli import plain

        return plain.host(options, parsed)
    return _show(options, parsed)


def _show(options: TableOptions, parsed: argparse.Namespace) -> int:
    async def open_table(stack: AsyncExitStack, progress: ProgressLine) -> "Opening":
        progress.step(opening_text(options))
        from sixqp_tui.hosting.hosted_table import host_table
        from sixqp_tui.hosting.succession import stand_by
        from sixqp_tui.tui.openings import AtTable

        hosted = await host_table(options, stack, effective_preferences(parsed).preferences.be_known)
        succession = await stack.enter_async_context(stand_by(hosted.seat))
        return AtTable(hosted.session, hosted, succession=succession)

    return run_app("host", Player(options.name, given=True), open_table, parsed)

"""`sixqp host`: opens a table in its own process, and sits down."""

import argparse
from typing import TYPE_CHECKING

from sixqp_tui.cli import main
from sixqp_tui.cli.options import add_table_arguments, opening_text, resume_options, table_options
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.joining.player import Player
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.output import ask
from sixqp_tui.terminal.player_name import is_at_terminal
from sixqp_tui.terminal.progress_line import ProgressLine

if TYPE_CHECKING:
    from sixqp_tui.tui.stay import Stay
    from sixqp_tui.tui.tables import Tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table_arguments(parser)
    arguments.add_plain(parser)
    arguments.add_preferences(parser)


def run(parsed: argparse.Namespace) -> int:
    if parsed.resume is None:
        options = table_options(parsed, ask=True)
    else:
        from sixqp_tui.hosting.journal import ContinuedElsewhere, mark_continued

        try:
            options = resume_options(parsed, "host")
        except ContinuedElsewhere as elsewhere:
            if not (is_at_terminal() and _wants_to_join(elsewhere.title)):
                raise
            mark_continued(elsewhere.table)
            return main(("join", *(("--plain",) if parsed.plain else ()), "--", elsewhere.target))
    if parsed.plain:
        from sixqp_tui.cli import plain

        return plain.host(options, parsed)
    return _show(options, parsed)


def _wants_to_join(title: str) -> bool:
    # Translators: a question that is answered in the same line; the answer is y or n, and Enter means yes
    question = _("“{title}” goes on at a player's computer. Sit down there? [Y/n]").format(title=title)
    typed = ask(f"{question} ")
    return typed is not None and typed.strip().casefold() in ("", "y", pgettext("typed answer", "y"))


def _show(options: TableOptions, parsed: argparse.Namespace) -> int:
    async def open_table(tables: "Tables", progress: ProgressLine) -> "Stay":
        progress.step(opening_text(options))
        return await tables.host(options)

    return run_app("host", Player(options.setup.owner_name, given=True), open_table, parsed)

"""The index of the games for a command: with a bar while it reads many, and a sentence where something is wrong."""

from collections.abc import Callable
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixqp_protocol.text import clean
from sixqp_tui.cli.terminal.output import print_error
from sixqp_tui.history import games
from sixqp_tui.history.game_index import GameIndex, IndexNotes, OnProgress
from sixqp_tui.i18n import _
from sixqp_tui.i18n.console import history as words
from sixqp_tui.runtime.failure import os_errors_as_failures

Result = TypeVar("Result")
PATH_CELLS = 200
"""Cells of a path that a sentence shows."""


def consult_history(work: Callable[[GameIndex, OnProgress], Result]) -> Result:
    """What `work` finds in the index of this user's games; Ctrl-C stops it, and what is done stays. Raises Failure.

    What is to be said of the index is said on standard error.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with os_errors_as_failures(), bar:
        task = bar.add_task(_("reading the games…"), total=None, visible=False)

        def show(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=True)

        found, notes = games.consult(lambda index: work(index, show), show)
    tell_notes(notes)
    return found


def tell_notes(notes: IndexNotes) -> None:
    """Say what is to be said of the index that has answered."""
    if notes.rebuilt:
        print_error(words.index_rebuilt(clean(str(notes.rebuilt), PATH_CELLS)))
    if notes.unwritten:
        print_error(words.index_unwritten(clean(notes.unwritten, PATH_CELLS)))
    if notes.unreadable:
        print_error(words.files_unreadable(len(notes.unreadable), clean(str(notes.unreadable[0]), PATH_CELLS)))

"""The index of the games for a command: with a bar while it reads many, and a sentence where something is wrong."""

from collections.abc import Callable
from typing import TypeVar

from sixqp_tui.features.history import games
from sixqp_tui.features.history.game_index import GameIndex, OnProgress
from sixqp_tui.features.history.game_list import tell_notes
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.terminal.output import print_error
from sixqp_tui.terminal.progress_bar import progress_bar

Result = TypeVar("Result")


def consult_history(work: Callable[[GameIndex, OnProgress], Result]) -> Result:
    """What `work` finds in the index of this user's games; Ctrl-C stops it, and what is done stays. Raises Failure.

    What is to be said of the index is said on standard error.
    """
    with os_errors_as_failures(), progress_bar() as bar:
        task = bar.add_task(_("reading the games…"), total=None, visible=False)

        def show(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=True)

        found, notes = games.consult(lambda index: work(index, show), show)
    for sentence in tell_notes(notes):
        print_error(sentence)
    return found

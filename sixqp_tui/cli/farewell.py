"""What stands in the terminal when the program has ended: how the game stands, and the way back to it."""

from shutil import get_terminal_size
from typing import NamedTuple

from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Closed, Status
from sixqp_tui.features import find_hook
from sixqp_tui.i18n import _
from sixqp_tui.presentation.result import result_lines
from sixqp_tui.presentation.spans import wrap
from sixqp_tui.presentation.view_model import is_playing
from sixqp_tui.terminal.output import print_error


class LastStay(NamedTuple):
    """The table at which somebody was last, and how they stand to it by now.

    `join_line` is what others type to get there, where it is known; `hosting`: it was opened from here, `private`:
    in this process, with which it ends. `resume_line` goes on with its game where they may close it and it is kept.
    """

    session: StateSource
    status: Status
    join_line: str | None = None
    hosting: bool = False
    private: bool = False
    resume_line: str | None = None

    @property
    def title(self) -> str:
        return self.session.state.welcome.title if self.session.state.welcome else ""


def farewell_lines(stay: LastStay, width: int | None = None) -> tuple[str, ...]:
    """How the game of the last table stands, in lines no wider than the terminal, and the way back to it."""
    width = width or get_terminal_size().columns
    way = way_back(stay)
    return (
        *result_lines(stay.title, stay.session.state.named_view, stay.session.state.news, width),
        *(wrap(way, width) if way else ()),
    )


def tell_unkept_game() -> None:
    """Say why a game of this run is not in the history, where it ought to be."""
    if sentence := find_hook("describe_unsaved_game")():
        print_error(sentence)


def way_back(stay: LastStay) -> str:
    """How to come back to the table, or to go on with its game; nothing where neither goes on."""
    reason = stay.status.reason if isinstance(stay.status, Closed) else None
    playing = is_playing(stay.session.state.view, stay.session.state.news)
    if reason not in (None, Farewell.LEFT, Farewell.CLOSED):
        return ""
    if stay.private or reason is Farewell.CLOSED:
        return (
            _("The game is saved. To continue it later: {resume_line}").format(resume_line=stay.resume_line)
            if stay.resume_line and playing
            else ""
        )
    if stay.hosting:
        return (
            _("The table stays open. To come back: {join_line}").format(join_line=stay.join_line)
            if stay.join_line
            else ""
        )
    seated = stay.session.state.news is not None and stay.session.state.news.you is not None
    line = stay.join_line or f'sixqp join "{stay.title}"'
    return _("Your seat is kept. Come back with: {line}").format(line=line) if playing and seated else ""

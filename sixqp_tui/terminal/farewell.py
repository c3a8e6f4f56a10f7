"""What the terminal shows when the program has ended: how the game stands, and the way back to it."""

from shutil import get_terminal_size
from typing import NamedTuple

from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Closed, Status
from sixqp_tui.i18n import _
from sixqp_tui.presentation.result import result_lines
from sixqp_tui.presentation.spans import wrap
from sixqp_tui.presentation.view_model import is_playing


class LastStay(NamedTuple):
    """The table where the player was last.

    `join_line` is what others type to get there, if known. `hosting`: it was opened from here. `private`: it was in
    this process, and ended with it. `resume_line` resumes its game, if the player may close the table and it has a
    journal.
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
    width = width or get_terminal_size().columns
    way = way_back(stay)
    return (
        *result_lines(stay.title, stay.session.state.named_view, stay.session.state.news, width),
        *(wrap(way, width) if way else ()),
    )


def way_back(stay: LastStay) -> str:
    """How to come back to the table or to resume its game; "" if neither goes on."""
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

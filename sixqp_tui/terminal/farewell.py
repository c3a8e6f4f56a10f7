"""What the terminal shows when the program has ended: the standings, and the way back to the game."""

from shutil import get_terminal_size
from typing import NamedTuple

from sixqp_protocol.messages import RoomNews
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import cells
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Closed, Status
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _, console as console_words, facts as facts_words, pgettext
from sixqp_tui.presentation.spans import wrap
from sixqp_tui.presentation.view_model import is_playing
from sixqp_tui.presentation.ways_in import join_by_title


class LastStay(NamedTuple):
    """The table where the player was last.

    `join_line` is what others type to get there, if known. `hosting`: it was opened from here. `private`: it was in
    this process, and ended with it. `resume_line` resumes its game, if it has a journal and the player may close
    the table.
    """

    session: StateSource
    status: Status
    join_line: str | None = None
    hosting: bool = False
    private: bool = False
    resume_line: str | None = None


def farewell_lines(stay: LastStay, width: int | None = None) -> tuple[str, ...]:
    width = width or get_terminal_size().columns
    way = way_back(stay)
    return (
        *result_lines(stay.session.state.title, stay.session.state.named_view, stay.session.state.news, width),
        *(wrap(way, width) if way else ()),
    )


def way_back(stay: LastStay) -> str:
    """How to return to the table or resume its game; "" if neither is possible."""
    reason = stay.status.reason if isinstance(stay.status, Closed) else None
    playing = is_playing(stay.session.state.view, stay.session.state.news)
    moved = stay.hosting and reason is Farewell.ELSEWHERE
    if reason not in (None, Farewell.LEFT, Farewell.CLOSED) and not moved:
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
    line = stay.join_line or join_by_title(stay.session.state.title)
    return _("Your seat is kept. Come back with: {line}").format(line=line) if playing and seated else ""


BESIDE_NAME = 12
"""Cells of a line for the rank, the heads and the gaps."""


def result_lines(title: str, view: View, news: RoomNews | None, width: int) -> tuple[str, ...]:
    """The result, or an unfinished game's standings, by rank. Empty before a game."""
    table = view.table
    if not table.names:
        return ()
    if table.ended is not None:
        heading = (
            # Translators: {title} is the table's, {verdict} such as “Ann wins with 12 heads · Bo: 71, 5 over 66”
            _("{title}: {verdict}").format(title=title, verdict=facts_words.verdict(table, view.seat))
        )
    else:
        heading = _left_at(title, table.round, table.turn)
    return (*wrap(heading, width), *_lines(view, news, width))


def _lines(view: View, news: RoomNews | None, width: int) -> tuple[str, ...]:
    totals = view.table.totals_so_far
    places = sorted(enumerate(ranks(totals)), key=lambda place: place[1])
    names = {seat: _called(view, news, seat) for seat in range(len(totals))}
    longest = min(max(map(cells, names.values())), max(1, width - BESIDE_NAME))
    return tuple(f"  {rank:>2}  {_fitted(names[seat], longest)}  {totals[seat]:>4}" for seat, rank in places)


def _called(view: View, news: RoomNews | None, seat: int) -> str:
    name = view.table.names[seat]
    bots = {chair.name for chair in news.seats if chair.occupant == "bot"} if news else set()
    marks = [(seat == view.seat, pgettext("chair", "you")), (name in bots, pgettext("chair", "bot"))]
    return console_words.person(name, [mark for holds, mark in marks if holds])


def _fitted(name: str, width: int) -> str:
    while cells(name) > width:
        name = name[:-1]
    return name + " " * (width - cells(name))


def _left_at(title: str, number: int, turn: int) -> str:
    if 1 <= turn <= 10:
        return _("{title}: round {number}, turn {turn} of 10").format(title=title, number=number, turn=turn)
    return _("{title}: round {number}").format(title=title, number=number)

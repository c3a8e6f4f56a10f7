"""How a game stands or ended, as lines that stay in the terminal when the program ends."""

from sixqp_protocol.messages import RoomNews
from sixqp_protocol.text import cells
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import facts as facts_words
from sixqp_tui.presentation.spans import wrap

BESIDE_NAME = 12
"""Cells of a line for the rank, the heads and the gaps."""


def result_lines(title: str, view: View, news: RoomNews | None, width: int) -> tuple[str, ...]:
    """The result, or how an unfinished game stands, then everybody by rank. Empty before a game."""
    table = view.table
    if not table.names:
        return ()
    if table.ended is not None:
        heading = _ended(title, facts_words.verdict(table, view.seat))
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


def _ended(title: str, verdict: str) -> str:
    # Translators: {title} is the table's, {verdict} such as “Ann wins with 12 heads · Bo: 71, 5 over 66”
    return _("{title}: {verdict}").format(title=title, verdict=verdict)


def _left_at(title: str, number: int, turn: int) -> str:
    if 1 <= turn <= 10:
        return _("{title}: round {number}, turn {turn} of 10").format(title=title, number=number, turn=turn)
    return _("{title}: round {number}").format(title=title, number=number)

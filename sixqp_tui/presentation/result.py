"""How a game stands or has ended, as lines for whoever leaves the program: they stay when the screen is gone."""

from sixqp_protocol.messages import RoomNews
from sixqp_protocol.text import cells
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import facts as facts_words
from sixqp_tui.presentation.spans import wrap

BESIDE_NAME = 12
"""Cells of a line that are not the name: the rank, the heads, and the gaps."""


def result_lines(title: str, view: View, news: RoomNews | None, width: int) -> tuple[str, ...]:
    """The result of the game at the table with this title, in lines of at most `width` cells.

    Nothing before a game. Of one that is not over, how it stands, with what was taken in the round that is played.
    Then everybody by rank, a line each.
    """
    table = view.table
    if not table.names:
        return ()
    if table.ended is not None:
        told = _ended(title, facts_words.verdict(table, view.seat))
    else:
        told = _left_at(title, table.round, table.turn)
    return (*wrap(told, width), *_lines(view, news, width))


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
    """The name in just so many cells."""
    while cells(name) > width:
        name = name[:-1]
    return name + " " * (width - cells(name))


def _ended(title: str, verdict: str) -> str:
    # Translators: {title} is the table's, {verdict} such as “Ann wins with 12 heads · Bo: 71, 5 over 66”
    return _("{title}: {verdict}").format(title=title, verdict=verdict)


def _left_at(title: str, number: int, turn: int) -> str:
    """A game is not over: where it was when its player left."""
    if 1 <= turn <= 10:
        return _("{title}: round {number}, turn {turn} of 10").format(title=title, number=number, turn=turn)
    return _("{title}: round {number}").format(title=title, number=number)

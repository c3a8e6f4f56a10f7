"""What the terminal shows when the program has ended: the standings, and the way back to the game."""

from collections.abc import Iterator

from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import cells
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.rules import ranks
from sixqp_tui.i18n import _, facts as facts_words, pgettext
from sixqp_tui.i18n.phrases import labelled, person
from sixqp_tui.presentation.cells import pad
from sixqp_tui.presentation.view_model import is_playing
from sixqp_tui.presentation.ways_in import join_by_title


def farewell_lines(
    state: SessionState,
    join_line: str | None = None,
    *,
    hosting: bool = False,
    private: bool = False,
    resume_line: str | None = None,
) -> Iterator[str]:
    """The result, and how to return to the table or resume its game if that is possible.

    `join_line` is what others type to get there, if known. `hosting`: it was opened from here. `private`: it was in
    this process, and ended with it. `resume_line` resumes its game, if it has a journal and the player may close
    the table.
    """
    yield from result_lines(state)
    reason = state.status.reason if isinstance(state.status, Closed) else None
    playing = is_playing(state.view, state.news)
    moved = hosting and reason is Farewell.ELSEWHERE
    if reason not in (None, Farewell.LEFT, Farewell.CLOSED) and not moved:
        return
    sentence, line = "", join_line
    if private or reason is Farewell.CLOSED:
        sentence, line = _("The game is saved. To continue it later: {line}"), resume_line if playing else None
    elif hosting:
        sentence = _("The table stays open. To come back: {line}")
    elif playing and state.news and state.news.you is not None:
        sentence = _("Your seat is kept. Come back with: {line}")
        line = line or join_by_title(state.title)
    if sentence and line:
        yield sentence.format(line=line)


def result_lines(state: SessionState) -> Iterator[str]:
    """The result, or an unfinished game's standings, by rank. Empty before a game."""
    view, table, news = state.named_view, state.view.table, state.news
    if not table.names:
        return
    if table.ended is None:
        in_turn = 1 <= table.turn <= HAND
        where = _("round {number}, turn {turn}") if in_turn else _("round {number}")
        result = where.format(number=table.round, turn=table.turn)
    else:
        result = facts_words.verdict(view.table, view.seat)
    yield labelled(state.title, result)
    bots = {chair.name for chair in news.seats if chair.occupant == "bot"} if news else set()
    called = [
        (name, [(seat == view.seat, pgettext("chair", "you")), (name in bots, pgettext("chair", "bot"))])
        for seat, name in enumerate(view.table.names)
    ]
    names = [person(name, [mark for holds, mark in marks if holds]) for name, marks in called]
    totals = table.totals_so_far
    for seat, rank in sorted(enumerate(ranks(totals)), key=lambda place: place[1]):
        yield f"  {rank:>2}  {pad(names[seat], max(map(cells, names)))}  {totals[seat]:>4}"

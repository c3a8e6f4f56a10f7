"""`sixqp replay`: shows a finished game again, on its table or line by line."""

import argparse
from collections.abc import Iterator, Sequence

from sixqp_protocol.text import clean
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.cards import HAND
from sixqp_tui.features.history.games import find_game, find_seat, own_identities
from sixqp_tui.features.history.record import GameRecord, seat_of, session_of_record
from sixqp_tui.i18n import _, errors as errors_words, waits
from sixqp_tui.i18n.local_time import format_moment, local_moment
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.failure import Failure
from sixqp_tui.plain import table_text
from sixqp_tui.plain.narrator import Narrator, describe_position
from sixqp_tui.presentation.chapters import after, find_chapters, no_such_place
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_feature
from sixqp_tui.terminal.output import ask, print_sentences
from sixqp_tui.terminal.player_name import is_at_terminal
from sixqp_tui.terminal.progress_line import run_with_progress


def passages(session: RecordedSession) -> Iterator[Sequence[str]]:
    """The lines of each turn from the session's position on, with open hands when a round begins."""
    chapters, narrator = find_chapters(session.facts), Narrator(session, recorded=True)
    places = zip(chapters.turns, chapters.places, strict=True)
    stops = tuple(position for position, (_round, turn) in places if turn <= HAND)

    def hands() -> Sequence[str]:
        model = narrator.model
        return table_text.hands(model) if model.view.hands_open and any(model.table.hands) else ()

    if session.position > chapters.steps[0]:
        yield (*describe_position(narrator.model), *hands())
    else:
        session.seek(0)
    while session.position < chapters.end:
        before = narrator.model.table.round
        lines = narrator.tell(session.seek(after(stops, session.position, chapters.end)), 0.0)
        yield (*lines, *(hands() if narrator.model.table.round > before else ()))


NO_SEAT = "none"
"""In place of a player: nobody, as a watcher."""
MAX_SHOWN = 40
"""Characters."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    seat = _("see what this player saw, by name or number; none: a watcher (default: your seat, all hands open)")
    # Translators: what is typed for a player
    parser.add_argument("--seat", metavar=_("PLAYER"), default=None, help=seat)
    start = _("start at this round, or at a turn of it, such as 3.5")
    # Translators: “TURN” and “ROUND” stand for numbers
    parser.add_argument("--from", dest="start", metavar=_("ROUND[.TURN]"), default=None, help=start)
    plain = _("show the game in plain text, line by line; Enter continues, and a pipe gets everything at once")
    parser.add_argument("--plain", action="store_true", help=plain)
    arguments.add_preferences(parser)


def run(parsed: argparse.Namespace) -> int:
    """Raises Failure."""
    if not (parsed.plain or is_at_terminal()):
        raise Failure(errors_words.no_terminal("replay"), code=2)
    record = run_with_progress(waits.reading_game(), lambda: find_game(parsed.game))
    session = open_session(record, parsed.seat, parsed.start)
    if not parsed.plain:
        return _show(session, parsed)
    print_sentences(f"{table_title(record.title)} · {format_moment(local_moment(record.ended))}")
    return _print_passages(session)


def open_session(record: GameRecord, seat: str | None, start: str | None) -> RecordedSession:
    """From this seat, or from the user's own with all hands open. Raises Failure."""
    session = session_of_record(record, seat=seat_of(record, own_identities()), hands_open=seat is None)
    if seat is not None:
        watcher = seat.casefold() == NO_SEAT and NO_SEAT not in session.state.names
        session.look_from(None if watcher else find_seat(record, seat), hands_open=False)
    if start is not None:
        chapters = find_chapters(record.facts)
        position = chapters.find_place(start)
        if position is None:
            raise Failure(no_such_place(clean(start, MAX_SHOWN)), code=2)
        session.seek(position)
    return session


def _show(session: RecordedSession, parsed: argparse.Namespace) -> int:
    from sixqp_tui.features.replay.screen import open_replay  # 40 ms at the first line with --plain

    return run_feature("replay", parsed, lambda app, end: open_replay(app, session, end))


def _print_passages(session: RecordedSession) -> int:
    """At a keyboard one passage for each Enter, else everything."""
    for number, lines in enumerate(passages(session)):
        if number and not _wants_more():
            break
        for line in lines:
            print_sentences(line)
    return 0


def _wants_more() -> bool:
    if not is_at_terminal():
        return True
    typed = ask("(Enter, quit): ")
    return typed is not None and typed.strip().casefold() != "quit"

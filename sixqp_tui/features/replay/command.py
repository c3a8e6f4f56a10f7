"""`sixqp replay`: shows a finished game again, on its table or line by line."""

import argparse
from collections.abc import Sequence

from sixqp_protocol.text import clean
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.cards import HAND
from sixqp_tui.features.history import words as games_words
from sixqp_tui.features.history.games import find_recorded_game, own_identities
from sixqp_tui.features.history.record import GameRecord, seat_of, session_of_record
from sixqp_tui.i18n import _, errors as errors_words, ngettext, waits
from sixqp_tui.i18n.local_time import format_moment, local_moment
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.joining.failure import Failure
from sixqp_tui.plain import table_text
from sixqp_tui.plain.narrator import Narrator, describe_position
from sixqp_tui.presentation.chapters import after, find_chapters
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_feature
from sixqp_tui.terminal.output import ask, print_sentences
from sixqp_tui.terminal.player_name import is_at_terminal
from sixqp_tui.terminal.progress_line import run_with_progress


class LineReplay:
    """One passage at a time; with all hands open it names them too."""

    def __init__(self, session: RecordedSession) -> None:
        self._session = session
        self.chapters = find_chapters(session.facts)
        self._stops = tuple(
            position
            for position, (_round, turn) in zip(self.chapters.turns, self.chapters.places, strict=True)
            if turn <= HAND
        )
        self._narrator = Narrator(session, recorded=True)

    @property
    def over(self) -> bool:
        return self._session.position >= self.chapters.end

    def begin(self) -> Sequence[str]:
        if self._session.position <= self.chapters.steps[0]:
            self._session.seek(0)
            return self.advance()
        return (*describe_position(self._narrator.model), *self._hands())

    def advance(self) -> Sequence[str]:
        round_before = self._narrator.model.table.round
        lines = self._narrator.tell(
            self._session.seek(after(self._stops, self._session.position, self.chapters.end)), 0.0
        )
        return (*lines, *(self._hands() if self._narrator.model.table.round > round_before else ()))

    def _hands(self) -> Sequence[str]:
        model = self._narrator.model
        return table_text.hands(model) if model.view.hands_open and any(model.table.hands) else ()


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
    record = run_with_progress(waits.reading_game(), lambda: find_recorded_game(parsed.game))
    session = open_session(record, parsed.seat, parsed.start)
    if not parsed.plain:
        return _show(session, parsed)
    print_sentences(f"{record.title} · {format_moment(local_moment(record.ended))}")
    return _print_passages(session)


def open_session(record: GameRecord, seat: str | None, start: str | None) -> RecordedSession:
    """From this seat, or from the user's own with all hands open. Raises Failure."""
    session = session_of_record(record, seat=seat_of(record, own_identities()), hands_open=seat is None)
    if seat is not None:
        session.look_from(_seat_of(seat, session.state.names), hands_open=False)
    if start is not None:
        chapters = find_chapters(record.facts)
        position = chapters.find_place(start)
        if position is None:
            sentence = ngettext(
                "Expected a round or round.turn (such as 1.5) of a game of {n} round, got {given}.",
                "Expected a round or round.turn (such as 1.5) of a game of {n} rounds, got {given}.",
                len(chapters.rounds),
            )
            raise Failure(sentence.format(n=len(chapters.rounds), given=quoted(clean(start, MAX_SHOWN))), code=2)
        session.seek(position)
    return session


def _seat_of(wanted: str, names: tuple[str, ...]) -> int | None:
    """By name, or by number from 1; None for a watcher. Raises Failure."""
    folded = [name.casefold() for name in names]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    if wanted.casefold() == NO_SEAT:
        return None
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise Failure(games_words.no_such_player(clean(wanted, MAX_SHOWN), names), code=2)


def _show(session: RecordedSession, parsed: argparse.Namespace) -> int:
    from sixqp_tui.features.replay.screen import open_replay  # 40 ms at the first line with --plain

    return run_feature("replay", parsed, lambda app, end: open_replay(app, session, end))


def _print_passages(session: RecordedSession) -> int:
    """At a keyboard one passage for each Enter, else everything."""
    replay = LineReplay(session)
    lines = replay.begin()
    while True:
        for line in lines:
            print_sentences(line)
        if replay.over or not _wants_more():
            return 0
        lines = replay.advance()


def _wants_more() -> bool:
    if not is_at_terminal():
        return True
    typed = ask(_("Enter: continue · q: quit "))
    return typed is not None and typed.strip().casefold() != "q"

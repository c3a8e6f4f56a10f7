"""The title of the terminal's window and the bell, which call a player who looks elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sixqp_protocol.text import TITLE_CELLS, clean
from sixqp_tui.i18n import _
from sixqp_tui.i18n.home import BETWEEN, PROGRAM
from sixqp_tui.tui.theme import glyphs

if TYPE_CHECKING:
    from sixqp_tui.engine.pending import DecisionId
    from sixqp_tui.tui.player_session import PlayerSession
    from sixqp_tui.tui.table_context import TableContext


def open_decision(session: PlayerSession) -> tuple[int, DecisionId] | None:
    """The game, and what the session's seat is to decide now in it, whether or not it has been shown yet."""
    wanted = session.view.decision_id
    if wanted is None or (session.news is not None and session.news.paused):
        return None
    return session.game, wanted


class TurnAlert:
    """Calls a player who looks elsewhere: by `set_title` while a decision is asked, and by `ring` once for each.

    It rings for a new game too.
    """

    def __init__(self, set_title: Callable[[str], None], ring: Callable[[], None]) -> None:
        self._set_title = set_title
        self._ring = ring
        self._context: TableContext | None = None
        self._title: str | None = None
        self._rung: tuple[int, DecisionId] | None = None
        self._game: int | None = None

    def clear(self) -> None:
        """The player is at no table any more."""
        self._context = self._rung = self._game = None
        self.refresh()

    def update(self, context: TableContext) -> None:
        """Something has happened at this table."""
        session, now = context.session, open_decision(context.session)
        begins = self._context is context and session.game != self._game and session.view.seat is not None
        self._context, self._game = context, session.game
        if begins or (now is not None and now != self._rung):
            self._ring()
        self._rung = now or self._rung
        self.refresh()

    def refresh(self) -> None:
        context = self._context
        table = clean(context.title, TITLE_CELLS) if context and context.title else ""
        yours = context is not None and not context.closed and open_decision(context.session) is not None
        title = _window_title(table, glyphs.POINTER, yours)
        if title != self._title:
            self._title = title
            self._set_title(title)


def _window_title(table: str, sign: str, yours: bool) -> str:
    """The window's title: whose turn it is if it is the reader's, with a sign before it, and at which table."""
    # Translators: the title of the window; {sign} is a mark that catches the eye
    called = _("{sign} your turn").format(sign=sign) if yours else ""
    parts = (called, table, PROGRAM)
    return BETWEEN.join(part for part in parts if part)


TITLELESS: Final = ("linux", "dumb")
"""Kinds of terminals (TERM) that have no title, and may draw what they do not know."""
_SET: Final = "\x1b]0;{}\x07"
SAVE: Final = "\x1b[22;0t"
"""Let the terminal remember the title that it has. Terminals that cannot do that ignore it."""
RESTORE: Final = _SET.format("") + "\x1b[23;0t"
"""No title of ours any more; and the remembered one, where there is one."""


def title_sequence(title: str) -> str:
    """What sets this title. Only what can be printed goes into it: nothing in it may end the sequence."""
    return _SET.format("".join(character for character in title if character.isprintable()))


class WindowTitle:
    """Sets the title by `write`. Drivers of all systems take the sequences: they are the terminal's to read."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._saved = False

    def set(self, title: str) -> None:
        """Let the window bear this title; the first time, the terminal is asked to remember the one it had."""
        self._send(title_sequence(title) if self._saved else SAVE + title_sequence(title))
        self._saved = True

    def restore(self) -> None:
        self._send(RESTORE)

    def _send(self, sequence: str) -> None:
        if os.environ.get("TERM") not in TITLELESS:
            self._write(sequence)

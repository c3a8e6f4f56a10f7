"""Calling a player who looks elsewhere: the title of the window, and the bell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sixqp_protocol.text import TITLE_CELLS, clean
from sixqp_tui.i18n.home import window_title
from sixqp_tui.tui.theme import glyphs

if TYPE_CHECKING:
    from sixqp_tui.engine.pending import DecisionId
    from sixqp_tui.tui.controller.table_context import Sitting
    from sixqp_tui.tui.player_session import PlayerSession


def asked(session: PlayerSession) -> tuple[int, DecisionId] | None:
    """The game, and what the session's seat is to decide now in it, whether or not it has been shown yet."""
    wanted = session.view.decision_id
    if wanted is None or (session.news is not None and session.news.paused):
        return None
    return session.game, wanted


class Summons:
    """Calls with `entitle` while a decision is the player's, and with `ring` once for each, and for a new game."""

    def __init__(self, entitle: Callable[[str], None], ring: Callable[[], None]) -> None:
        self._entitle = entitle
        self._ring = ring
        self._sitting: Sitting | None = None
        self._title: str | None = None
        self._rung: tuple[int, DecisionId] | None = None
        self._game: int | None = None

    def rest(self) -> None:
        """The player is at no table any more."""
        self._sitting = self._rung = self._game = None
        self.again()

    def look(self, sitting: Sitting) -> None:
        """Something has happened at this table."""
        session, now = sitting.session, asked(sitting.session)
        begins = self._sitting is sitting and session.game != self._game and session.view.seat is not None
        self._sitting, self._game = sitting, session.game
        if begins or (now is not None and now != self._rung):
            self._ring()
        self._rung = now or self._rung
        self.again()

    def again(self) -> None:
        """Say in the title, in the language in use, what is known already; nothing where it says so."""
        sitting = self._sitting
        table = clean(sitting.title, TITLE_CELLS) if sitting and sitting.title else ""
        yours = sitting is not None and not sitting.closed and asked(sitting.session) is not None
        title = window_title(table, glyphs.POINTER, yours)
        if title != self._title:
            self._title = title
            self._entitle(title)

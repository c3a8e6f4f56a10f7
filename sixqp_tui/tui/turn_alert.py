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
    from sixqp_tui.client.session_state import PlayerSession
    from sixqp_tui.engine.table import DecisionId
    from sixqp_tui.tui.stay import Stay


def open_decision(session: PlayerSession) -> tuple[int, DecisionId] | None:
    """The game and decision that the player can make now; None while the table doesn't answer or pauses."""
    from sixqp_tui.client.status import Connected  # 20 ms at the first frame

    state = session.state
    wanted, paused = state.view.decision_id, state.news is not None and state.news.paused
    return (state.game, wanted) if wanted and state.status == Connected() and not paused else None


TITLELESS: Final = ("linux", "dumb")
"""Terminals (TERM) that have no title and may draw unknown sequences."""
_SET: Final = "\x1b]0;{}\x07"
SAVE: Final = "\x1b[22;0t"
"""Ask the terminal to remember its title. Terminals that can't do so ignore this."""
RESTORE: Final = _SET.format("") + "\x1b[23;0t"
"""Clear the title, and restore the remembered one if there is one."""


def title_sequence(title: str) -> str:
    """Without unprintable characters, which could end the sequence."""
    return _SET.format("".join(character for character in title if character.isprintable()))


class TurnAlert:
    """Shows in the window's title that a decision is due, and rings once for each decision and game.

    `write` sends a sequence to the terminal, which remembers its own title until `restore`.
    """

    def __init__(self, write: Callable[[str], object], ring: Callable[[], object]) -> None:
        self._write = write
        self._ring = ring
        self._stay: Stay | None = None
        self._title: str | None = None
        self._rung: tuple[int, DecisionId] | None = None
        self._game: int | None = None

    def clear(self) -> None:
        self._stay = self._rung = self._game = None
        self.refresh()

    def update(self, stay: Stay) -> None:
        session, now = stay.session, open_decision(stay.session)
        begins = self._stay is stay and session.state.game != self._game and session.state.view.seat is not None
        self._stay, self._game = stay, session.state.game
        if begins or (now is not None and now != self._rung):
            self._ring()
        self._rung = now or self._rung
        self.refresh()

    def refresh(self) -> None:
        stay = self._stay
        table = clean(stay.session.state.title, TITLE_CELLS) if stay else ""
        yours = stay is not None and open_decision(stay.session) is not None
        # Translators: the title of the window; {sign} is a mark that catches the eye
        turn = _("{sign} your turn").format(sign=glyphs.POINTER) if yours else ""
        title = BETWEEN.join(filter(None, (turn, table, PROGRAM)))
        if title != self._title:
            self._send(("" if self._title else SAVE) + title_sequence(title))
            self._title = title

    def restore(self) -> None:
        self._send(RESTORE)

    def _send(self, sequence: str) -> None:
        if os.environ.get("TERM") not in TITLELESS:
            self._write(sequence)

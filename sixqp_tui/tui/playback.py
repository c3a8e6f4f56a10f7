"""The game as it is shown: one more fold of the session's facts, which may lag behind it."""

from typing import Literal

from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import words_table as words
from sixqp_tui.tui.chronicle import Chronicle
from sixqp_tui.tui.pacing import Pace, at_once
from sixqp_tui.tui.player_session import PlayerSession

Part = Literal["table", "draft", "scores"]


class Playback:
    """Folds the facts of a session's game at a pace, and knows which part of the game is to be shown.

    What was over when it began to look counts as read.
    """

    def __init__(self, session: PlayerSession, pace: Pace = at_once) -> None:
        self._session = session
        self._pace = pace
        self.begin()

    @property
    def where(self) -> str:
        """Where in the game that is, for the title line."""
        table = self.chronicle.view.table
        if self.part == "scores":
            return words.where_after(len(table.scores), table.rules)
        if self.part == "draft":
            return words.where_in_draft(table.round, table.pick, HAND * table.seats, table.rules)
        return words.where_in_game(table.round, table.turn, table.rules)

    def begin(self) -> None:
        """Start over, with what the session knows now."""
        self._game = self._session.game
        self._rounds_read = 0
        self.chronicle = Chronicle.blank(self._session.view.seat)
        self.catch_up()
        self.read_scores()

    @property
    def part(self) -> Part:
        """The part of the game that is on: the scores until they are read, and when all is over."""
        table = self.chronicle.view.table
        if table.ended or len(table.scores) > self._rounds_read:
            return "scores"
        return "draft" if table.drafting else "table"

    def catch_up(self) -> None:
        """Show what is due of the facts that are not shown yet; another game, or another seat, begins anew."""
        history, seat = self._session.history, self._session.view.seat
        known = (self._game, self.chronicle.view.seat)
        if known != (self._session.game, seat) or len(history) < self.chronicle.length:
            self._game, self._rounds_read, self.chronicle = self._session.game, 0, Chronicle.blank(seat)
        outstanding = history[self.chronicle.length :]
        if outstanding:
            self.chronicle = self.chronicle.after(outstanding[: self._pace(outstanding)])

    def retell(self) -> None:
        """Tell in the language in use what has been shown."""
        shown = self._session.history[: self.chronicle.length]
        self.chronicle = Chronicle.blank(self.chronicle.view.seat).after(shown)

    def read_scores(self) -> None:
        """The reader has seen the scores of the rounds that are over."""
        self._rounds_read = len(self.chronicle.view.table.scores)

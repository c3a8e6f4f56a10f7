"""The game as it is shown, which may lag behind what its session knows."""

from typing import Literal

from sixqp_protocol.facts import CardsRevealed, GameEnded
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import table as table_words
from sixqp_tui.presentation.feed import Feed
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.animation.frames import Frame, frames, newest_turn

Part = Literal["table", "draft", "scores", "finish"]


class Timeline:
    """Shows the facts of a paced feed, at once or frame by frame, and the part of the game that is on.

    Call `advance` when the `frame` has been shown for its time. The scores of rounds that ended before the timeline
    began count as read, unless the game pauses at them.
    """

    def __init__(self, session: PlayerSession, feed: Feed | None = None) -> None:
        self._session = session
        self._feed = feed or Feed(session, paced=True)
        self._frames: tuple[Frame, ...] = ()
        self._facts_after_frames = 0
        self.start()

    @property
    def transcript(self) -> Transcript:
        return self._feed.model.shown

    @property
    def frame(self) -> Frame | None:
        """None while nothing moves."""
        return self._frames[0] if self._frames else None

    @property
    def where(self) -> str:
        table = self.transcript.view.table
        if self.part in ("scores", "finish") or table.between_rounds:
            return table_words.where_after(len(table.scores), table.rules)
        if self.part == "draft":
            return table_words.where_in_draft(table.round, table.pick, HAND * table.seats, table.rules)
        return table_words.where_in_game(table.round, min(table.turn, HAND), table.rules)

    def start(self) -> None:
        self._rounds_read, self._scores_open = 0, False
        self.skip()
        if not self.transcript.view.table.between_rounds:
            self.mark_scores_read()

    @property
    def part(self) -> Part:
        """The scores until they are read or while they are open, and the finish after the game."""
        table = self.transcript.view.table
        if table.ended and not self._scores_open:
            return "finish"
        if self._scores_open or len(table.scores) > self._rounds_read:
            return "scores"
        return "draft" if table.drafting else "table"

    def catch_up(self, moving: bool = False) -> None:
        """Show new facts, frame by frame if `moving`, but never more than one turn.

        Starts over at another game or seat.
        """
        if self._start_over_if_changed() or not moving:
            self.skip()
            return
        late = newest_turn(tuple(self._feed.outstanding))
        if late:
            self._frames = ()
            self._feed.show(late)
        self._make_frames()

    def advance(self) -> None:
        if self._start_over_if_changed():
            self.skip()
            return
        self._frames = self._frames[1:]
        if not self._frames:
            self._feed.show(self._facts_after_frames)
            self._make_frames()

    def skip(self) -> None:
        self._start_over_if_changed()
        self._frames = ()
        self._feed.show()

    def _start_over_if_changed(self) -> bool:
        """Returns whether the session is at another game or seat, of which nothing has been shown yet."""
        changed = self._feed.catch_up()
        if changed:
            self._rounds_read, self._scores_open = 0, False
        return changed

    def _make_frames(self) -> None:
        while not self._frames and (outstanding := self._feed.outstanding):
            fact = outstanding[0]
            if self.part != "table" and not isinstance(fact, GameEnded):
                self._feed.show(1)
                continue
            self._frames = frames(fact, self.transcript.view.table)
            shown_after = isinstance(fact, CardsRevealed | GameEnded)
            self._facts_after_frames = 0 if shown_after else 1
            if shown_after or not self._frames:
                self._feed.show(1)

    def open_scores(self) -> None:
        self.skip()
        self._scores_open = True

    def mark_scores_read(self) -> None:
        self._rounds_read, self._scores_open = len(self.transcript.view.table.scores), False

    def leave_pause(self) -> None:
        self._rounds_read, self._scores_open = len(self._session.state.view.table.scores), False


TICKS: dict[PaceName, float] = {"off": 0.0, "slow": 0.1, "normal": 0.05, "fast": 0.025}
"""Seconds per tick; 0 shows everything at once."""

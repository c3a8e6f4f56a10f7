"""The game as it is shown, which may lag behind what its session knows."""

from typing import Literal

from sixqp_protocol.facts import CardsRevealed
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import table as table_words
from sixqp_tui.presentation.feed import Feed
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.tui.animation.frames import Frame, frames, newest_turn

Part = Literal["table", "draft", "scores"]


class Timeline:
    """Shows the facts of a paced feed, at once or frame by frame, and knows which part of the game is on.

    Whoever shows a `frame` says when the next is due. The scores of rounds that ended before the timeline began
    count as read, unless the game pauses at them.
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
        """The frame that stands over the table; None where nothing moves."""
        return self._frames[0] if self._frames else None

    @property
    def where(self) -> str:
        """Where in the game that is, for the title line."""
        table = self.transcript.view.table
        if self.part == "scores" or table.between_rounds:
            return table_words.where_after(len(table.scores), table.rules)
        if self.part == "draft":
            return table_words.where_in_draft(table.round, table.pick, HAND * table.seats, table.rules)
        return table_words.where_in_game(table.round, min(table.turn, HAND), table.rules)

    def start(self) -> None:
        """Show what the session knows now."""
        self._rounds_read, self._scores_open = 0, False
        self.skip()
        if not self.transcript.view.table.between_rounds:
            self.mark_scores_read()

    @property
    def part(self) -> Part:
        """The part of the game that is on: the scores until they are read, while opened, and when all is over."""
        table = self.transcript.view.table
        if table.ended or self._scores_open or len(table.scores) > self._rounds_read:
            return "scores"
        return "draft" if table.drafting else "table"

    def catch_up(self, moving: bool = False) -> None:
        """Show what is not shown yet, frame by frame where it is `moving`, but never more than one turn of it.

        Another game, or another seat, begins anew.
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
        """The next frame; after the last of a fact the table after it."""
        if self._start_over_if_changed():
            self.skip()
            return
        self._frames = self._frames[1:]
        if not self._frames:
            self._feed.show(self._facts_after_frames)
            self._make_frames()

    def skip(self) -> None:
        """Show all that is known."""
        self._start_over_if_changed()
        self._frames = ()
        self._feed.show()

    def _start_over_if_changed(self) -> bool:
        """Whether the session is at another game, or has another reader; then nothing of it is shown yet."""
        changed = self._feed.catch_up()
        if changed:
            self._rounds_read, self._scores_open = 0, False
        return changed

    def _make_frames(self) -> None:
        """Go on to the next fact that moves; beside a score sheet nothing does."""
        while not self._frames and (outstanding := self._feed.outstanding):
            fact = outstanding[0]
            if self.part != "table":
                self._feed.show(1)
                continue
            self._frames = frames(fact, self.transcript.view.table)
            shown_after = isinstance(fact, CardsRevealed)
            self._facts_after_frames = 0 if shown_after else 1
            if shown_after or not self._frames:
                self._feed.show(1)

    def retranslate(self) -> None:
        self._feed.retranslate()

    def open_scores(self) -> None:
        """The reader asks for the scores; nothing moves beside them."""
        self.skip()
        self._scores_open = True

    def mark_scores_read(self) -> None:
        self._rounds_read, self._scores_open = len(self.transcript.view.table.scores), False

    def leave_pause(self) -> None:
        self._rounds_read, self._scores_open = len(self._session.state.view.table.scores), False

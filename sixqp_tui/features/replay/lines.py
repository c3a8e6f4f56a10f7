"""A game that is over, line by line: what happened between two moments at which the table waited. No I/O."""

from collections.abc import Sequence

from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.cards import HAND
from sixqp_tui.plain import table_text
from sixqp_tui.plain.narrator import Narrator, tell_where_we_are
from sixqp_tui.presentation.chapters import after, find_chapters


class LineReplay:
    """Tells the game of a session from where it is, a passage at a time; with all hands open it tells them too."""

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
        """What is told first: the beginning of the game, or where it is."""
        if self._session.position <= self.chapters.steps[0]:
            self._session.seek(0)
            return self.go_on()
        return (*tell_where_we_are(self._narrator.model), *self._hands())

    def go_on(self) -> Sequence[str]:
        """What happens up to the next turn, or to the end."""
        round_before = self._narrator.model.table.round
        lines = self._narrator.tell(
            self._session.seek(after(self._stops, self._session.position, self.chapters.end)), 0.0
        )
        return (*lines, *(self._hands() if self._narrator.model.table.round > round_before else ()))

    def _hands(self) -> Sequence[str]:
        """All hands, where they are open and cards lie in them."""
        model = self._narrator.model
        return table_text.hands(model) if model.view.hands_open and any(model.table.hands) else ()

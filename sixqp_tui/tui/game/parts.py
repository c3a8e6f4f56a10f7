"""The parts of a game: the table, the draft and the scores, of which one is on."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.timeline import Part
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.widgets.common.prompt import Prompt


class GameParts(ContentSwitcher):
    """The table is there from the start, and the part that is on `first`; any other one when it is added."""

    DEFAULT_CSS = "GameParts { height: 1fr; }"

    def __init__(self, session: PlayerSession, clock: Callable[[], float], first: Part) -> None:
        super().__init__(initial="table")
        self._session = session
        self._clock = clock
        self._first = first

    def compose(self) -> ComposeResult:
        yield self._create("table")
        if self._first != "table":
            yield self._create(self._first)

    @property
    def pane(self) -> Pane:
        return self.query_one(f"#{self.current}", Pane)

    def _has(self, part: Part) -> bool:
        return bool(self.query_children(f"#{part}"))

    async def add(self, part: Part) -> None:
        """Let this part be there, unseen as yet."""
        if not self._has(part):
            await self.add_content(self._create(part))

    def turn_to(self, part: Part) -> bool:
        """Let this part be on; whether it is there."""
        if not self._has(part):
            return False
        if self.current != part:
            self.current = part
            self.pane.appear()
        return True

    def _create(self, part: Part) -> Pane:
        given = self._session, ViewModel(Transcript(self._session.state.view)), Prompt(self._clock)
        match part:
            case "table":
                return TablePane(*given, id=part)
            case "draft":
                from sixqp_tui.tui.game.draft_pane import DraftPane

                return DraftPane(*given, id=part)
            case "scores":
                from sixqp_tui.tui.game.score_pane import ScorePane

                return ScorePane(*given, id=part)

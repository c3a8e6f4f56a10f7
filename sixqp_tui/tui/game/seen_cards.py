"""The cards seen this round, over the table; what the table asks meanwhile is said below them."""

from textual import getters
from textual.app import ComposeResult
from textual.containers import Center
from textual.screen import Screen

from sixqp_tui.engine.card_locations import card_locations
from sixqp_tui.i18n import _
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.commands import CLOSE, RULES
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall
from sixqp_tui.tui.widgets.game.seen_cards import SeenCards


class SeenCardsScreen(Screen[None]):
    """Follows the game: whoever opens it tells it every `ViewModel` and the prompt of the table (`follow`)."""

    DEFAULT_CSS = """
    SeenCardsScreen { background: $felt; }
    SeenCardsScreen { align: center top; }
    SeenCardsScreen Center { height: 1fr; margin: 1 0 1 0; }
    SeenCardsScreen Prompt { width: 80; margin: 0 0 1 0; }
    """

    BINDINGS = [
        CLOSE,
        CLOSE.by("c,enter,q"),
        RULES,
    ]

    title_line = getters.query_one(TitleLine)
    cards = getters.query_one(SeenCards)
    prompt = getters.query_one(Prompt)

    def __init__(self, title: str, model: ViewModel, asks: Prompt) -> None:
        super().__init__()
        self._table = title
        self._model = model
        self._asks = asks

    def compose(self) -> ComposeResult:
        yield TitleLine()
        with Center():
            yield SeenCards()
        yield Prompt(self._asks.clock)
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        self.retranslate()

    def follow(self, model: ViewModel, asks: Prompt) -> None:
        """The game has gone on."""
        self._model, self._asks = model, asks
        if self.is_mounted:
            self._show()

    def retranslate(self) -> None:
        self.title_line.table, self.title_line.where = self._table, _("THE CARDS OF THIS ROUND")
        self._show()
        self.cards.refresh()

    def _show(self) -> None:
        self.cards.where = card_locations(self._model.view)
        self.prompt.copy(self._asks)

    def action_close(self) -> None:
        if self.is_current:
            self.dismiss()

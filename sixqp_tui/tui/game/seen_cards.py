"""The cards seen in this round, over the table."""

from collections import Counter
from typing import NamedTuple

from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center
from textual.reactive import reactive
from textual.screen import Screen

from sixqp_tui.engine.view import CardLocation, card_locations
from sixqp_tui.i18n import _, table as table_words
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.keys import CLOSE, RULES, close
from sixqp_tui.tui.theme.glyphs import TIMES
from sixqp_tui.tui.theme.roles import DIM, FELT, GOLD, INK, SLOT, STRONG
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget
from sixqp_tui.tui.widgets.graphics.card import colours

TENS = 10
"""Cards in a line."""
STEP = 7
CARD = 5
LEFT = 5
WIDTH = LEFT + TENS * STEP


class Mark(NamedTuple):
    """The marks before and after a number, and their colours; None: those of the card."""

    before: str
    after: str
    ink: str | None
    block: str | None


MARKS: dict[CardLocation, Mark] = {
    "unseen": Mark(" ", " ", STRONG, SLOT),
    "deck": Mark(" ", " ", STRONG, SLOT),
    "mine": Mark("(", ")", GOLD, FELT),
    "table": Mark("[", "]", None, None),
    "theirs": Mark("<", ">", INK, FELT),
    "gone": Mark(TIMES, " ", DIM, FELT),
}


class SeenCards(CellWidget):
    DEFAULT_CSS = f"SeenCards {{ width: {WIDTH}; height: 1fr; }}"

    where: reactive[dict[int, CardLocation]] = reactive[dict[int, CardLocation]](dict)

    @property
    def tens(self) -> int:
        return -(-max(self.where, default=0) // TENS)

    def render(self) -> Canvas:
        canvas = Canvas(WIDTH, self.size.height)
        legend = self._legend()
        step = 2 if 2 * self.tens + len(legend) <= self.size.height else 1
        for card, where in self.where.items():
            line, place = divmod(card - 1, TENS)
            self._draw(canvas, LEFT + STEP * place, line * step, card, where)
        top = self.tens * step + (step == 1 and self.tens + len(legend) < self.size.height)
        for y, meanings in enumerate(legend, top):
            self._draw_legend(canvas, y, meanings)
        return canvas

    def _draw(self, canvas: Canvas, x: int, y: int, card: int, where: CardLocation) -> None:
        mark, look = MARKS[where], colours(card)
        canvas.fill(x, y, CARD, 1, mark.block or look.block)
        text = f"{mark.before}{card}{mark.after}".rjust(CARD)
        canvas.text(x, y, text, mark.ink or look.ink, bold=where != "gone")

    def _legend(self) -> list[list[tuple[Mark, str]]]:
        counts = Counter(self.where.values())
        lines: list[list[tuple[Mark, str]]] = []
        used = WIDTH
        for where, mark in MARKS.items():
            if not counts[where]:
                continue
            meaning = table_words.seen_count(where, counts[where])
            size = CARD + 3 + cell_len(meaning)
            if used + size > WIDTH - LEFT:
                lines.append([])
                used = 0
            lines[-1].append((mark, meaning))
            used += size
        return lines

    def _draw_legend(self, canvas: Canvas, y: int, line: list[tuple[Mark, str]]) -> None:
        x = LEFT
        for mark, meaning in line:
            block = mark.block or colours(1).block
            sign = f"{mark.before}45{mark.after}".rjust(CARD)
            canvas.text(x, y, sign, mark.ink or colours(1).ink, block, bold=True)
            x = canvas.text(x + CARD + 1, y, meaning, DIM) + 2


class SeenCardsScreen(Screen[None]):
    """The screen below calls `follow` with every model."""

    DEFAULT_CSS = """
    SeenCardsScreen Page { align: center top; }
    SeenCardsScreen Center { height: 1fr; margin: 1 0 1 0; }
    SeenCardsScreen Prompt { width: 80; margin: 0 0 1 0; }
    """

    BINDINGS = [CLOSE, Binding("c,enter,q", "close", show=False), RULES]

    cards = getters.query_one(SeenCards)
    prompt = getters.query_one(Prompt)

    def __init__(self, title: str, model: ViewModel, asks: Prompt) -> None:
        super().__init__()
        self._table = title
        self._model = model
        self._asks = asks

    def compose(self) -> ComposeResult:
        with Page(lambda: self._table, lambda: _("THE CARDS OF THIS ROUND")):
            with Center():
                yield SeenCards()
            yield Prompt(self._asks.clock)

    def on_mount(self) -> None:
        self.show()

    def follow(self, model: ViewModel, asks: Prompt) -> None:
        self._model, self._asks = model, asks
        if self.is_mounted:
            self.show()

    def show(self) -> None:
        self.cards.where = card_locations(self._model.view)
        self.cards.refresh()
        self.prompt.copy(self._asks)

    action_close = close

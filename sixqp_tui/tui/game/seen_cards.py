"""The cards seen in this round, over the table."""

from collections import Counter
from typing import NamedTuple

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.engine.view import CardLocation, card_locations
from sixqp_tui.i18n import _, table as table_words
from sixqp_tui.i18n.phrases import labelled
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.keys import CLOSE, RULES, close
from sixqp_tui.tui.theme.glyphs import TIMES
from sixqp_tui.tui.widgets.common.columns import columns
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.graphics.card import colours

TENS = 10
"""Cards in a line."""
IN_A_LINE = 3
"""Meanings in a line of the legend."""


class Mark(NamedTuple):
    """The marks before and after a number, and their style; "": that of the card."""

    before: str
    after: str
    style: str


MARKS: dict[CardLocation, Mark] = {
    "unseen": Mark(" ", " ", "bold $strong on $slot"),
    "deck": Mark(" ", " ", "bold $strong on $slot"),
    "mine": Mark("(", ")", "bold $gold"),
    "table": Mark("[", "]", ""),
    "theirs": Mark("<", ">", "bold $ink"),
    "gone": Mark(TIMES, " ", "$dim"),
}


def describe_cards(where: dict[int, CardLocation], gap: str) -> Content:
    """The cards in tens with `gap` between the lines, and below them what their marks mean."""
    cells = [_cell(card, location) for card, location in where.items()]
    cells += [Content()] * (-len(cells) % TENS)
    tens = columns([cells[at : at + TENS] for at in range(0, len(cells), TENS)], "r" * TENS)
    counts = Counter(where.values())
    legend = [_legend(each, counts[each]) for each in MARKS if counts[each]]
    lines = [Content("   ").join(legend[at : at + IN_A_LINE]) for at in range(0, len(legend), IN_A_LINE)]
    return Content("\n\n").join([Content(gap).join(tens), Content("\n").join(lines)])


def _legend(where: CardLocation, count: int) -> Content:
    return _cell(45, where) + " " + labelled(table_words.where_cards_are(where), str(count))


def _cell(card: int, where: CardLocation) -> Content:
    before, after, style = MARKS[where]
    look = colours(card)
    return Content.styled(f"{before}{card}{after}".rjust(5), style or f"bold ${look.ink} on ${look.block}")


class SeenCardsScreen(Screen[None]):
    """The screen below calls `follow` with every model."""

    BINDINGS = [CLOSE, Binding("c,enter,q", "close", show=False), RULES]

    cards = getters.query_one("#seen", Static)
    prompt = getters.query_one(Prompt)

    def __init__(self, title: str, model: ViewModel, asks: Prompt) -> None:
        super().__init__()
        self._table = title
        self._model = model
        self._asks = asks

    def compose(self) -> ComposeResult:
        with Page(lambda: self._table, lambda: _("THE CARDS OF THIS ROUND")):
            yield Static(id="seen")
            yield Prompt(self._asks.clock)

    def on_mount(self) -> None:
        self.show()

    def follow(self, model: ViewModel, asks: Prompt) -> None:
        self._model, self._asks = model, asks
        if self.is_mounted:
            self.show()

    def show(self) -> None:
        roomy = self.has_class("-high")
        self.cards.update(describe_cards(card_locations(self._model.view), "\n\n" if roomy else "\n"))
        self.prompt.copy(self._asks)

    on_resize = show

    action_close = close

"""The rules on one page, with the worked example laid out in cards."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget

from sixqp_tui.engine.rules import Rows
from sixqp_tui.i18n import _
from sixqp_tui.i18n.game import rules as rules_words
from sixqp_tui.tui.scale import CARD_SMALL
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall
from sixqp_tui.tui.widgets.common.translated_text import TranslatedText
from sixqp_tui.tui.widgets.game.rows import TableRows
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

EXAMPLE_START: Rows = ((12,), (37,), (43,), (58,))


class Figure(NamedTuple):
    """One turn of the worked example: what was turned over, and the rows after it."""

    cards: tuple[int, ...]
    rows: Rows


EXAMPLE = (
    Figure((14, 15, 44, 61), ((12, 14, 15), (37,), (43, 44), (58, 61))),
    Figure((21, 26, 30, 36), ((30, 36), (37,), (43, 44), (58, 61))),
    Figure((3, 9, 68, 83), ((30, 36), (3, 9), (43, 44), (58, 61, 68, 83))),
)
"""Article 6, from EXAMPLE_START on; in the third turn row 2 is chosen."""
ONE_OF_EACH = (1, 5, 10, 11, 55)


class CardLine(CellWidget):
    """Cards side by side."""

    DEFAULT_CSS = f"CardLine {{ height: {CARD_SMALL.lines}; width: auto; margin: 0 0 1 4; }}"

    def __init__(self, cards: tuple[int, ...]) -> None:
        super().__init__()
        self.cards = cards

    def render(self) -> Canvas:
        """The cards, painted."""
        step = CARD_SMALL.width + 1
        canvas = Canvas(step * len(self.cards), CARD_SMALL.lines)
        for place, number in enumerate(self.cards):
            card.paint_card(canvas, step * place, 0, number)
        return canvas


class RulesScreen(Screen[None]):
    """Reached from anywhere, and left for where one came from."""

    DEFAULT_CSS = """
    RulesScreen { background: $felt; }
    RulesScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    RulesScreen .page { width: 100%; max-width: 84; height: auto; }
    RulesScreen .head { color: $gold; text-style: bold; }
    RulesScreen .text { height: auto; margin: 0 0 1 0; }
    RulesScreen .after { color: $dim; height: auto; margin: 0 0 2 0; }
    RulesScreen TableRows { margin: 0 0 1 0; }
    """

    BINDINGS = [
        Binding("escape", "back", "close", key_display="Esc"),
        Binding("q", "back", "close", show=False),
        Binding("f1", "back", "close", key_display="F1", show=False, priority=True),
    ]

    def compose(self) -> ComposeResult:
        """The page."""
        yield TitleLine()
        with VerticalScroll(), Vertical(classes="page"):
            yield from _page()
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Say where one is."""
        self.retranslate()

    def retranslate(self) -> None:
        """Say where one is, in the language in use."""
        title = self.query_one(TitleLine)
        title.table, title.where = _("THE RULES"), _("arrows or wheel to read on")

    def action_back(self) -> None:
        """Close the page."""
        if self.is_current:
            self.dismiss()


def _page() -> Iterator[Widget]:
    yield from _section(rules_words.aim)
    yield from _section(rules_words.the_cards)
    yield CardLine(ONE_OF_EACH)
    yield from _section(rules_words.a_round)
    yield from _section(rules_words.a_turn)
    yield from _figure(EXAMPLE[0], rules_words.figure_plain)
    yield from _section(rules_words.sixth_card)
    yield from _figure(EXAMPLE[1], rules_words.figure_sixth)
    yield from _section(rules_words.too_low)
    yield from _figure(EXAMPLE[2], rules_words.figure_low)
    yield from _section(rules_words.scoring)
    yield from _section(rules_words.variants)
    yield from _section(rules_words.away)


def _section(texts: Callable[[], tuple[str, str]]) -> Iterator[Widget]:
    yield TranslatedText(lambda: texts()[0], classes="head")
    yield TranslatedText(lambda: texts()[1], classes="text")


def _figure(figure: Figure, texts: Callable[[], tuple[str, str]]) -> Iterator[Widget]:
    yield TranslatedText(lambda: texts()[0], classes="text")
    yield CardLine(figure.cards)
    rows = TableRows()
    rows.rows = figure.rows
    yield rows
    yield TranslatedText(lambda: texts()[1], classes="after")

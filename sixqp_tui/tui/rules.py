"""The rules, a Markdown file whose fences are pictures of cards."""

from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Markdown, MarkdownViewer
from textual.widgets.markdown import MarkdownFence, MarkdownTableOfContents

from sixqp_tui.i18n import language, pgettext, rules
from sixqp_tui.tui.keys import CLOSE, SCROLL, close
from sixqp_tui.tui.scale import CARD_SMALL
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.game.rows import TableRows
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

WIDE = 112
"""Cells of a window with room for the headings beside the text."""


class CardLine(CellWidget):
    DEFAULT_CSS = f"CardLine {{ height: {CARD_SMALL.lines}; width: auto; margin-left: 4; }}"

    def __init__(self, cards: tuple[int, ...]) -> None:
        super().__init__()
        self.cards = cards

    def render(self) -> Canvas:
        step = CARD_SMALL.width + 1
        canvas = Canvas(step * len(self.cards), CARD_SMALL.lines)
        for place, number in enumerate(self.cards):
            card.paint_card(canvas, step * place, 0, number)
        return canvas


class Picture(MarkdownFence):
    """`cards` beside each other, or the `rows` of a table, a line each."""

    @classmethod
    def highlight(cls, code: str, *_language: object, **_colours: object) -> Content:
        return Content(code)

    def compose(self) -> ComposeResult:
        yield picture(self.lexer, self.code)


def picture(kind: str, code: str) -> Widget:
    lines = tuple(tuple(map(int, line.split())) for line in code.splitlines())
    if kind == "cards":
        return CardLine(lines[0])
    table = TableRows()
    table.rows = lines
    return table


class RulesText(Markdown, can_focus=True):
    BLOCKS = {**Markdown.BLOCKS, "fence": Picture}


class RulesViewer(MarkdownViewer):
    BINDINGS = [SCROLL]

    def compose(self) -> ComposeResult:
        text = RulesText(open_links=False)
        yield text
        yield MarkdownTableOfContents(text)


class RulesScreen(Screen[None]):
    AUTO_FOCUS = "RulesText"
    DEFAULT_CSS = """
    RulesScreen RulesViewer { background: $felt; scrollbar-size-vertical: 1; }
    RulesScreen RulesText { max-width: 88; padding: 0 2; background: $felt; }
    RulesScreen MarkdownTableOfContents { width: 32; background: $edge; padding: 1 2; }
    RulesScreen MarkdownTableOfContents > Tree { background: $edge; padding: 0; }
    RulesScreen MarkdownH1 { display: none; }
    RulesScreen MarkdownH2 { color: $gold; text-style: bold; margin: 1 0 0 0; }
    RulesScreen MarkdownParagraph { color: $ink; margin: 0 0 1 0; }
    RulesScreen Picture { background: $felt; margin: 0 0 1 0; }
    """
    BINDINGS = [
        CLOSE,
        replace(CLOSE, key="q,f", show=False),
        Binding("f1", "close", show=False, priority=True),
    ]

    def compose(self) -> ComposeResult:
        with Page(lambda: pgettext("page", "Rules").upper()):
            yield RulesViewer(rules(language()), show_table_of_contents=False)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(RulesViewer).show_table_of_contents = event.size.width >= WIDE

    action_close = close

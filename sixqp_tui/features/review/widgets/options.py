"""What could have been decided: each card of the hand, or each row, and how much more it costs than the best."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.analysis.result import Decision, Option
from sixqp_tui.analysis.words import signed_tenths, tenths
from sixqp_tui.features.review import screen_words as words
from sixqp_tui.features.review.widgets.bar import ink_of_cost, paint_bar
from sixqp_tui.i18n import _
from sixqp_tui.tui.scale import CARD_LINE
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 2
FIGURE = 6
"""Cells of a figure with its sign, and a gap before it."""
MAX_BAR = 16


class Options(CellWidget):
    """The options of a decision below a heading, the best first, in as many columns as the lines ask for."""

    DEFAULT_CSS = "Options { width: 1fr; height: 100%; }"

    decision: reactive[Decision | None] = reactive(None)

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        decision = self.decision
        if decision is None or height < 2:
            return canvas
        canvas.text(LEFT, 0, truncate(_options_heading(decision.kind), width - LEFT), DIM, bold=True)
        options, room = decision.options, height - 1
        columns = -(-len(options) // room)
        deep = -(-len(options) // columns)
        step = 2 if columns == 1 and room >= 2 * deep else 1
        most = max(option.more for option in options)
        column = (width - LEFT) // columns
        for at, option in enumerate(options):
            across, down = divmod(at, deep)
            self._draw(canvas, (LEFT + across * column, 1 + down * step), option, most, column)
        return canvas

    def _draw(self, canvas: Canvas, at: tuple[int, int], option: Option, most: int, column: int) -> None:
        assert self.decision is not None
        (x, y), kind = at, self.decision.kind
        made = option.choice == self.decision.made
        canvas.text(x, y, POINTER if made else "", GOLD, bold=True)
        choice = CARD_LINE.width
        if kind == "card":
            card.paint_card(canvas, x + 2, y, option.choice, CARD_LINE)
        else:
            choice = cell_len(words.row_name(0))
            canvas.text(x + 2, y, words.row_name(option.choice), STRONG if made else INK)
        figure_ends = x + 2 + choice + FIGURE
        told = signed_tenths(option.more) if option.more else tenths(0)
        canvas.right(figure_ends, y, told, STRONG if made else INK, bold=made)
        label = f" {words.was_made(kind)}" if made else ""
        labels = cell_len(words.was_made(kind)) + 2
        bar_at = figure_ends + 1
        bar_width = min(MAX_BAR, x + column - bar_at - 1 - labels)
        if bar_width < 2:
            label, bar_width = "", x + column - bar_at - 1
        after = bar_at
        if option.more and bar_width > 0:
            after = paint_bar(canvas, bar_at, y, option.more, most, bar_width, ink_of_cost(option.more))
        canvas.text(after, y, label, DIM)


def _options_heading(kind: str) -> str:
    """Above what could have been decided, and what it cost."""
    # Translators: a heading in capitals; the figures below it say how many heads more a card costs than the best
    hand = _("THE HAND AT THAT MOMENT: extra heads")
    # Translators: a heading in capitals; the figures below it say how many heads more a row costs than the best
    return hand if kind == "card" else _("THE ROWS AT THAT MOMENT: extra heads")

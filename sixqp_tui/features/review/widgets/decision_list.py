"""The decisions of a player, a line each: where, what was chosen, what would have been better, and its cost."""

from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.analysis import lines as review_lines
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision
from sixqp_tui.features.review import screen_words as words
from sixqp_tui.features.review.widgets.bar import ink_of_cost, paint_bar
from sixqp_tui.i18n import _
from sixqp_tui.tui.scale import CARD_LINE
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import DIM, GHOST, GOLD, INK, RED, STRONG
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 4
"""Cells before the first column."""
GAP = 2
MAX_BAR, MIN_BAR = 24, 4


class DecisionList(CellWidget):
    """As many `decisions` as there are lines for below the heading, the `selected` one always among them.

    `every`: they are all that were judged, and not the dearest. `none` is said where there are none.
    """

    DEFAULT_CSS = "DecisionList { width: 100%; height: 4; }"
    GESTURES: ClassVar = {"click a decision": "decision"}

    decisions: reactive[tuple[Decision, ...]] = reactive(())
    selected = reactive(0)
    every = reactive(False)
    none = reactive("")

    class Clicked(Message):
        """A decision was clicked, by its place in the list."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Scrolled(Message):
        """The wheel was turned: so many decisions on."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    @property
    def room(self) -> int:
        return max(1, self.size.height - 1)

    @property
    def first(self) -> int:
        """The first decision in sight: the selected one stands in the middle where there are more."""
        return max(0, min(self.selected - self.room // 2, len(self.decisions) - self.room))

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        heading = _all_heading() if self.every else _dearest_heading()
        canvas.text(2, 0, heading, DIM, bold=True)
        if not self.decisions:
            canvas.text(LEFT, 1, truncate(self.none, width - LEFT - 1), INK)
            return canvas
        made, better, cost = self._columns(heading)
        canvas.text(made, 0, words.made_column(), DIM)
        canvas.text(better, 0, words.better_column(), DIM)
        if len(self.decisions) > self.room:
            canvas.right(width - 2, 0, f"{self.selected + 1}/{len(self.decisions)}", DIM)
        dear = [cell_len(review_lines.cost(each)) for each in self.decisions if each.cost]
        bar_at = cost + max(dear, default=0) + GAP
        bar_width = min(MAX_BAR, width - bar_at - 2)
        most = max(each.cost for each in self.decisions)
        for y, decision in enumerate(self.decisions[self.first : self.first + self.room], 1):
            chosen = self.first + y - 1 == self.selected
            if chosen:
                canvas.fill(0, y, width, 1, GHOST)
                canvas.text(2, y, POINTER, GOLD, bold=True)
            told = review_words.where(decision.round, decision.turn)
            canvas.text(LEFT, y, told, STRONG if chosen else INK, bold=chosen)
            _paint_choice(canvas, made, y, decision.kind, decision.made)
            if decision.best != decision.made and decision.cost:
                _paint_choice(canvas, better, y, decision.kind, decision.best)
            ink = RED if decision.counted else STRONG if chosen else DIM
            canvas.text(cost, y, truncate(review_lines.cost(decision), width - cost - 1), ink)
            if decision.cost and bar_width >= MIN_BAR:
                ink = ink_of_cost(decision.cost) if decision.counted else DIM
                paint_bar(canvas, bar_at, y, decision.cost, most, bar_width, ink)
        return canvas

    def _columns(self, heading: str) -> tuple[int, int, int]:
        """Where what was chosen, what is better and the cost stand."""
        places = [cell_len(review_words.where(each.round, each.turn)) for each in self.decisions]
        rows = [cell_len(words.row_name(0))] if any(each.kind == "row" for each in self.decisions) else []
        made = max(LEFT + max(places), 2 + cell_len(heading)) + GAP
        better = made + max(CARD_LINE.width, cell_len(words.made_column()), *rows, 0) + GAP
        return made, better, better + max(CARD_LINE.width, cell_len(words.better_column()), *rows, 0) + GAP

    def part(self, x: int, y: int) -> int | None:
        at = self.first + y - 1
        return at if y >= 1 and at < len(self.decisions) else None

    def on_click(self, event: events.Click) -> None:
        at = self.part(event.x, event.y)
        if at is not None:
            self.post_message(self.Clicked(at))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.Scrolled(-1))


def _paint_choice(canvas: Canvas, x: int, y: int, kind: str, choice: int) -> None:
    if kind == "card":
        card.paint_card(canvas, x, y, choice, CARD_LINE)
    else:
        canvas.text(x, y, words.row_name(choice), INK)


def _dearest_heading() -> str:
    # Translators: a heading in capitals: the decisions that cost the most heads
    return _("THE COSTLIEST DECISIONS")


def _all_heading() -> str:
    # Translators: a heading in capitals
    return _("ALL DECISIONS")

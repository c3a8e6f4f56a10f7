"""Widgets of a review: the balance, the decisions, the options of one, and the reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision, Option, Tenths
from sixqp_tui.analysis.words import BalanceLine, signed_tenths, tenths
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.tui.scale import CARD_LINE
from sixqp_tui.tui.theme.glyphs import LEFT_HALF, LEVELS, POINTER
from sixqp_tui.tui.theme.roles import DIM, GHOST, GOLD, GREEN, INK, RED, STRONG
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

DEAR = 20
"""Tenths from which on a cost is red; below LITTLE it is green."""
LITTLE = 5


def paint_bar(canvas: Canvas, x: int, y: int, tenths: int, most: int, width: int, ink: str) -> int:
    halves = 0 if most <= 0 else round(2 * width * abs(tenths) / most)
    if tenths:
        halves = max(1, halves)
    return canvas.text(x, y, LEVELS[-1] * (halves // 2) + LEFT_HALF * (halves % 2), ink)


def ink_of_cost(tenths: int) -> str:
    return RED if tenths >= DEAR else GOLD if tenths >= LITTLE else GREEN


LEFT = 2
FIGURE = 6
"""Cells."""
MAX_BAR, MIN_BAR = 16, 3


class BalanceSheet(CellWidget):
    DEFAULT_CSS = "BalanceSheet { width: 100%; height: 7; }"

    lines: reactive[tuple[BalanceLine, ...]] = reactive(())

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        if not self.lines:
            return canvas
        parts, total = self.lines[:-1], self.lines[-1]
        signed = [line for line in parts if line is not parts[0]]
        after_label = LEFT + max(cell_len(line.label) for line in self.lines) + 2
        bar_at = after_label + FIGURE + 2
        notes = max(cell_len(line.note) for line in self.lines)
        bar_width = max(MIN_BAR, min(MAX_BAR, width - bar_at - notes - 3))
        most = max((abs(line.tenths) for line in signed), default=0)
        # Translators: a heading in capitals
        canvas.text(LEFT, 0, _("LUCK OR SKILL"), DIM, bold=True)
        # Translators: above a column of figures: this many heads
        canvas.right(after_label + FIGURE, 0, pgettext("column", "heads"), DIM)
        for y, line in enumerate(self.lines, 1):
            strong = line is total
            ink = STRONG if strong else _ink(line.tenths) if line in signed else INK
            canvas.text(LEFT, y, line.label, STRONG if strong else INK, bold=strong)
            canvas.right(after_label + FIGURE, y, line.figure, ink, bold=strong)
            if line in signed:
                paint_bar(canvas, bar_at, y, line.tenths, most, bar_width, ink)
            note_at = bar_at + bar_width + 2
            canvas.text(note_at, y, truncate(line.note, width - note_at), DIM)
        return canvas


def _ink(tenths: int) -> str:
    return RED if tenths > 0 else GREEN if tenths < 0 else INK


LIST_LEFT = 4
"""Cells."""
GAP = 2
MAX_COST_BAR, MIN_COST_BAR = 24, 4


class DecisionList(CellWidget):
    """The decisions that fit, the `selected` one among them; `none` stands in place of them.

    With `best`, the line says what that decision saved. In `brief`, a cost has no standard error.
    """

    decisions: reactive[tuple[Decision, ...]] = reactive(())
    selected = reactive(0)
    best: reactive[Decision | None] = reactive(None)
    every = reactive(False)
    brief = reactive(False)
    none = reactive("")

    @dataclass
    class Clicked(Message):
        at: int

    @dataclass
    class Scrolled(Message):
        by: int

    @property
    def room(self) -> int:
        return max(1, self.size.height - 1)

    @property
    def first(self) -> int:
        """The selected decision is in the middle of a long list."""
        return max(0, min(self.selected - self.room // 2, len(self.decisions) - self.room))

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        # Translators: headings in capitals; the key decisions are those that cost the most heads, and the best one
        heading = _("ALL DECISIONS") if self.every else _("KEY DECISIONS")
        canvas.text(2, 0, heading, DIM, bold=True)
        if not self.decisions:
            canvas.text(LIST_LEFT, 1, truncate(self.none, width - LIST_LEFT - 1), INK)
            return canvas
        made, better, cost = self._columns(heading)
        canvas.text(made, 0, review_words.made_column(), DIM)
        canvas.text(better, 0, review_words.better_column(), DIM)
        count = f"{self.selected + 1}/{len(self.decisions)}" if len(self.decisions) > self.room else ""
        canvas.right(width - 2, 0, count, DIM)
        dear = [cell_len(self._describe_cost(each)) for each in self.decisions if each.cost or each == self.best]
        bar_at = cost + max(dear, default=0) + GAP
        bar_width = min(MAX_COST_BAR, width - bar_at - 2)
        most = max(_weight(each, self.best) for each in self.decisions)
        for y, decision in enumerate(self.decisions[self.first : self.first + self.room], 1):
            chosen = self.first + y - 1 == self.selected
            if chosen:
                canvas.fill(0, y, width, 1, GHOST)
                canvas.text(2, y, POINTER, GOLD, bold=True)
            text = review_words.decided_at(decision)
            canvas.text(LIST_LEFT, y, text, STRONG if chosen else INK, bold=chosen)
            _paint_choice(canvas, made, y, decision.kind, decision.made)
            if decision.best != decision.made and decision.cost:
                _paint_choice(canvas, better, y, decision.kind, decision.best)
            best = decision == self.best
            ink = RED if decision.counted else GREEN if best else STRONG if chosen else DIM
            canvas.text(cost, y, truncate(self._describe_cost(decision), width - cost - 1), ink)
            if (weight := _weight(decision, self.best)) and bar_width >= MIN_COST_BAR:
                ink = ink_of_cost(decision.cost) if decision.counted else GREEN if best else DIM
                paint_bar(canvas, bar_at, y, weight, most, bar_width, ink)
        return canvas

    def _describe_cost(self, decision: Decision) -> str:
        if decision == self.best:
            return review_words.saved(decision)
        return review_words.cost_in_short(decision) if self.brief else review_words.cost(decision)

    def _columns(self, heading: str) -> tuple[int, int, int]:
        places = [cell_len(review_words.decided_at(each)) for each in self.decisions]
        rows = [cell_len(review_words.row_name(0))] if any(each.kind == "row" for each in self.decisions) else []
        made = max(LIST_LEFT + max(places), 2 + cell_len(heading)) + GAP
        better = made + max(CARD_LINE.width, cell_len(review_words.made_column()), *rows, 0) + GAP
        return made, better, better + max(CARD_LINE.width, cell_len(review_words.better_column()), *rows, 0) + GAP

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


def _weight(decision: Decision, best: Decision | None) -> Tenths:
    return decision.options[1].more if decision == best else decision.cost


def _paint_choice(canvas: Canvas, x: int, y: int, kind: str, choice: int) -> None:
    if kind != "row":
        card.paint_card(canvas, x, y, choice, CARD_LINE)
    else:
        canvas.text(x, y, review_words.row_name(choice), INK)


MAX_OPTION_BAR = 16


class Options(CellWidget):
    """The best first, in as many columns as needed."""

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
        if kind != "row":
            card.paint_card(canvas, x + 2, y, option.choice, CARD_LINE)
        else:
            choice = cell_len(review_words.row_name(0))
            canvas.text(x + 2, y, review_words.row_name(option.choice), STRONG if made else INK)
        figure_ends = x + 2 + choice + FIGURE
        text = signed_tenths(option.more) if option.more else tenths(0)
        canvas.right(figure_ends, y, text, STRONG if made else INK, bold=made)
        label = f" {review_words.was_made(kind)}" if made else ""
        labels = cell_len(review_words.was_made(kind)) + 2
        bar_at = figure_ends + 1
        bar_width = min(MAX_OPTION_BAR, x + column - bar_at - 1 - labels)
        if bar_width < 2:
            label, bar_width = "", x + column - bar_at - 1
        after = bar_at
        if option.more and bar_width > 0:
            after = paint_bar(canvas, bar_at, y, option.more, most, bar_width, ink_of_cost(option.more))
        canvas.text(after, y, label, DIM)


def _options_heading(kind: str) -> str:
    if kind == "pick":
        # Translators: a heading in capitals; the figures below it say how many heads more each costs than the best
        return _("CARDS OF THE DECK: extra heads")
    # Translators: a heading in capitals; the figures below it say how many heads more a card costs than the best
    hand = _("THE HAND AT THAT MOMENT: extra heads")
    # Translators: a heading in capitals; the figures below it say how many heads more a row costs than the best
    return hand if kind == "card" else _("THE ROWS AT THAT MOMENT: extra heads")


class DraftScene(CellWidget):
    hand: reactive[Sequence[int]] = reactive(())
    deck: reactive[Sequence[int]] = reactive(())

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        across, y = width - LEFT - 1, 0
        # Translators: above the cards that a player has picked in the draft so far
        picked = [(_("Picked so far:"), self.hand)] if self.hand else []
        # Translators: above the cards that nobody has picked in the draft so far
        for heading, cards in (*picked, (_("In the deck:"), self.deck)):
            lines = wrap_text(f"{heading} {' '.join(map(str, cards))}", across)
            for line in lines[: max(0, height - y)]:
                whole = line is lines[-1] or y < height - 1
                canvas.text(LEFT, y, line if whole else truncate(f"{line} …", across), INK)
                y += 1
        return canvas


class Reasons(CellWidget):
    """The sentences of `why`, then the `limits`, or where to read them if they don't fit."""

    why: reactive[tuple[str, ...]] = reactive(())
    limits = reactive("")

    def render(self) -> Canvas:
        width, height = self.size
        canvas, across = Canvas(width, height), width - 2 * LEFT
        y = 0
        for at, sentence in enumerate(self.why):
            for line in wrap_text(sentence, across):
                canvas.text(LEFT, y, line, INK if at else GOLD, bold=not at)
                y += 1
        room = max(0, height - y)
        lines = wrap_text(self.limits, across)
        if len(lines) > room:
            lines = wrap_text(where_limits_are(), across)[:room]
        for at, line in enumerate(lines, height - len(lines)):
            canvas.text(LEFT, at, line, DIM)
        return canvas


def where_limits_are() -> str:
    # Translators: ? is the key to press
    return _("Press ? to read how this was judged.")


def wrap_text(text: str, width: int) -> list[str]:
    return [line.plain.rstrip() for line in Content(text).wrap(max(2, width))] if text else []

"""Widgets of a review: the balance, the decisions, the options of one, and the reasons."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as ListOption

from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision, Option, Tenths
from sixqp_tui.analysis.words import BalanceLine, signed_tenths, tenths
from sixqp_tui.i18n import N_, NC_, _, pgettext
from sixqp_tui.presentation.spans import pad
from sixqp_tui.tui.scale import CARD_LINE
from sixqp_tui.tui.theme.glyphs import LEFT_HALF, LEVELS, POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, GREEN, INK, RED, STRONG
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


class Decisions(OptionList):
    BINDINGS = [
        Binding(
            "up",
            "cursor_up",
            # Translators: one of those that a review lists: a noun
            NC_("key", "decision"),
            key_display="↑↓",
            tooltip=N_("Show the next decision, or the previous one"),
        ),
        Binding("enter", "select", NC_("key", "replay"), tooltip=N_("Replay the game from this decision on")),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("cursor_up", "select") or self.highlighted is not None

    async def _on_click(self, event: events.Click) -> None:
        """The first click shows a decision, the second replays the game from there."""
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            if not self.get_option_at_index(clicked).disabled:
                self.highlighted = clicked


class DecisionList(Vertical):
    """The decisions below the headings of their columns."""

    DEFAULT_CSS = """
    DecisionList > Static { height: 1; }
    DecisionList > Decisions, DecisionList > Decisions:focus {
        height: 1fr; border: none; background: transparent; padding: 0; scrollbar-size-vertical: 1;
    }
    DecisionList Decisions > .option-list--option { text-wrap: nowrap; text-overflow: ellipsis; }
    DecisionList Decisions > .option-list--option-highlighted { background: $ghost; text-style: none; }
    """

    headings = getters.query_one(Static)
    decisions = getters.query_one(Decisions)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static(markup=False)
        yield Decisions()

    def show(self, table: "DecisionTable", selected: int, none: str) -> None:
        """`none` stands in place of the decisions. In a table that was shown already, the cursor is the user's."""
        if self._shown != (table, none):
            self._shown = table, none
            nothing = ListOption(Content.assemble(" " * LIST_LEFT, none), disabled=True)
            self.decisions.set_options(table.lines() or [nothing])
            self.headings.update(table.headings())
            self.decisions.highlighted = selected if table.decisions else None


class DecisionTable(NamedTuple):
    """The lines of the decisions, in `width` cells.

    The line of the `best` decision says what it saved. In `brief`, a cost has no standard error.
    """

    decisions: tuple[Decision, ...]
    best: Decision | None
    every: bool
    brief: bool
    width: int

    def headings(self) -> Content:
        if not self.decisions:
            return Content.assemble("  ", (self._heading(), "bold $dim"))
        made, better, _cost = self._columns()
        names = pad(review_words.made_column(), better - made) + review_words.better_column()
        return Content.assemble("  ", (pad(self._heading(), made - 2), "bold $dim"), (names, "$dim"))

    def lines(self) -> list[Content]:
        return [self._line(decision) for decision in self.decisions]

    def _heading(self) -> str:
        # Translators: headings in capitals; the key decisions are those that cost the most heads, and the best one
        return _("ALL DECISIONS") if self.every else _("KEY DECISIONS")

    def _columns(self) -> tuple[int, int, int]:
        """Where the chosen card or row, the better one and the cost begin."""
        places = [cell_len(review_words.decided_at(each)) for each in self.decisions]
        rows = [cell_len(review_words.row_name(0))] if any(each.kind == "row" for each in self.decisions) else []
        made = max(LIST_LEFT + max(places), 2 + cell_len(self._heading())) + GAP
        better = made + max(CARD_LINE.width, cell_len(review_words.made_column()), *rows, 0) + GAP
        return made, better, better + max(CARD_LINE.width, cell_len(review_words.better_column()), *rows, 0) + GAP

    def _line(self, decision: Decision) -> Content:
        made, better, cost = self._columns()
        best = decision == self.best
        ink = "$red" if decision.counted else "$green" if best else "$dim"
        improved = decision.best != decision.made and decision.cost
        text = self._describe_cost(decision)
        dear = [cell_len(self._describe_cost(each)) for each in self.decisions if each.cost or each == self.best]
        room = min(MAX_COST_BAR, self.width - cost - max(dear, default=0) - GAP - 3)
        bar_ink = ink_of_cost(decision.cost) if decision.counted else "green" if best else "dim"
        return Content.assemble(
            " " * LIST_LEFT,
            (pad(review_words.decided_at(decision), made - LIST_LEFT), "$ink"),
            *_choice(decision.kind, decision.made, better - made),
            *(_choice(decision.kind, decision.best, cost - better) if improved else (" " * (cost - better),)),
            (pad(text, max(dear, default=0) + GAP) if self._weight(decision) else text, ink),
            (self._bar(decision, room) if room >= MIN_COST_BAR else "", f"${bar_ink}"),
        )

    def _bar(self, decision: Decision, room: int) -> str:
        weight, most = self._weight(decision), max(map(self._weight, self.decisions))
        halves = max(1, round(2 * room * weight / most)) if weight else 0
        return LEVELS[-1] * (halves // 2) + LEFT_HALF * (halves % 2)

    def _describe_cost(self, decision: Decision) -> str:
        if decision == self.best:
            return review_words.saved(decision)
        return review_words.cost_in_short(decision) if self.brief else review_words.cost(decision)

    def _weight(self, decision: Decision) -> Tenths:
        return decision.options[1].more if decision == self.best else decision.cost


def _choice(kind: str, choice: int, width: int) -> tuple[str | tuple[str, str], ...]:
    """A card in its colours, or the name of a row, in so many cells."""
    if kind == "row":
        return ((pad(review_words.row_name(choice), width), "$ink"),)
    look = card.colours(choice)
    return (f"{choice:^{CARD_LINE.width}}", f"${look.ink} on ${look.block}"), " " * (width - CARD_LINE.width)


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

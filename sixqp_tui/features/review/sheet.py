"""The sheet of a review: the balance, the decisions, and the table, the options and the reasons of one."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple, Self

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option as ListOption

from sixqp_protocol.facts import AnyFact, CardDrafted, RowTaken
from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, DecisionKind, Review, Tenths
from sixqp_tui.engine.rules import landing
from sixqp_tui.engine.view import View
from sixqp_tui.features.history.game_list import PickList
from sixqp_tui.i18n import N_, NC_, _, pgettext
from sixqp_tui.presentation.chapters import Chapters
from sixqp_tui.tui.scale import CARD_LINE, CARD_SMALL
from sixqp_tui.tui.theme.glyphs import FULL, LEFT_HALF
from sixqp_tui.tui.widgets.common.columns import columns
from sixqp_tui.tui.widgets.game.rows import TableRows, width_of
from sixqp_tui.tui.widgets.graphics import card

COSTLIEST = 3
"""Decisions that are listed first, besides the best one."""
ROOMY, NARROW = 10, 5
"""Lines for the options of a decision, of which there are at most ten."""
DEAR, LITTLE = 20, 5
"""Tenths from which on a cost is red, and below which it is green."""
LONG_BAR, SHORT_BAR = 12, 6
"""Cells."""


class ReviewModel(NamedTuple):
    """The costliest decisions of `seat` and its best one, or `every` one; the `selected` one has its table shown.

    `review` is None while nothing is known.
    """

    seat: int
    every: bool = False
    selected: int = 0
    review: Review | None = None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        if self.review is None:
            return ()
        found = self.review.seats[self.seat]
        if self.every:
            return found.decisions
        return (*found.costliest(COSTLIEST), *filter(None, [found.most_saved]))

    @property
    def decision(self) -> Decision | None:
        return self.decisions[self.selected] if self.decisions else None

    @property
    def nothing_listed(self) -> str:
        if self.review is None or not self.review.tasks:
            return _("No round of this game was finished, so there is nothing to review.")
        if not self.review.whole and not self.review.seats[self.seat].decisions:
            return _("Nothing is known about these decisions yet.")
        return words.costliest_decisions(0)

    def select(self, at: int) -> Self:
        return self._replace(selected=max(0, min(at, len(self.decisions) - 1)))

    def look_from(self, seat: int) -> Self:
        return self._replace(seat=seat, selected=0)

    def switch(self) -> Self:
        """The selected decision stays selected if it is listed."""
        shown, other = self.decision, self._replace(every=not self.every, selected=0)
        return other.select(other.decisions.index(shown)) if shown in other.decisions else other


def position_of_decision(decision: Decision, facts: Sequence[AnyFact], chapters: Chapters) -> int:
    """How many facts of its game had happened before it."""
    begin = chapters.find(decision.round, 0 if decision.kind == "pick" else decision.turn)
    assert begin is not None
    if decision.kind == "card":
        return begin
    happened = list(enumerate(facts[begin:], begin))
    if decision.kind == "pick":
        picks = (at for at, fact in happened if isinstance(fact, CardDrafted) and fact.seat == decision.seat)
        return next(islice(picks, decision.turn - 1, None))
    taken = ((at, fact) for at, fact in happened if isinstance(fact, RowTaken))
    return next(at for at, fact in taken if fact.too_low and fact.seat == decision.seat)


class Decisions(PickList):
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

    def show(self, lines: Sequence[Content], model: ReviewModel) -> None:
        """In lines that were shown already, the cursor is the user's."""
        if lines != [option.prompt for option in self.options]:
            self.set_options(lines or [ListOption(Content(model.nothing_listed), disabled=True)])
            self.highlighted = model.selected if lines else None


class ReviewSheet(Vertical):
    DEFAULT_CSS = """
    ReviewSheet { width: 100%; max-width: 140; height: 1fr; }
    ReviewSheet Static { height: auto; padding-left: 2; }
    ReviewSheet .heading { text-style: bold; color: $dim; }
    ReviewSheet #balance, ReviewSheet #options { text-wrap: nowrap; text-overflow: ellipsis; }
    ReviewSheet #so-far { color: $gold; }
    ReviewSheet Decisions, ReviewSheet Decisions:focus { height: auto; max-height: 100%; padding: 0 0 0 2; }
    ReviewSheet Horizontal, ReviewSheet #table, ReviewSheet #listed { height: auto; }
    ReviewSheet #options { width: 1fr; }
    ReviewSheet #reasons { height: 1fr; }
    ReviewSheet #limits { display: none; color: $dim; }
    ReviewSheet.-every #listed, ReviewSheet.-every Decisions, ReviewSheet.-every Decisions:focus { height: 1fr; }
    ReviewSheet.-every #balance { display: none; }
    ReviewSheet.-every #reasons { height: auto; }
    """

    decisions = getters.query_one(Decisions)
    rows = getters.query_one(TableRows)

    def compose(self) -> ComposeResult:
        yield Static(id="so-far", markup=False)
        yield Static(id="balance")
        with Vertical(id="listed"):
            yield Static(id="list-heading", classes="heading", markup=False)
            yield Decisions()
        with Horizontal():
            with Vertical(id="table"):
                yield Static(id="table-heading", classes="heading", markup=False)
                yield TableRows(id="rows")
                yield Static(id="draft", markup=False)
            yield Static(id="options")
        yield Static(id="reasons")
        yield Static(id="limits", markup=False)

    def show(self, model: ReviewModel, review: Review, view: View) -> None:
        """`view` is what the seat knew at the model's decision."""
        high, seat, decision = self.screen.has_class("-high"), review.seats[model.seat], model.decision
        self.set_class(model.every, "-every")
        self._tell("so-far", "" if review.whole else words.so_far(review.done, review.tasks))
        self._tell("balance", balance_text(review, model.seat, brief=not high) if seat.rounds else "")
        # Translators: headings in capitals; the key decisions are those that cost the most heads, and the best one
        self._tell("list-heading", _("ALL DECISIONS") if model.every else _("KEY DECISIONS"))
        self.decisions.show(decision_lines(model.decisions, seat.most_saved, brief=not high), model)
        self.query_one(Horizontal).visible = decision is not None
        if decision:
            self._show_table(decision, view)
            self._tell("options", options_text(decision, ROOMY if high else NARROW))
        self._tell("reasons", reasons_text(decision, seat.most_saved))
        self._tell("limits", words.limits(review))

    def _tell(self, part: str, text: Content | str) -> None:
        shown = self.query_one(f"#{part}", Static)
        shown.update(text)
        if part == "so-far":
            shown.display = bool(text)

    def _show_table(self, decision: Decision, view: View) -> None:
        picked, table = decision.kind == "pick", view.table
        size = CARD_SMALL if self.screen.has_class("-high") else CARD_LINE
        too_low = dict(table.to_place).get(decision.seat, decision.made)
        self._tell("table-heading", _table_heading(decision.kind, too_low))
        self.rows.display, self.query_one("#draft").display = not picked, picked
        self.rows.card_size, self.query_one("#table").styles.width = size, width_of(size)
        if picked:
            self._tell("draft", draft_text(view.hand, table.deck))
            return
        row = None if decision.kind == "row" else landing(table.rows, decision.made).row
        self.rows.rows, self.rows.landing = table.rows, (too_low if decision.kind == "row" else decision.made, row)
        self.rows.refresh()


def _table_heading(kind: DecisionKind, too_low: int) -> str:
    if kind == "pick":
        # Translators: a heading in capitals: the draft as it was when a card was picked; at most 36 letters
        return _("THE DRAFT AT THAT MOMENT")
    if kind == "card":
        # Translators: a heading in capitals: the table as it was when a card was played; at most 36 letters
        return _("THE TABLE AT THAT MOMENT")
    # Translators: a heading in capitals; {card} was too low, and a row had to be taken; at most 36 letters
    return _("{card} WAS TOO LOW: WHICH ROW?").format(card=too_low)


def _bar(tenths: Tenths, most: Tenths, width: int, style: str) -> Content:
    halves = max(1, round(2 * width * abs(tenths) / most)) if tenths else 0
    return Content.styled(FULL * (halves // 2) + LEFT_HALF * (halves % 2), style)


def _ink_of_cost(tenths: Tenths) -> str:
    return "$red" if tenths >= DEAR else "$gold" if tenths >= LITTLE else "$green"


def balance_text(review: Review, seat: int, *, brief: bool) -> Content:
    lines = (words.brief_balance_lines if brief else words.balance_lines)(review, seat)
    _usual, *signed, total = lines
    most = max(abs(line.tenths) for line in signed)
    # Translators: a heading in capitals
    heading = Content.styled(_("LUCK OR SKILL"), "bold $dim")
    # Translators: above a column of figures: this many heads
    rows = [(heading, Content.styled(pgettext("column", "heads"), "$dim"), Content(), Content())]
    for line in lines:
        ink = "bold $strong" if line is total else "$ink"
        figure = ("$red" if line.tenths > 0 else "$green" if line.tenths < 0 else "$ink") if line in signed else ink
        bar = _bar(line.tenths, most, SHORT_BAR, figure) if line in signed else Content()
        note = Content.styled(line.note, "$dim")
        rows.append((Content.styled(line.label, ink), Content.styled(line.figure, figure), bar, note))
    return Content("\n").join(columns(rows, "lrll"))


def decision_lines(decisions: Sequence[Decision], best: Decision | None, *, brief: bool) -> list[Content]:
    """The line of the `best` decision says what it saved. In `brief`, a cost has no standard error."""
    most = max((_weight(each, best) for each in decisions), default=0)
    return columns([_decision_row(each, best, most, brief=brief) for each in decisions], "lllll")


def _decision_row(decision: Decision, best: Decision | None, most: Tenths, *, brief: bool) -> list[Content]:
    is_best = decision == best
    ink = "$red" if decision.counted else "$green" if is_best else "$dim"
    bar = _ink_of_cost(decision.cost) if decision.counted else ink
    cost = words.saved(decision) if is_best else words.cost_in_short(decision) if brief else words.cost(decision)
    improved = decision.best != decision.made and decision.cost
    return [
        Content.styled(words.decided_at(decision), "$ink"),
        _choice(decision.kind, decision.made),
        Content.assemble(("→ ", "$dim"), _choice(decision.kind, decision.best)) if improved else Content(),
        Content.styled(cost, ink),
        _bar(_weight(decision, best), most, LONG_BAR, bar),
    ]


def _weight(decision: Decision, best: Decision | None) -> Tenths:
    return decision.options[1].more if decision == best else decision.cost


def _choice(kind: DecisionKind, choice: int) -> Content:
    """A card in its colours, or the name of a row."""
    if kind == "row":
        return Content.styled(words.row_name(choice), "$ink")
    look = card.colours(choice)
    return Content.styled(f"{choice:^{CARD_LINE.width}}", f"${look.ink} on ${look.block}")


def options_text(decision: Decision, lines: int) -> Content:
    """The best first, in one column, or in two without bars."""
    options = decision.options
    deep = len(options) if len(options) <= lines else -(-len(options) // 2)
    most = max(option.more for option in options)
    rows = []
    for option in options:
        made = option.choice == decision.made
        figure = words.signed_tenths(option.more) if option.more else words.tenths(0)
        bar = _bar(option.more, most, SHORT_BAR, _ink_of_cost(option.more))
        label = Content.styled(words.was_made(decision.kind) if made else "", "$dim")
        ink = "bold $strong" if made else "$ink"
        bars = [bar] if deep == len(options) else []
        rows.append([_choice(decision.kind, option.choice), Content.styled(figure, ink), *bars, label])
    rows += [[Content()] * len(rows[0])] * (-len(rows) % deep)
    beside = [[cell for row in rows[at::deep] for cell in row] for at in range(deep)]
    heading = Content.styled(_options_heading(decision.kind), "bold $dim")
    return Content("\n").join([heading, *columns(beside, "lrll" if deep == len(options) else "lrl" * 2)])


def _options_heading(kind: DecisionKind) -> str:
    if kind == "pick":
        # Translators: a heading in capitals; the figures below it say how many heads more each costs than the best
        return _("CARDS OF THE DECK: extra heads")
    # Translators: a heading in capitals; the figures below it say how many heads more a card costs than the best
    hand = _("THE HAND AT THAT MOMENT: extra heads")
    # Translators: a heading in capitals; the figures below it say how many heads more a row costs than the best
    return hand if kind == "card" else _("THE ROWS AT THAT MOMENT: extra heads")


def draft_text(hand: Sequence[int], deck: Sequence[int]) -> str:
    # Translators: above the cards that a player has picked in the draft so far
    picked = [(_("Picked so far:"), hand)] if hand else []
    # Translators: above the cards that nobody has picked in the draft so far
    return "\n".join(
        f"{heading} {' '.join(map(str, cards))}" for heading, cards in (*picked, (_("In the deck:"), deck))
    )


def reasons_text(decision: Decision | None, best: Decision | None) -> Content:
    if decision is None:
        return Content()
    why = (words.most_saved(decision),) if decision == best else words.reasons(decision)
    styled = (Content.styled(sentence, "$ink" if at else "bold $gold") for at, sentence in enumerate(why))
    return Content("\n").join(styled)

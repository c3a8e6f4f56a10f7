"""The sheet of a review: its parts, and how they share the window."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple, Self

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size as Window
from textual.widgets import Static

from sixqp_protocol.facts import AnyFact, CardDrafted, RowTaken
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision, DecisionKind, Review
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.rules import Rows, landing
from sixqp_tui.engine.view import View
from sixqp_tui.features.review.widgets import (
    LEFT,
    BalanceSheet,
    DecisionList,
    DecisionTable,
    DraftScene,
    Options,
    Reasons,
    where_limits_are,
    wrap_text,
)
from sixqp_tui.i18n import _
from sixqp_tui.presentation.chapters import Chapters
from sixqp_tui.tui.scale import CARD_LARGE, CARD_LINE, CARD_SMALL, CardSize
from sixqp_tui.tui.widgets.game.rows import TableRows, width_of

COSTLIEST = 3
KEY_DECISIONS = COSTLIEST + 1
"""Decisions that are listed first: the costliest, and the best."""


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
    def stopped(self) -> str:
        review = self.review
        return "" if review is None or review.whole else review_words.so_far(review.done, review.tasks)

    @property
    def nothing_listed(self) -> str:
        if self.review is None or not self.review.tasks:
            return _("No round of this game was finished, so there is nothing to review.")
        if not self.review.whole and not self.review.seats[self.seat].decisions:
            return _("Nothing is known about these decisions yet.")
        return review_words.costliest_decisions(0)

    def select(self, at: int) -> Self:
        return self._replace(selected=max(0, min(at, len(self.decisions) - 1)))

    def look_from(self, seat: int) -> Self:
        return self._replace(seat=seat, selected=0)

    def switch(self) -> Self:
        """The selected decision stays selected if it is listed."""
        shown, other = self.decision, self._replace(every=not self.every, selected=0)
        return other.select(other.decisions.index(shown)) if shown in other.decisions else other


class Scene(NamedTuple):
    """The table at a decision.

    `card` is the one that was played or picked, or for a row the one that was too low; `row` is where it goes, None
    if too low. In a draft there are no `rows` yet, but the `hand` so far and the open `deck`.
    """

    rows: Rows
    card: int
    row: int | None
    hand: Sequence[int] = ()
    deck: Sequence[int] = ()


def position_of_decision(decision: Decision, facts: Sequence[AnyFact], chapters: Chapters) -> int:
    """How many facts had happened; for a card, those before the turn. Raises LookupError."""
    begin = chapters.find(decision.round, 0 if decision.kind == "pick" else decision.turn)
    if begin is None:
        raise LookupError(f"no {decision.kind} {decision.turn} in round {decision.round}")
    if decision.kind == "card":
        return begin
    if decision.kind == "pick":
        happened = enumerate(facts[begin:], begin)
        picks = (at for at, fact in happened if isinstance(fact, CardDrafted) and fact.seat == decision.seat)
        return next(islice(picks, decision.turn - 1, None))
    for position, fact in enumerate(facts[begin:], begin):
        if isinstance(fact, RowTaken) and fact.too_low and fact.seat == decision.seat:
            return position
    raise LookupError("no row that was taken")


def scene_of_decision(decision: Decision, view: View) -> Scene:
    rows = view.table.rows
    if decision.kind == "pick":
        return Scene(rows, decision.made, None, view.hand, view.table.deck)
    if decision.kind == "row":
        return Scene(rows, dict(view.table.to_place)[decision.seat], None)
    return Scene(rows, decision.made, landing(rows, decision.made).row)


WIDEST = 140
"""Cells."""
BESIDE = 2
"""Lines for title and keys."""
MIN_OPTIONS = 40
"""Cells beside the rows."""
REASONS = 5
"""Lines: two sentences of up to two lines each, and the limits."""
MORE_REASONS = 3
"""Lines that a long text about the limits takes, if there is room."""
MIN_DEEP = 5
"""Lines in which ten cards stand in two columns."""
MAX_ABOVE = 3
"""Blank lines above the sheet in a large window."""
ROOMY_FROM = 30
"""Height of a window that shows the balance in full, and beside every decision."""
BALANCE, BRIEF_BALANCE = 7, 6
"""Lines of a balance, in full and in brief."""


class Layout(NamedTuple):
    """Lines of each part, the `gaps` below the first three, and blank lines `above`."""

    balance: int
    decisions: int
    scene: int
    reasons: int
    cards: CardSize
    gaps: tuple[int, int, int] = (0, 0, 0)
    above: int = 0


def is_roomy(window: Window) -> bool:
    return window.height >= ROOMY_FROM


def width_in(window: Window) -> int:
    return min(WIDEST, window.width)


def share_out(window: Window, *, judged: bool, every: bool, taken: int) -> Layout:
    """The layout with the largest cards that fit.

    `judged`: there is a balance. `every`: all decisions are listed. Other widgets take `taken` lines.
    """
    room, width, roomy = window.height - BESIDE - taken, width_in(window), is_roomy(window)
    balance = 0 if not judged or (every and not roomy) else BALANCE if roomy else BRIEF_BALANCE
    decisions = 1 + KEY_DECISIONS
    others = balance + decisions + REASONS
    fitting = (
        size
        for size in (CARD_LARGE, CARD_SMALL)
        if width_of(size) + MIN_OPTIONS <= width and others + 1 + ROWS * size.lines + 3 <= room
    )
    cards = next(fitting, CARD_LINE)
    scene = 1 + max(ROWS * cards.lines, MIN_DEEP)
    left = room - others - scene
    if left < 0:
        return Layout(balance, decisions, scene - 1, max(1, REASONS + left + 1), cards)
    gaps = (int(left > 0 and balance > 0), int(left > 2), int(left > 1))
    left -= sum(gaps)
    if every:
        return Layout(balance, decisions + left, scene, REASONS, cards, gaps)
    more = min(left, MORE_REASONS)
    return Layout(balance, decisions, scene, REASONS + more, cards, gaps, min(MAX_ABOVE, (left - more + 1) // 2))


class ReviewSheet(Vertical):
    DEFAULT_CSS = f"""
    ReviewSheet {{ width: 100%; max-width: {WIDEST}; height: 1fr; }}
    ReviewSheet #so-far {{ height: auto; padding: 0 {LEFT}; color: $gold; }}
    ReviewSheet #scene {{ width: 100%; }}
    ReviewSheet #table {{ height: 100%; }}
    ReviewSheet #heading {{ width: auto; height: 1; padding-left: {LEFT}; color: $dim; text-style: bold; }}
    """

    so_far = getters.query_one("#so-far", Static)
    balance = getters.query_one(BalanceSheet)
    listed = getters.query_one(DecisionList)
    scene = getters.query_one("#scene", Horizontal)
    table = getters.query_one("#table", Vertical)
    heading = getters.query_one("#heading", Static)
    rows = getters.query_one(TableRows)
    draft = getters.query_one(DraftScene)
    options = getters.query_one(Options)
    reasons = getters.query_one(Reasons)

    def compose(self) -> ComposeResult:
        yield Static(id="so-far", markup=False)
        yield BalanceSheet()
        yield DecisionList()
        with Horizontal(id="scene"):
            with Vertical(id="table"):
                yield Static(id="heading", markup=False)
                yield TableRows()
                yield DraftScene()
            yield Options()
        yield Reasons()

    def show(self, model: ReviewModel, review: Review, scene: Scene | None, limits: str) -> None:
        """`scene` is that of the model's decision, `limits` how decisions are judged."""
        self._share_out(model, review)
        self.so_far.update(model.stopped)
        self.so_far.display = bool(model.stopped)
        if review.seats[model.seat].rounds:
            roomy = is_roomy(self.app.size)
            lines = review_words.balance_lines if roomy else review_words.brief_balance_lines
            self.balance.lines = lines(review, model.seat)
        best, window = review.seats[model.seat].most_saved, self.app.size
        table = DecisionTable(model.decisions, best, model.every, not is_roomy(window), width_in(window))
        self.listed.show(table, model.selected, model.nothing_listed)
        self._show_scene(model, review, scene)
        self.reasons.limits = limits if is_roomy(self.app.size) else where_limits_are()

    def _show_scene(self, model: ReviewModel, review: Review, scene: Scene | None) -> None:
        decision = model.decision
        self.scene.visible = scene is not None
        self.options.decision = decision
        self.reasons.why = _reasons(decision, review) if decision else ()
        if scene and decision:
            picked = decision.kind == "pick"
            self.heading.update(_scene_heading(decision.kind, scene.card))
            self.rows.display, self.draft.display = not picked, picked
            if picked:
                self.draft.hand, self.draft.deck = scene.hand, scene.deck
            else:
                self.rows.rows, self.rows.landing = scene.rows, (scene.card, scene.row)
                self.rows.refresh()

    def _share_out(self, model: ReviewModel, review: Review) -> None:
        window = self.app.size
        gap = int(bool(model.stopped) and is_roomy(window))
        taken = len(wrap_text(model.stopped, width_in(window) - 2 * LEFT)) + gap
        self.so_far.styles.margin = (0, 0, gap, 0)
        judged = bool(review.seats[model.seat].rounds)
        layout = share_out(window, judged=judged, every=model.every, taken=taken)
        self.balance.display = layout.balance > 0
        self.rows.card_size, self.table.styles.width = layout.cards, width_of(layout.cards)
        parts = (self.balance, self.listed, self.scene, self.reasons)
        for part, lines, gap in zip(parts, layout[:4], (*layout.gaps, 0), strict=True):
            part.styles.height, part.styles.margin = lines, (0, 0, gap, 0)
        self.styles.padding = (layout.above, 0, 0, 0)


def _reasons(decision: Decision, review: Review) -> tuple[str, ...]:
    if decision == review.seats[decision.seat].most_saved:
        return (review_words.most_saved(decision),)
    return review_words.reasons(decision)


def _scene_heading(kind: DecisionKind, card: int) -> str:
    """For a row, `card` is the one that was too low."""
    if kind == "pick":
        # Translators: a heading in capitals: the draft as it was when a card was picked; at most 36 letters
        return _("THE DRAFT AT THAT MOMENT")
    if kind == "card":
        # Translators: a heading in capitals: the table as it was when a card was played; at most 36 letters
        return _("THE TABLE AT THAT MOMENT")
    # Translators: a heading in capitals; {card} was too low, and a row had to be taken; at most 36 letters
    return _("{card} WAS TOO LOW: WHICH ROW?").format(card=card)

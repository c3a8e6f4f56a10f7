"""What a review has found out, from top to bottom: the balance, the decisions, the table as it was, and why."""

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from sixqp_tui.analysis import lines as review_lines
from sixqp_tui.analysis.result import Review
from sixqp_tui.features.review.review_model import ReviewModel
from sixqp_tui.features.review.reviewed_decision import Scene
from sixqp_tui.features.review.widgets.balance_sheet import BalanceSheet
from sixqp_tui.features.review.widgets.decision_list import DecisionList
from sixqp_tui.features.review.widgets.layout import WIDEST, is_roomy, share_out, width_in
from sixqp_tui.features.review.widgets.options import Options
from sixqp_tui.features.review.widgets.reasons import LEFT, Reasons, wrap_text
from sixqp_tui.i18n import _
from sixqp_tui.tui.widgets.game.rows import TableRows, width_of


class ReviewSheet(Vertical):
    """Shows a model, and the table at the decision that is on."""

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
            yield Options()
        yield Reasons()

    def show(self, model: ReviewModel, review: Review, scene: Scene | None, *, drafted: bool) -> None:
        """Show what was found out; the `scene` is that of the model's decision, None where there is none."""
        self._share_out(model, review)
        self.so_far.update(model.stopped)
        self.so_far.display = bool(model.stopped)
        if review.seats[model.seat].rounds:
            roomy = is_roomy(self.app.size)
            lines = review_lines.balance_lines if roomy else review_lines.brief_balance_lines
            self.balance.lines = lines(review, model.seat)
        listed = self.listed
        listed.every, listed.none = model.every, model.nothing_listed
        listed.decisions, listed.selected = model.decisions, model.selected
        self._show_scene(model, scene)
        self.reasons.limits = review_lines.limits(review, drafted)
        self.reasons.in_short = review_lines.limits_in_short(review)

    def _show_scene(self, model: ReviewModel, scene: Scene | None) -> None:
        """The table as it was when this was decided, what it cost, and why."""
        decision = model.decision
        self.scene.visible = scene is not None
        self.options.decision = decision
        self.reasons.why = review_lines.reasons(decision) if decision else ()
        if scene and decision:
            self.heading.update(_scene_heading(scene.card if decision.kind == "row" else None))
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


def _scene_heading(too_low: int | None) -> str:
    """Above the rows as they lay; `too_low` is the card for which a row was taken."""
    if too_low is None:
        # Translators: a heading in capitals: the table as it was when a card was played; at most 36 letters
        return _("THE TABLE AT THAT MOMENT")
    # Translators: a heading in capitals; {card} was too low, and a row had to be taken; at most 36 letters
    return _("{card} WAS TOO LOW: WHICH ROW?").format(card=too_low)

"""The parts of the sheet of a review: the balance, the decisions, and the options and the reasons of one."""

from collections.abc import Sequence

from textual.binding import Binding
from textual.content import Content
from textual.widgets.option_list import Option as ListOption

from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, DecisionKind, Review, Tenths
from sixqp_tui.features.history.game_list import PickList
from sixqp_tui.i18n import N_, NC_, _, pgettext
from sixqp_tui.tui.scale import CARD_LINE
from sixqp_tui.tui.theme.glyphs import FULL, LEFT_HALF
from sixqp_tui.tui.widgets.common.columns import columns
from sixqp_tui.tui.widgets.graphics import card

COSTLIEST = 3
"""Decisions that are listed first, besides the best one."""
ROOMY, NARROW = 10, 5
"""Lines for the options of a decision, of which there are at most ten."""
DEAR, LITTLE = 20, 5
"""Tenths from which on a cost is red, and below which it is green."""
LONG_BAR, SHORT_BAR = 12, 6
"""Cells."""


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

    def show(self, lines: Sequence[Content], selected: int, nothing: str) -> None:
        """In lines that were shown already, the cursor is the user's. `nothing` stands there without lines."""
        if lines != [option.prompt for option in self.options]:
            self.set_options(lines or [ListOption(Content(nothing), disabled=True)])
            self.highlighted = selected if lines else None


def table_heading(kind: DecisionKind, too_low: int) -> str:
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

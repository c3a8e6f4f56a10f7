"""The review in a report."""

from collections.abc import Iterator, Sequence

from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision, DecisionKind, Option, Review, SeatReview
from sixqp_tui.analysis.words import heads_in_tenths
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.rules import Rows, ranks
from sixqp_tui.engine.table import Table
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.report.game import Round
from sixqp_tui.features.review.report.markup import (
    Markup,
    card,
    column_head,
    element,
    framed_table,
    join,
    nothing_costly,
    player_head,
    player_name,
    round_anchor,
    round_heading,
    rows,
    section,
    turn_anchor,
)
from sixqp_tui.i18n import _, pgettext

BAR_WIDTH, BAR_HEIGHT = 120, 14
"""Units of the picture."""
COLUMN, COLUMN_HEIGHT = 12, 48
"""Units of a turn's bar."""


def review_section(review: Review, record: GameRecord, table: Table, rounds: Sequence[Round]) -> Markup:
    drafted = table.rules.variant == "draft"
    places = sorted(range(table.seats), key=lambda seat: (ranks(table.totals)[seat], seat))
    return section(
        "review",
        # Translators: a heading: the review of a game
        _("Luck or skill"),
        "" if review.whole else element("p", review_words.so_far(review.done, review.tasks)),
        _all_balances(review, table, places),
        element("p", review_words.limits(review, drafted), class_="dim"),
        *(_seat(review, review.seats[seat], record, table, rounds) for seat in places),
    )


def _all_balances(review: Review, table: Table, places: Sequence[int]) -> Markup:
    lines = {seat: review_words.balance_lines(review, seat) for seat in places}
    # Translators: above a column of numbers from 0 to 100: how well somebody decided in a game
    accuracy = pgettext("page", "Accuracy")
    head = (column_head(pgettext("page", "Player"), class_="name"),)
    figures = (*(column_head(line.label) for line in lines[places[0]]), column_head(accuracy))
    body = (
        element(
            "tr",
            player_head(table, seat),
            *(_figure(line) for line in lines[seat]),
            element("td", str(review.seats[seat].accuracy)),
        )
        for seat in places
        if review.seats[seat].rounds
    )
    # Translators: above a table of figures that add up to the heads that each player took
    return framed_table(_("Where each player's heads came from"), (*head, *figures), body, "balances")


def _figure(line: review_words.BalanceLine) -> Markup:
    return element("td", line.figure, class_=_tone(line.tenths) if _is_signed(line) else None)


def _is_signed(line: review_words.BalanceLine) -> bool:
    return not line.figure[0].isdigit()


def _seat(review: Review, seat: SeatReview, record: GameRecord, table: Table, rounds: Sequence[Round]) -> Markup:
    """Open for people: nobody looks up a bot's mistakes first."""
    decisions = [_decision(decision, rounds[decision.round - 1]) for decision in seat.costliest()]
    figures = (_balance(review, seat.seat), _turns(review, seat, rounds)) if seat.rounds else ()
    return element(
        "details",
        element("summary", element("h3", player_name(seat.seat, table.names[seat.seat]))),
        element("div", *figures, class_="sides"),
        # Translators: a heading: the decisions that cost the player most
        element("h4", _("The costliest decisions")),
        element("ol", *decisions, class_="decisions") if decisions else element("p", nothing_costly()),
        element("p", review_words.most_saved(seat.most_saved)) if seat.most_saved else "",
        class_="seat",
        open=record.players[seat.seat].level is None,
    )


# -- luck or skill --------------------------------------------------------------------------------------


def _balance(review: Review, seat: int) -> Markup:
    lines = review_words.balance_lines(review, seat)
    most = max(1, *(abs(line.tenths) for line in lines[1:-1]))
    return element(
        "table",
        # Translators: above a table of figures that add up to the heads that a player took
        element("caption", _("Where the heads came from")),
        element("tbody", *(_balance_line(line, most, line is lines[-1]) for line in lines)),
        class_="balance",
    )


def _balance_line(line: review_words.BalanceLine, most: int, sum_of_all: bool) -> Markup:
    note = element("small", line.note) if line.note else ""
    return element(
        "tr",
        element("th", line.label, note, scope="row"),
        element("td", line.figure, class_=_tone(line.tenths) if _is_signed(line) else None),
        element("td", _bar(line.tenths, most) if _is_signed(line) else ""),
        class_="sum" if sum_of_all else None,
    )


def _bar(tenths: int, most: int) -> Markup:
    """From the middle, to the right for heads lost, to the left for heads saved."""
    middle = BAR_WIDTH // 2
    width = abs(tenths) * middle // most
    bar = element("rect", x=middle if tenths > 0 else middle - width, y=0, width=width, height=BAR_HEIGHT)
    line = element("line", x1=middle, y1=0, x2=middle, y2=BAR_HEIGHT)
    return element(
        "svg", bar, line, viewBox=f"0 0 {BAR_WIDTH} {BAR_HEIGHT}", aria_hidden="true", class_=f"bar {_tone(tenths)}"
    )


def _tone(tenths: int) -> str:
    return "cost" if tenths > 0 else "spared"


def _turns(review: Review, seat: SeatReview, rounds: Sequence[Round]) -> Markup:
    most = max(1, *(cost for each in review.seats for one in rounds for cost in each.turn_costs(one.number)))
    pictures = (_turn_bars(one.number, seat.turn_costs(one.number), most) for one in rounds)
    caption = element("figcaption", _("What the decisions of each turn cost"))
    picks = review_words.draft_costs(seat)
    return element("figure", caption, *pictures, element("p", picks) if picks else "", class_="turn-costs")


def _turn_bars(number: int, costs: Sequence[int], most: int) -> Markup:
    bars = (
        element("rect", x=at * COLUMN + 1, y=COLUMN_HEIGHT - height, width=COLUMN - 2, height=height)
        for at, height in enumerate(cost * COLUMN_HEIGHT // most for cost in costs)
        if height
    )
    floor = element("line", x1=0, y1=COLUMN_HEIGHT, x2=COLUMN * HAND, y2=COLUMN_HEIGHT)
    label = element("text", round_heading(number), x=0, y=COLUMN_HEIGHT + 15)
    text = ", ".join(_turn_cost(turn, cost) for turn, cost in enumerate(costs, 1) if cost)
    return element(
        "svg",
        *bars,
        floor,
        label,
        viewBox=f"0 0 {COLUMN * HAND} {COLUMN_HEIGHT + 20}",
        role="img",
        aria_label=f"{round_heading(number)}: {text or nothing_costly()}",
        class_="cost",
    )


# -- the costliest decisions -----------------------------------------------------------------------------


def _decision(decision: Decision, played: Round) -> Markup:
    anchor = turn_anchor(decision.round, decision.turn) if decision.kind != "pick" else round_anchor(decision.round)
    link = element("a", review_words.decided_at(decision), href=f"#{anchor}")
    cost = element("strong", review_words.cost(decision), class_="cost")
    options = element("ul", *(_option(decision, option) for option in decision.options), class_="options")
    reasons = (element("p", sentence) for sentence in review_words.reasons(decision))
    beside = element("div", element("p", _options_heading(decision.kind), class_="dim"), options, *reasons)
    return element(
        "li",
        element("p", link, " · ", review_words.instead(decision), " · ", cost),
        element("div", _scene(decision, played), beside, class_="sides"),
    )


def _scene(decision: Decision, played: Round) -> Markup:
    if decision.kind != "pick":
        return rows(_rows_then(decision, played))
    hand = sorted(played.picks[decision.seat][: decision.turn - 1])
    if not hand:
        return element("p", _("No card was picked yet."))
    # Translators: above the cards that a player has picked in the draft so far
    return element("p", element("span", _("Picked so far:"), " ", class_="dim"), *map(card, hand))


def _rows_then(decision: Decision, played: Round) -> Rows:
    turn = played.turns[decision.turn - 1]
    rows = list(turn.rows)
    for each in turn.placements if decision.kind == "row" else ():
        if each.seat == decision.seat:
            break
        rows[each.row] = each.after
    return tuple(rows)


def _option(decision: Decision, option: Option) -> Markup:
    made = option.choice == decision.made
    shown = (
        card(option.choice)
        if decision.kind != "row"
        else element("span", _("row {row}").format(row=option.choice + 1))
    )
    more = element("span", *_more(decision, option), class_="cost" if option.more else "spared")
    return element("li", shown, more, class_="made" if made else None)


def _more(decision: Decision, option: Option) -> Iterator[str]:
    yield review_words.signed_tenths(option.more)
    if option.choice == decision.made:
        yield join(" ", element("small", _was_made(decision.kind)))


def _turn_cost(turn: int, tenths: int) -> str:
    # Translators: read aloud, in a list; {heads} is “4.3 heads”
    return _("turn {turn}: {heads}").format(turn=turn, heads=heads_in_tenths(tenths))


def _options_heading(kind: DecisionKind) -> str:
    if kind == "pick":
        # Translators: above a list of cards with figures
        return _("Cards of the deck, and how many more heads each was expected to cost than the best one:")
    if kind == "row":
        # Translators: above a list of rows with figures
        return _("The rows, and how many more heads each was expected to cost than the best one:")
    # Translators: above a list of cards with figures
    return _("The hand at that moment, and how many more heads each card was expected to cost than the best one:")


def _was_made(kind: DecisionKind) -> str:
    if kind == "pick":
        # Translators: a mark behind a card of a draft
        return pgettext("review", "picked")
    # Translators: a mark behind a card, or behind a row
    return pgettext("review", "taken") if kind == "row" else pgettext("review", "played")

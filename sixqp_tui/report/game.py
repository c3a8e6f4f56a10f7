"""What happened in a game, as sections of a report: the result, the curves, and every turn."""

from collections.abc import Iterable, Sequence

from sixqp_tui.engine.cards import HAND, ROW_LIMIT, heads, heads_of
from sixqp_tui.engine.rules import Effect, ranks, reaches_limit
from sixqp_tui.engine.table import Table
from sixqp_tui.history.record import GameRecord
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.game import phrases
from sixqp_tui.i18n.game.facts import Told, winning_seats
from sixqp_tui.i18n.screens import report as words
from sixqp_tui.presentation.people.seat_signs import seat_sign
from sixqp_tui.report.curve import NARROW, WIDE, draw_curves
from sixqp_tui.report.markup import Markup, element, join
from sixqp_tui.report.rounds import Placement, Round, Turn

EMPTY = element("i")
FULL = element("i", class_="sixth")


def result_section(record: GameRecord, table: Table) -> Markup:
    """Who has what rank and total, and the heads of each round."""
    head = (
        column_head(pgettext("score sheet", "Rank")),
        column_head(pgettext("page", "Player"), class_="name"),
        column_head(pgettext("score sheet", "Total")),
        *(column_head(str(number)) for number in range(1, len(table.scores) + 1)),
    )
    places = sorted(enumerate(ranks(table.totals)), key=lambda place: place[1])
    lines = (_result_line(record, table, seat, rank) for seat, rank in places)
    # Translators: above the table of the result; a column a round follows the total
    caption = _("The total of each player, and the heads of each round")
    return section("result", _("Result"), framed_table(caption, head, lines, "scores"))


def _result_line(record: GameRecord, table: Table, seat: int, rank: int) -> Markup:
    player, total = record.players[seat], table.totals[seat]
    mark = element("small", words.level(player.level)) if player.level else ""
    return element(
        "tr",
        element("td", "–" if table.ended == "abandoned" else str(rank)),
        column_head(player_name(seat, player.name), mark, scope="row", class_="name"),
        element("td", element("strong", str(total)), class_="over" if reaches_limit(table.rules, total) else None),
        *(element("td", str(scores[seat])) for scores in table.scores),
        class_="first" if seat in winning_seats(table) else None,
    )


def curves_section(table: Table) -> Markup:
    """The totals after each round, drawn for wide and for narrow windows."""
    drawn = join(draw_curves(table, WIDE, "wide"), draw_curves(table, NARROW, "narrow"))
    return section("curves", _("Totals after each round"), element("figure", drawn))


def turns_section(table: Table, rounds: Iterable[Round]) -> Markup:
    """The rounds, each with its hands and its turns, and what the script needs to step through them."""
    return section("turns", _("Turn by turn"), _stage(), *(_round(table, each) for each in rounds))


def _stage() -> Markup:
    """Where the script shows one moment; hidden until it does."""
    buttons = [element("button", text, type="button", id=name) for name, text in words.steps().items()]
    return element(
        "div",
        element(
            "div",
            element("select", id="moment", aria_label=_("Which turn is shown")),
            *buttons,
            class_="steps",
        ),
        element("p", id="said", aria_live="polite"),
        element("div", id="shown"),
        id="stage",
        role="group",
        # Translators: a part of a page, read aloud: buttons and a picture of the table
        aria_label=_("Step through the game"),
        hidden=True,
    )


def _round(table: Table, each: Round) -> Markup:
    turns = element(
        "details",
        element("summary", words.turns_summary(len(each.turns))),
        *(_turn(table, each.number, turn) for turn in each.turns),
        # Translators: above the four rows of the table when a round is over
        element("h4", _("The rows at the end of the round")),
        rows(each.last_rows),
    )
    return element(
        "article",
        element("h3", words.round_heading(each.number)),
        *(element("p", told.sentence, ".") for told in each.opening),
        _picks(table, each) if any(each.picks) else "",
        _hands(table, each),
        turns,
        id=f"r{each.number}",
        class_="round",
    )


def _picks(table: Table, each: Round) -> Markup:
    head = (
        column_head(pgettext("page", "Player"), class_="name"),
        *(column_head(str(n)) for n in range(1, HAND + 1)),
    )
    lines = (
        element("tr", player_head(table, seat), *(element("td", card(pick)) for pick in picks))
        for seat, picks in enumerate(each.picks)
    )
    return framed_table(words.picks_caption(each.number), head, lines, "picks")


def _hands(table: Table, each: Round) -> Markup:
    head = (
        column_head(pgettext("page", "Player"), class_="name"),
        *(column_head(str(turn.number)) for turn in each.turns),
        column_head(pgettext("score sheet", "Total")),
    )
    lines = (
        element(
            "tr",
            player_head(table, seat),
            *(_laid(turn.cards[seat], each.taken_by(seat, turn)) for turn in each.turns),
            element("td", element("strong", str(table.scores[each.number - 1][seat]))),
        )
        for seat in range(table.seats)
    )
    return framed_table(words.hands_caption(each.number), head, lines, "hands")


def _laid(number: int, taken: Sequence[int] | None) -> Markup:
    cost = element("em", f"+{heads_of(taken)}") if taken else ""
    return element("td", card(number), cost)


def _turn(table: Table, number: int, turn: Turn) -> Markup:
    return element(
        "section",
        element("h4", words.turn_heading(number, turn.number)),
        rows(turn.rows),
        element("ul", *(_aside(told) for told in turn.stood_in), *map(_placement, turn.placements), class_="plays"),
        id=turn_anchor(number, turn.number),
        class_="turn",
    )


def turn_anchor(number: int, turn: int) -> str:
    """The name of a turn in the page."""
    return f"r{number}t{turn}"


def _aside(told: Told) -> Markup:
    return element("li", told.sentence, class_="aside")


def _placement(each: Placement) -> Markup:
    """A card that was laid, and what became of it; the row after it is for the script, which knows no rules."""
    effect = Effect.TOO_LOW if each.too_low else Effect.TAKES_FULL_ROW if each.taken else Effect.APPENDS
    sign = element("span", seat_sign(each.seat), class_=f"s{each.seat + 1}", aria_hidden="true")
    told = element("span", each.told.sentence, class_="told cost" if each.taken else "told")
    why = element("small", words.article(effect.value)) if each.taken else ""
    taken = element("span", *map(card, each.taken), class_="taken") if each.taken else ""
    return element(
        "li",
        card(each.card),
        element("div", sign, " ", told, why, taken),
        data_row=each.row,
        data_cards=" ".join(map(str, each.after)),
        data_heads=heads_of(each.after),
        data_told=phrases.heads(heads_of(each.after)),
    )


# -- pieces ---------------------------------------------------------------------------------------------


def section(name: str, heading: str, *content: str) -> Markup:
    """A part of the page under its heading."""
    return element("section", element("h2", heading), *content, id=name)


def card(number: int) -> Markup:
    """A card: its number; its heads are drawn by the style sheet, which knows how many by the class."""
    count = heads(number)
    return element("b", str(number), class_=f"h{count}" if count > 1 else None)


def rows(held: Iterable[Sequence[int]]) -> Markup:
    """The four rows, each with its heads."""
    return element("ol", *map(_row, held), class_="rows")


def _row(held: Sequence[int]) -> Markup:
    count = heads_of(held)
    empty = [EMPTY] * (ROW_LIMIT - len(held)) + [FULL if len(held) == ROW_LIMIT else EMPTY]
    cards = (Markup(f"{card(each)} ") for each in held)
    return element("li", *cards, *empty, element("em", element("u", phrases.heads(count)), data_heads=count))


def player_name(seat: int, name: str) -> Markup:
    """A player's sign and name, in the colour of the seat."""
    sign = element("span", seat_sign(seat), class_=f"s{seat + 1}", aria_hidden="true")
    return join(sign, " ", element("bdi", name))


def player_head(table: Table, seat: int) -> Markup:
    """The head of a player's line in a table."""
    return column_head(player_name(seat, table.names[seat]), scope="row", class_="name")


def column_head(*content: str, scope: str = "col", class_: str | None = None) -> Markup:
    """The head of a column of a table, or of a line."""
    return element("th", *content, scope=scope, class_=class_)


def framed_table(caption: str, head: Iterable[Markup], lines: Iterable[Markup], kind: str) -> Markup:
    """A table in a frame that scrolls where the window is too narrow."""
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head)),
        element("tbody", *lines),
        class_=kind,
    )
    return element("div", whole, class_="frame", role="group", aria_label=caption, tabindex=0)

"""The elements that the sections of a report are made of: headings, cards, rows, players and tables."""

from collections.abc import Iterable, Sequence

from sixqp_tui.engine.cards import ROW_LIMIT, heads, heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.features.review.report.markup import Markup, element, join
from sixqp_tui.i18n import phrases
from sixqp_tui.presentation.seat_signs import seat_sign

EMPTY = element("i")
FULL = element("i", class_="sixth")


def section(name: str, heading: str, *content: str) -> Markup:
    return element("section", element("h2", heading), *content, id=name)


def card(number: int) -> Markup:
    """A card: its number; its heads are drawn by the style sheet, which knows how many by the class."""
    count = heads(number)
    return element("b", str(number), class_=f"h{count}" if count > 1 else None)


def rows(held: Iterable[Sequence[int]]) -> Markup:
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
    return column_head(player_name(seat, table.names[seat]), scope="row", class_="name")


def column_head(*content: str, scope: str = "col", class_: str | None = None) -> Markup:
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


def turn_anchor(number: int, turn: int) -> str:
    return f"r{number}t{turn}"

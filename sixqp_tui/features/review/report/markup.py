"""HTML that escapes every text, and the elements of a report."""

from collections.abc import Iterable, Sequence
from html import escape

from sixqp_protocol.messages import Level
from sixqp_protocol.text import printable
from sixqp_tui.engine.cards import ROW_LIMIT, heads, heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, phrases
from sixqp_tui.presentation.bidi import isolate
from sixqp_tui.presentation.seat_signs import seat_sign


class Markup(str):
    """Complete HTML in which every text is escaped."""

    __slots__ = ()


_VOID = frozenset(("meta", "line", "path", "rect", "circle"))
"""Elements without content; SVG needs their slash, and HTML allows it."""


def element(tag: str, *content: str, **attributes: str | int | bool | None) -> Markup:
    """Content that is no Markup is text.

    In attributes `_` stands for `-`, and a trailing one is dropped (`class_`). None and False leave an attribute
    out, True gives it no value.
    """
    opened = "".join((tag, *(_attribute(name, value) for name, value in attributes.items())))
    if tag in _VOID:
        return Markup(f"<{opened}/>")
    return Markup(f"<{opened}>{join(*content)}</{tag}>")


def join(*content: str) -> Markup:
    return Markup("".join(each if isinstance(each, Markup) else _text(each) for each in content))


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{_text(str(value))}"'


def _text(text: str) -> str:
    return isolate(escape(printable(text)))


def level(level: Level) -> str:
    # Translators: a mark behind the name of a bot; {level} is “easy”, “medium” or “hard”
    return _("bot, {level}").format(level=phrases.level_name(level))


def round_heading(number: int) -> str:
    return _("Round {number}").format(number=number)


def nothing_costly() -> str:
    # Translators: of the decisions of a player, or of one round
    return _("No decision is known to have cost you anything.")


EMPTY = element("i")
FULL = element("i", class_="sixth")


def section(name: str, heading: str, *content: str) -> Markup:
    return element("section", element("h2", heading), *content, id=name)


def card(number: int) -> Markup:
    """The style sheet draws the heads, which it knows by the class."""
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
    sign = element("span", seat_sign(seat), class_=f"s{seat + 1}", aria_hidden="true")
    return join(sign, " ", element("bdi", name))


def player_head(table: Table, seat: int) -> Markup:
    return column_head(player_name(seat, table.names[seat]), scope="row", class_="name")


def column_head(*content: str, scope: str = "col", class_: str | None = None) -> Markup:
    return element("th", *content, scope=scope, class_=class_)


def framed_table(caption: str, head: Iterable[Markup], lines: Iterable[Markup], kind: str) -> Markup:
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head)),
        element("tbody", *lines),
        class_=kind,
    )
    return element("div", whole, class_="frame", role="group", aria_label=caption, tabindex=0)


def round_anchor(number: int) -> str:
    return f"r{number}"


def turn_anchor(number: int, turn: int) -> str:
    return f"r{number}t{turn}"

"""The results of a hall as CSV, JSON or a page."""

import csv
from collections.abc import Iterator
from html import escape
from io import StringIO
from typing import Final, Literal, get_args

import msgspec

from sixqp_tui.features.hall.hall import DEALS, Hall
from sixqp_tui.i18n import _, language

Format = Literal["csv", "json", "html"]
FORMATS: Final = get_args(Format)
COLUMNS: Final = ("place", "name", "points", "within", "heads", "hands")


def export(hall: Hall, format: Format) -> str:
    if format == "json":
        hands = [
            {"round": (hand.deal - 1) // DEALS + 1, "deal": hand.deal, "seat": hand.seat, "heads": hand.heads,
             "name": hall.players[hand.player].name}
            for hand in hall.hands
        ]  # fmt: skip
        ranking = [dict(zip(COLUMNS, row, strict=True)) for row in rows(hall)]
        whole = {"hall": hall.opened.name, "scoring": hall.opened.scoring, "ranking": ranking, "hands": hands}
        return msgspec.json.format(msgspec.json.encode(whole)).decode() + "\n"
    if format == "csv":
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows(hall))
        return text.getvalue()
    return page(hall)


def rows(hall: Hall) -> Iterator[tuple[int, str, float, float, int, int]]:
    for line in hall.ranking():
        name = hall.players[line.player].name
        yield line.place, name, round(line.points, 2), round(line.within, 2), line.heads, line.hands


def page(hall: Hall) -> str:
    headings = ("", _("Name"), _("Points"), "±", _("Heads"), _("Hands"))
    head = "".join(f"<th>{escape(each)}</th>" for each in headings)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>" for row in rows(hall)
    )
    title = escape(hall.opened.name)
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        "<style>body{font:1.2em sans-serif;margin:2em auto;max-width:50em}td,th{padding:.2em .8em;text-align:right}"
        f"td:nth-child(2),th:nth-child(2){{text-align:left}}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<table>\n<tr>{head}</tr>\n{body}\n</table>\n</body>\n</html>\n"
    )

"""The totals after each round as curves in SVG."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sixqp_protocol.text import cells
from sixqp_tui.engine.table import Table
from sixqp_tui.features.review.report.markup import Markup, element, join
from sixqp_tui.i18n import _
from sixqp_tui.presentation.plot import highest_total, spread, totals_by_round
from sixqp_tui.presentation.seat_signs import seat_sign

CELL = 10
"""Width of most letters, or of half a letter of two cells, in units of the picture."""
BROAD = 15
"""Width of a broad letter."""
SIGN = 14
"""Width of a sign with the space around it."""
LINE = 17
"""Height of a line of text."""
LEFT, TOP, BOTTOM = 40, 14, 30
MIN_GAP = 26
"""Between the numbers of two rounds; a number that is too close is left out."""


class Size(NamedTuple):
    """`names` stand at the ends of the curves."""

    width: int
    height: int
    names: bool


WIDE = Size(960, 400, names=True)
NARROW = Size(340, 280, names=False)


class Plot(NamedTuple):
    table: Table
    size: Size

    @property
    def right(self) -> int:
        name = max(map(_width, self.table.names)) if self.size.names else 0
        return self.size.width - SIGN - 26 - name

    @property
    def floor(self) -> int:
        return self.size.height - BOTTOM

    def x(self, number: int) -> int:
        """Round 0 is before the first."""
        return LEFT + 8 + (self.right - LEFT - 8) * number // len(self.table.scores)

    def y(self, total: int) -> int:
        return self.floor - (self.floor - TOP) * total // highest_total(self.table)


def _width(name: str) -> int:
    return CELL * cells(name) + (BROAD - CELL) * sum(letter in "MWmw" for letter in name)


def draw_curves(table: Table, size: Size, name: str) -> Markup:
    """For a game with at least one round; `name` is the id of the picture."""
    plot = Plot(table, size)
    return element(
        "svg",
        element("title", _("Totals after each round"), id=f"{name}-title"),
        element("desc", *_described(table), id=f"{name}-desc"),
        *_axes(plot),
        *_paths(plot),
        *_signs(plot),
        *_ends(plot),
        viewBox=f"0 0 {size.width} {size.height}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_=f"curves {name}",
    )


def _described(table: Table) -> Iterator[str]:
    for seat, name in enumerate(table.names):
        yield f"{name}: {', '.join(map(str, totals_by_round(table, seat)[1:]))}. "


def _axes(plot: Plot) -> Iterator[Markup]:
    limit, highest = plot.table.rules.limit, max(plot.table.totals)
    yield _level(plot, 0, "axis")
    if highest and (limit is None or abs(plot.y(highest) - plot.y(limit)) >= LINE):
        yield _level(plot, highest, "axis")
    if limit is not None:
        yield _level(plot, limit, "limit")
    free = 0
    for number in range(1, len(plot.table.scores) + 1):
        if plot.x(number) >= free:
            yield _text(plot.x(number), plot.size.height - 8, str(number), "middle")
            free = plot.x(number) + MIN_GAP


def _level(plot: Plot, total: int, kind: str) -> Markup:
    y = plot.y(total)
    line = element("line", x1=LEFT, y1=y, x2=plot.right, y2=y, class_=kind)
    return join(line, _text(LEFT - 6, y, str(total), "end", kind))


def _paths(plot: Plot) -> Iterator[Markup]:
    for seat in range(plot.table.seats):
        points = (f"{plot.x(at)} {plot.y(total)}" for at, total in enumerate(totals_by_round(plot.table, seat)))
        yield element("path", d=f"M{'L'.join(points)}", class_=f"s{seat + 1}")


def _signs(plot: Plot) -> Iterator[Markup]:
    """Signs at one point stand side by side."""
    for number in range(1, len(plot.table.scores) + 1):
        at: defaultdict[int, list[int]] = defaultdict(list)
        for seat in range(plot.table.seats):
            at[plot.y(totals_by_round(plot.table, seat)[number])].append(seat)
        for y, seats in at.items():
            for left, seat in enumerate(seats):
                x = plot.x(number) - left * SIGN
                yield element("circle", cx=x, cy=y, r=SIGN // 2)
                yield _text(x, y, seat_sign(seat), "middle", f"s{seat + 1}")


def _ends(plot: Plot) -> Iterator[Markup]:
    """The signs again at the ends, each on its own line, the highest total first."""
    totals = plot.table.totals
    ranked = sorted(range(plot.table.seats), key=lambda seat: -totals[seat])
    lines = spread(_lines(plot, ranked), max(len(ranked), (plot.size.height - TOP) // LINE))
    for seat, line in zip(ranked, lines, strict=True):
        text = f"{seat_sign(seat)} {plot.table.names[seat]}" if plot.size.names else seat_sign(seat)
        yield _text(plot.right + 14, line * LINE, text, "start", f"s{seat + 1}")


def _lines(plot: Plot, seats: Iterable[int]) -> Iterator[int]:
    for seat in seats:
        yield round(plot.y(plot.table.totals[seat]) / LINE)


def _text(x: int, y: int, text: str, anchor: str, kind: str | None = None) -> Markup:
    return element("text", text, x=x, y=y, text_anchor=anchor, class_=kind)

"""The scores as lines, for a screen and for a terminal without one: what stands where, and in which ink."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sixqp_protocol.text import cells
from sixqp_tui.features.history import score_words as words
from sixqp_tui.features.history.scores import BarGroup, CurveShown, PersonSheet, ScoreRow, ScoreSheet
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.phrases import decimal
from sixqp_tui.presentation.plot import averages, bar, columns
from sixqp_tui.presentation.spans import Line, Span, pad, wrap

MAX_BAR: Final = 24
"""Cells of a bar that is full."""
MIN_BAR: Final = 6
"""Cells that a full bar has at least, whatever else the line says."""
CURVE_HEIGHT: Final = 5
"""Lines of a curve where there is no room to waste."""
SCALE: Final = 5
"""Cells before a curve."""
INDENT: Final = 2
"""Cells before what belongs to the line above."""
MIN_NAME: Final = 10
"""Cells of a name in the list of everybody, however narrow it is."""


class ScoreLines(NamedTuple):
    """The two parts of the scores: one below the other where it is narrow, else side by side."""

    person: tuple[Line, ...]
    everybody: tuple[Line, ...]


def score_lines(sheet: ScoreSheet, width: int, curve_height: int = CURVE_HEIGHT) -> ScoreLines:
    """The scores in lines of at most `width` cells; both parts without a blank line around them."""
    if not sheet.people:
        return ScoreLines((), tuple(_sentence(words.nobody_yet(), width, "ink")))
    person = _person(sheet.person, width, curve_height) if sheet.person else ()
    return ScoreLines(_trimmed(person), _trimmed(_everybody(sheet, width)))


def _trimmed(lines: Iterator[Line] | tuple[()]) -> tuple[Line, ...]:
    kept = tuple(lines)
    return kept[1:] if kept and not kept[0] else kept


def _heading(title: str) -> Iterator[Line]:
    yield ()
    yield (Span(title, "strong", bold=True),)


def _sentence(sentence: str, width: int, ink: str) -> Iterator[Line]:
    for line in wrap(sentence, width):
        yield (Span(line, ink),)


def _person(person: PersonSheet, width: int, curve_height: int) -> Iterator[Line]:
    yield (Span(person.title, "gold", bold=True),)
    yield ()
    longest = max(cells(figure.label) for figure in person.figures) + 2
    for figure in person.figures:
        told = wrap(figure.told, width - longest)
        for at, part in enumerate(told):
            yield Span(pad("" if at else figure.label, longest), "dim"), Span(part)
    if len(person.curve.values) > 1:
        yield from _curve(person.curve, width, curve_height)
    for group in person.groups:
        yield from _bars(group, width)


def _curve(curve: CurveShown, width: int, height: int) -> Iterator[Line]:
    yield from _heading(curve.title)
    values = averages(curve.values, width - SCALE - 2)
    highest = max(*values, 0.1)
    lines = columns(values, highest, height)
    for at, line in enumerate(lines):
        scale = decimal(highest) if at == 0 else "0" if at == len(lines) - 1 else ""
        yield Span(f"{scale:>{SCALE}}  ", "dim"), Span(line, "gold")


def _bars(group: BarGroup, width: int) -> Iterator[Line]:
    yield from _heading(group.title)
    told = max(cells(each.told) for each in group.bars)
    longest = min(max(cells(each.label) for each in group.bars), width - told - MIN_BAR - 4)
    room = max(MIN_BAR, min(MAX_BAR, width - longest - told - 4))
    for each in group.bars:
        ink = "gold" if each.own else "ink"
        yield (
            Span(pad(each.label, longest + 2), ink),
            Span(pad(bar(each.share, room), room), "gold" if each.own else "green"),
            Span(f"  {each.told}", ink),
        )
    if group.note:
        yield from _sentence(group.note, width, "dim")


def _everybody(sheet: ScoreSheet, width: int) -> Iterator[Line]:
    if sheet.ratings:
        yield from _bars(sheet.ratings, width)
    yield from _people(sheet.people, width)
    if sheet.evenings:
        yield from _heading(_("LAST EVENINGS"))
        for evening in sheet.evenings:
            yield from _sentence(evening.told, width, "ink")
            for line in wrap(evening.tally, width - INDENT):
                yield Span(" " * INDENT), Span(line, "dim")
    if sheet.note:
        yield ()
        yield from _sentence(sheet.note, width, "dim")


def _people(people: Sequence[ScoreRow], width: int) -> Iterator[Line]:
    heads = _columns()
    widest = [max(map(cells, column)) for column in zip(heads, *(row.cells for row in people), strict=True)]
    longest = max(cells(row.name) for row in people)
    gap = 2 if MIN_NAME + sum(widest) + 2 * len(widest) <= width else 1
    name = max(MIN_NAME, min(longest, width - sum(widest) - gap * len(widest)))
    yield from _heading(words.everybody())
    yield (
        Span(" " * name),
        *(Span(f"{head:>{room + gap}}", "dim") for head, room in zip(heads, widest, strict=True)),
    )
    for row in people:
        ink = "gold" if row.own else "ink"
        figures = (f"{cell:>{room + gap}}" for cell, room in zip(row.cells, widest, strict=True))
        yield Span(pad(row.name, name), ink), *(Span(figure, ink) for figure in figures)


def _columns() -> tuple[str, ...]:
    """The heads of the columns of everybody: at most 6 letters each."""
    return (
        # Translators: the context “score column” is the head of a column of numbers, at most 6 letters
        pgettext("score column", "games"),
        pgettext("score column", "won"),
        # Translators: heads a round
        pgettext("score column", "heads"),
        # Translators: heads of the best round
        pgettext("score column", "best"),
        # Translators: heads of the worst round
        pgettext("score column", "worst"),
        # Translators: rows taken a round by a sixth card
        pgettext("score column", "6th"),
        # Translators: rows taken a round with a card that was too low
        pgettext("score column", "low"),
    )

"""Lines in the table's colours on a terminal, and as plain text elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from sixqp_protocol.text import cells, printable
from sixqp_tui.presentation.spans import Line, Span
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.output import print_line

if TYPE_CHECKING:
    from sixqp_tui.tui.theme.palettes import Depth


MARGIN = 2
"""Cells of felt on either side."""


def is_painted() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_painted(lines: Iterable[Line], preferences: Preferences) -> None:
    if is_painted():
        _paint(lines, preferences)
        return
    for line in lines:
        print_line(_signs("".join(span.text for span in line).rstrip(), preferences))


def wrap_groups(groups: Sequence[Line], width: int, indent: int) -> Iterator[Line]:
    """Lines of at most `width` cells, broken between groups, each indented."""
    line: list[Span] = []
    room = width - indent
    for group in groups:
        needed = sum(cells(span.text) for span in group)
        if line and needed > room:
            yield Span(" " * indent), *line
            line, room = [], width - indent
        line += group
        room -= needed
    if line:
        yield Span(" " * indent), *line


def line_width(longest: int) -> int:
    return max(40, min(longest, get_terminal_size().columns - 2 * MARGIN)) if sys.stdout.isatty() else longest


def _paint(lines: Iterable[Line], preferences: Preferences) -> None:
    from rich.console import Console
    from rich.text import Text

    from sixqp_tui.tui.theme.palettes import palette_for
    from sixqp_tui.tui.theme.roles import FELT

    console = Console(highlight=False)
    colours = palette_for(preferences.theme, _DEPTHS.get(console.color_system, "none")).colours
    felt = f"on {colours[FELT]}"
    for line in ((), *lines, ()):
        text = Text(" " * MARGIN, style=felt, no_wrap=True, overflow="crop", end="")
        for span in line:
            weight = "bold " if span.bold else ""
            text.append(_signs(printable(span.text), preferences), f"{weight}{colours[span.ink]} {felt}")
        text.truncate(console.width)
        text.pad_right(max(0, console.width - cells(text.plain)))
        console.print(text, soft_wrap=True, end="\n")


def _signs(text: str, preferences: Preferences) -> str:
    if not preferences.ascii:
        return text
    from sixqp_tui.tui.theme.glyphs import to_ascii

    return to_ascii(text)


_DEPTHS: dict[str | None, Depth] = {"truecolor": "many", "256": "256", "standard": "16", "windows": "16"}

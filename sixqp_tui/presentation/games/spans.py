"""Lines of coloured text that a terminal shows the same way inside the app and outside of it."""

from typing import NamedTuple

from sixqp_protocol.text import cells


class Span(NamedTuple):
    """A piece of a line in one ink: the name of a role of the theme."""

    text: str
    ink: str = "ink"
    bold: bool = False


Line = tuple[Span, ...]


def padded(text: str, width: int) -> str:
    """The text in exactly so many cells: its end cut with a mark, or with blanks behind it."""
    if cells(text) > width:
        while text and cells(text) >= width:
            text = text[:-1]
        text += "…"
    return text + " " * max(0, width - cells(text))

"""Lines of coloured text that a terminal shows the same way inside the app and outside of it."""

from typing import NamedTuple

from sixqp_protocol.text import cells


class Span(NamedTuple):
    """A piece of a line in one ink: the name of a role of the theme."""

    text: str
    ink: str = "ink"
    bold: bool = False


Line = tuple[Span, ...]


def wrap(text: str, width: int) -> tuple[str, ...]:
    """The text in lines of at most `width` cells, broken between words; a word that is longer stands by itself."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def pad(text: str, width: int) -> str:
    """The text in exactly so many cells: its end cut with a mark, or with blanks behind it."""
    if cells(text) > width:
        while text and cells(text) >= width:
            text = text[:-1]
        text += "…"
    return text + " " * max(0, width - cells(text))

"""Coloured text, inside and outside the app, and text of a given width."""

from typing import NamedTuple

from sixqp_protocol.text import cells


class Span(NamedTuple):
    """A piece of a line; `ink` is a colour role of the theme."""

    text: str
    ink: str = "ink"
    bold: bool = False


Line = tuple[Span, ...]


def wrap(text: str, width: int) -> tuple[str, ...]:
    """Lines of at most `width` cells, broken between words; a longer word gets its own line."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def shorten(text: str, width: int) -> str:
    """The text in `width` cells, cut with an ellipsis, between words if possible."""
    if cells(text) <= width:
        return text
    return f"{pad(wrap(text, width - 1)[0], width - 1).rstrip('… ')}…"


def pad(text: str, width: int) -> str:
    """The text in exactly `width` cells, cut with an ellipsis or padded."""
    if cells(text) > width:
        while text and cells(text) >= width:
            text = text[:-1]
        text += "…"
    return text + " " * max(0, width - cells(text))

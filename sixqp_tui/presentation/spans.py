"""Lines of coloured text that a terminal shows the same way inside the app and outside of it."""

from typing import NamedTuple


class Span(NamedTuple):
    """A piece of a line in one ink: the name of a role of the theme."""

    text: str
    ink: str = "ink"
    bold: bool = False


Line = tuple[Span, ...]

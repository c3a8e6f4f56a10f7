"""What happens to every line on its way to the terminal: inks that can be read there, and only ASCII if wished."""

import re
from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from sixqp_tui.tui.theme.contrast import fades_when_bold, readable_ink
from sixqp_tui.tui.theme.glyphs import DOTS, GRAPHIC, UPPER_HALF, to_ascii
from sixqp_tui.tui.theme.roles import FELT, SLOT, Palette

_GAPS = re.compile(r"( {2,}|^ | $)")
"""Blanks that stand around words rather than between two of them."""


class FilterChain(LineFilter):
    """Several filters, one after the other, as one: a line that is drawn again is looked up only once."""

    def __init__(self, filters: tuple[LineFilter, ...]) -> None:
        super().__init__()
        self.filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line after the last of them."""
        for one in self.filters:
            segments = one.apply(segments, background)
        return segments


class ContrastFilter(LineFilter):
    """Makes an ink brighter or darker where it could not be read on its block, as this terminal shows both."""

    def __init__(self, system: ColorSystem) -> None:
        super().__init__()
        self.system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text, readable; what is drawn with parts of blocks stays as it is."""
        return [
            segment
            if segment.style is None or GRAPHIC.issuperset(segment.text)
            else Segment(segment.text, _readable_style(segment.style, self.system), segment.control)
            for segment in segments
        ]


class DotsFilter(LineFilter):
    """Draws the empty places of a palette that has `dots` for them: on the felt, around what is written there."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        slot, felt = (RichColor.parse(palette.colours[role]) for role in (SLOT, FELT))
        self._slot = slot.triplet
        self._felt = Style(bgcolor=felt)
        self._dots = Style(color=palette.dots, bgcolor=felt, bold=False)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line; the lower edge of an empty place, half a cell, is left out."""
        return [part for segment in segments for part in self._parts(segment)]

    def _parts(self, segment: Segment) -> list[Segment]:
        text, style, control = segment
        if style is None or control:
            return [segment]
        if style.color and style.color.triplet == self._slot and UPPER_HALF in text:
            return [Segment(" " * len(text), style)]
        if not style.bgcolor or style.bgcolor.triplet != self._slot or style.reverse:
            return [segment]
        return [
            Segment(DOTS * len(part), style + self._dots) if part.isspace() else Segment(part, style + self._felt)
            for part in _GAPS.split(text)
            if part
        ]


class AsciiFilter(LineFilter):
    """Puts a sign that every terminal has for each of ours; letters, of whatever language, stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line, cell for cell."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


@lru_cache(maxsize=2048)
def _readable_style(style: Style, system: ColorSystem) -> Style:
    ink = style.color.triplet if style.color else None
    block = style.bgcolor.triplet if style.bgcolor else None
    if ink is None or block is None:
        return style
    if style.reverse:
        ink, block = block, ink
    shown = readable_ink(ink, block, system)
    plain = style.bold and fades_when_bold(shown, block, system)
    mended = RichColor.from_triplet(shown)
    colour = Style(bgcolor=mended) if style.reverse else Style(color=mended)
    return style + colour + Style(bold=False) if plain else style + colour

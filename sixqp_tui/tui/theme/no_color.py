"""The table without any colour: what the blocks said is said by brackets, reversed, bold and underlined text."""

from functools import lru_cache
from itertools import groupby

from rich.color import Color as RichColor
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from sixqp_tui.tui.theme.contrast import luminance
from sixqp_tui.tui.theme.glyphs import LEFT_HALF, RIGHT_HALF, UPPER_HALF
from sixqp_tui.tui.theme.roles import ALARM, BACK, GHOST, GOLD, RED, SLOT, TAKEN, Palette

LIT = (GHOST, TAKEN.block)
PLACES = (SLOT, ALARM, BACK, *LIT)
SOLID = "solid"
BRIGHT = 0.09
"""From this luminance on a block is a solid one."""


class NoColorFilter(LineFilter):
    """Takes every colour away from what was painted with `palette`.

    A card, and whatever else is bright, is reversed. An empty place, or a card face down, stands in brackets,
    underlined where it is pointed at, lit or taken. The card under a cursor stands in brackets and is not reversed.
    Gold and red are bold.
    """

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._roles = {RichColor.parse(palette.colours[role]).triplet: role for role in (*PLACES, GOLD, RED)}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line without colours."""
        runs = [(block, list(run)) for block, run in groupby(segments, key=lambda one: self._block(one.style))]
        texts = [[self._shown(segment) for segment in run] for _block, run in runs]
        pointed = _pointed(texts)
        for number, (block, _run) in enumerate(runs):
            if block in PLACES:
                _bracket(texts[number])
        return [
            Segment(text, self._attributes(segment.style or Style(), block, number in pointed), segment.control)
            for number, (block, run) in enumerate(runs)
            for segment, text in zip(run, texts[number], strict=True)
        ]

    def _block(self, style: Style | None) -> str:
        triplet = style.bgcolor.triplet if style and style.bgcolor else None
        if triplet is None:
            return ""
        role = self._roles.get(triplet, "")
        return role if role in PLACES else SOLID if _is_solid(triplet) else ""

    def _ink(self, style: Style | None) -> str:
        triplet = style.color.triplet if style and style.color else None
        return self._roles.get(triplet, "")

    def _shown(self, segment: Segment) -> str:
        """The text; the lower edge of an empty place is not drawn."""
        edge = segment.text.startswith(UPPER_HALF) and self._ink(segment.style) in PLACES
        return " " * len(segment.text) if edge else segment.text

    def _attributes(self, style: Style, block: str, pointed: bool) -> Style:
        bold = bool(style.bold) or pointed or block in LIT or self._ink(style) in (GOLD, RED)
        reverse = not pointed and (block == SOLID) != bool(style.reverse)
        return _attributes_style(bold, reverse, bool(style.underline) or block in LIT)


def _pointed(texts: list[list[str]]) -> set[int]:
    """Which runs a cursor stands around; its two halves become brackets."""
    found = set()
    for number in range(1, len(texts) - 1):
        before, after = texts[number - 1], texts[number + 1]
        if before[-1].endswith(RIGHT_HALF) and after[0].startswith(LEFT_HALF):
            before[-1], after[0] = f"{before[-1][:-1]}[", f"]{after[0][1:]}"
            found.add(number)
    return found


def _bracket(texts: list[str]) -> None:
    """Put brackets into the blanks at both ends of a run."""
    if sum(map(len, texts)) < 2:
        return
    if texts[0].startswith(" "):
        texts[0] = f"[{texts[0][1:]}"
    if texts[-1].endswith(" "):
        texts[-1] = f"{texts[-1][:-1]}]"


@lru_cache(maxsize=256)
def _is_solid(block: ColorTriplet) -> bool:
    return luminance(block) >= BRIGHT


@lru_cache(maxsize=8)
def _attributes_style(bold: bool, reverse: bool, underline: bool) -> Style:
    return Style(bold=bold or None, reverse=reverse or None, underline=underline or None)

"""Adapts lines to terminals with few colours, no colours, or only ASCII signs."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from rich.color import Color as RichColor, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from sixqp_tui.tui.theme.glyphs import DOTS, GRAPHIC, LEFT_HALF, RIGHT_HALF, UPPER_HALF, to_ascii
from sixqp_tui.tui.theme.roles import ALARM, BACK, FELT, GHOST, GOLD, RED, SLOT, TAKEN, Palette


class FilterChain(LineFilter):
    """Several filters as one, so that a line drawn again needs only one cache lookup."""

    def __init__(self, filters: tuple[LineFilter, ...]) -> None:
        super().__init__()
        self.filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        for one in self.filters:
            segments = one.apply(segments, background)
        return segments


class ContrastFilter(LineFilter):
    """Makes an ink brighter or darker where this terminal would show it unreadable."""

    def __init__(self, system: ColorSystem) -> None:
        super().__init__()
        self.system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.style is None or GRAPHIC.issuperset(segment.text)
            else Segment(segment.text, _readable_style(segment.style, self.system), segment.control)
            for segment in segments
        ]


class DotsFilter(LineFilter):
    """Draws empty places as dots, for a palette with `dots`."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        slot, felt = (RichColor.parse(palette.colours[role]) for role in (SLOT, FELT))
        self._slot = slot.triplet
        self._felt = Style(bgcolor=felt)
        self._dots = Style(color=palette.dots, bgcolor=felt, bold=False)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A word or a number has dots around it.

        A row of several has none, since it would be hard to read. The lower edge of an empty place is half a cell
        high, and left out.
        """
        runs = ((is_place, tuple(run)) for is_place, run in groupby(segments, key=self._is_place))
        return [
            part
            for is_place, run in runs
            for part in (self._dotted(run) if is_place else map(self._without_edge, run))
        ]

    def _is_place(self, segment: Segment) -> bool:
        style = segment.style
        if style is None or segment.control or style.reverse or not style.bgcolor:
            return False
        return style.bgcolor.triplet == self._slot and not self._is_edge(segment)

    def _is_edge(self, segment: Segment) -> bool:
        ink = segment.style.color if segment.style else None
        return bool(ink and ink.triplet == self._slot and UPPER_HALF in segment.text)

    def _without_edge(self, segment: Segment) -> Segment:
        return Segment(" " * len(segment.text), segment.style) if self._is_edge(segment) else segment

    def _dotted(self, place: tuple[Segment, ...]) -> Iterator[Segment]:
        whole = "".join(text for text, _style, _control in place)
        begin, end = len(whole) - len(whole.lstrip()), len(whole.rstrip())
        if len(whole.split()) > 1:
            begin, end = 0, len(whole)
        at = 0
        for text, style, _control in place:
            assert style is not None
            first, last = (min(max(edge - at, 0), len(text)) for edge in (begin, max(begin, end)))
            for part, look in (
                (DOTS * first, self._dots),
                (text[first:last], self._felt),
                (DOTS * (len(text) - last), self._dots),
            ):
                if part:
                    yield Segment(part, style + look)
            at += len(text)


class AsciiFilter(LineFilter):
    """Replaces each of our signs by an ASCII sign; letters of any language stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
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
    readable = RichColor.from_triplet(shown)
    colour = Style(bgcolor=readable) if style.reverse else Style(color=readable)
    return style + colour + Style(bold=False) if plain else style + colour


LIT = (GHOST, TAKEN.block)
PLACES = (SLOT, ALARM, BACK, *LIT)
SOLID = "solid"
BRIGHT = 0.09
"""Minimum luminance of a solid block."""


class NoColorFilter(LineFilter):
    """Removes all colours from what was painted with `palette`.

    Cards and everything else bright are reversed. Empty places and cards face down are in brackets, underlined if
    hovered, selected or taken. The card under the cursor is in brackets and not reversed.
    """

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._roles = {RichColor.parse(palette.colours[role]).triplet: role for role in (*PLACES, GOLD, RED)}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
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
        """The text without the lower edges of empty places."""
        edge = segment.text.startswith(UPPER_HALF) and self._ink(segment.style) in PLACES
        return " " * len(segment.text) if edge else segment.text

    def _attributes(self, style: Style, block: str, pointed: bool) -> Style:
        bold = bool(style.bold) or pointed or block in LIT or self._ink(style) in (GOLD, RED)
        reverse = not pointed and (block == SOLID) != bool(style.reverse)
        return _attributes_style(bold, reverse, bool(style.underline) or block in LIT)


def _pointed(texts: list[list[str]]) -> set[int]:
    """The indices of the runs under a cursor, whose two halves become brackets."""
    found = set()
    for number in range(1, len(texts) - 1):
        before, after = texts[number - 1], texts[number + 1]
        if before[-1].endswith(RIGHT_HALF) and after[0].startswith(LEFT_HALF):
            before[-1], after[0] = f"{before[-1][:-1]}[", f"]{after[0][1:]}"
            found.add(number)
    return found


def _bracket(texts: list[str]) -> None:
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


MIN_CONTRAST = 4.5
"""The contrast that text needs (WCAG 2.1, level AA)."""
INK_STEPS = 8
"""Steps from an ink to black or white: small enough to change no ink more than necessary."""
BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)

_ANSI = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
    " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
)
"""The 16 colours of the Linux console, xterm and the Windows console."""
SIXTEEN = tuple(tuple(RichColor.parse(f"#{colour}").get_truecolor() for colour in one.split()) for one in _ANSI)


def luminance(colour: ColorTriplet) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def as_shown(colour: ColorTriplet, system: ColorSystem) -> tuple[ColorTriplet, ...]:
    shown = RichColor.from_triplet(colour).downgrade(system)
    if system is ColorSystem.STANDARD and shown.number is not None:
        return tuple(terminal[shown.number] for terminal in SIXTEEN)
    return (shown.get_truecolor(),)


@lru_cache(maxsize=1024)
def least_contrast(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> float:
    return min(map(contrast, as_shown(ink, system), as_shown(block, system)))


@lru_cache(maxsize=1024)
def readable_ink(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> ColorTriplet:
    """The ink, made as little brighter or darker as possible to be readable."""
    if least_contrast(ink, block, system) >= MIN_CONTRAST:
        return ink
    end = max(BLACK, WHITE, key=lambda colour: least_contrast(colour, block, system))
    for step in range(1, INK_STEPS):
        tried = _between(ink, end, step / INK_STEPS)
        if least_contrast(tried, block, system) >= MIN_CONTRAST:
            return tried
    return end


@lru_cache(maxsize=1024)
def fades_when_bold(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> bool:
    """Whether bold makes it unreadable: terminals with 16 colours may show a dull colour as its bright twin."""
    number = RichColor.from_triplet(ink).downgrade(system).number
    if system is not ColorSystem.STANDARD or number is None or number > 7:
        return False
    return least_contrast(SIXTEEN[0][number + 8], block, system) < MIN_CONTRAST


def _between(one: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    return ColorTriplet(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))

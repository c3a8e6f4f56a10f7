"""Whether an ink can be read on a block, and what to write with where it cannot."""

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.terminal_theme import TerminalTheme

LEAST = 4.5
"""The contrast that text needs (WCAG 2.1, level AA)."""
STEPS = 8
BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)

_DULL = [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170,) * 3]
_BRIGHT = [
    (85, 85, 85),
    (255, 85, 85),
    (85, 255, 85),
    (255, 255, 85),
    (85, 85, 255),
    (255, 85, 255),
    (85, 255, 255),
]
SIXTEEN = TerminalTheme((0, 0, 0), (170, 170, 170), _DULL, [*_BRIGHT, (255, 255, 255)])
"""What the sixteen colours are taken to be."""


def luminance(colour: ColorTriplet) -> float:
    """The relative luminance, from 0 to 1."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: ColorTriplet, system: ColorSystem) -> ColorTriplet:
    """The colour as a terminal with that many colours shows it."""
    return Color.from_triplet(colour).downgrade(system).get_truecolor(SIXTEEN)


@lru_cache(maxsize=1024)
def legible(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> ColorTriplet:
    """The ink, or as little brighter or darker as makes it readable on this block."""
    under = seen(block, system)
    end = max(BLACK, WHITE, key=lambda colour: contrast(colour, under))
    for step in range(STEPS):
        tried = _between(ink, end, step / STEPS)
        if contrast(seen(tried, system), under) >= LEAST:
            return tried
    return end


@lru_cache(maxsize=1024)
def fades_when_bold(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> bool:
    """Whether bold makes it unreadable: where there are sixteen colours, it may turn a dull one into its twin."""
    number = Color.from_triplet(ink).downgrade(system).number
    if system not in (ColorSystem.STANDARD, ColorSystem.WINDOWS) or number is None or number > 7:
        return False
    twin = Color.from_ansi(number + 8).get_truecolor(SIXTEEN)
    return contrast(twin, seen(block, system)) < LEAST


def _between(one: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    return ColorTriplet(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))

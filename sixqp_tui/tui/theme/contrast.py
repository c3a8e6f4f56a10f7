"""Whether an ink can be read on a block, and what to write with where it cannot."""

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet

MIN = 4.5
"""The contrast that text needs, from 1 to 21 (WCAG 2.1, level AA)."""
STEPS = 8
"""In how many steps an ink goes to black or white: so fine that none is changed more than it must be."""
BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)

_ANSI = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
    " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
)
"""The sixteen colours as the Linux console, xterm and the Windows console have them."""
SIXTEEN = tuple(tuple(Color.parse(f"#{colour}").get_truecolor() for colour in one.split()) for one in _ANSI)


def luminance(colour: ColorTriplet) -> float:
    """The relative luminance, from 0 to 1."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def as_shown(colour: ColorTriplet, system: ColorSystem) -> tuple[ColorTriplet, ...]:
    """The colour as terminals with that many colours show it."""
    shown = Color.from_triplet(colour).downgrade(system)
    if system is ColorSystem.STANDARD and shown.number is not None:
        return tuple(terminal[shown.number] for terminal in SIXTEEN)
    return (shown.get_truecolor(),)


@lru_cache(maxsize=1024)
def least_contrast(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> float:
    """The contrast of an ink and its block on the terminal where it is least."""
    return min(map(contrast, as_shown(ink, system), as_shown(block, system)))


@lru_cache(maxsize=1024)
def readable_ink(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> ColorTriplet:
    """The ink, or as little brighter or darker as makes it readable on this block."""
    if least_contrast(ink, block, system) >= MIN:
        return ink
    end = max(BLACK, WHITE, key=lambda colour: least_contrast(colour, block, system))
    for step in range(1, STEPS):
        tried = _between(ink, end, step / STEPS)
        if least_contrast(tried, block, system) >= MIN:
            return tried
    return end


@lru_cache(maxsize=1024)
def fades_when_bold(ink: ColorTriplet, block: ColorTriplet, system: ColorSystem) -> bool:
    """Whether bold makes it unreadable: where there are sixteen colours, it may turn a dull one into its twin."""
    number = Color.from_triplet(ink).downgrade(system).number
    if system is not ColorSystem.STANDARD or number is None or number > 7:
        return False
    return least_contrast(SIXTEEN[0][number + 8], block, system) < MIN


def _between(one: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    return ColorTriplet(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))

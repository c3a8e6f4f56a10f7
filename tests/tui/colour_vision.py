"""How far apart two colours are to an eye: in Oklab, where 0.02 is just seen, and by the contrast of texts."""

from collections.abc import Sequence
from math import dist

from rich.color_triplet import ColorTriplet

Linear = tuple[float, float, float]
Matrix = Sequence[Sequence[float]]

_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
"""Björn Ottosson's matrices: linear RGB to the cones' answers, and their cube roots to lightness and two hues."""

BLINDNESS: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What an eye without one kind of cone sees, in linear RGB (Machado, Oliveira and Fernandes, 2009)."""


def distance(one: ColorTriplet, other: ColorTriplet, blindness: str | None = None) -> float:
    """The distance of two colours, 1 from black to white; to an eye that is blind in this way, if one is named."""
    return dist(_oklab(one, blindness), _oklab(other, blindness))


def _oklab(colour: ColorTriplet, blindness: str | None) -> Linear:
    seen = tuple(_linear(part) for part in colour.normalized)
    if blindness:
        seen = tuple(min(1.0, max(0.0, part)) for part in _times(BLINDNESS[blindness], seen))
    return _times(_TO_OKLAB, tuple(cone ** (1 / 3) for cone in _times(_TO_CONES, seen)))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, vector: Sequence[float]) -> Linear:
    first, second, third = (sum(weight * part for weight, part in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


READABLE = 4.5
"""The contrast that text needs (WCAG 2.1, level AA)."""


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    dark, bright = sorted((_luminance(one), _luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: ColorTriplet) -> float:
    parts = map(_linear, colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))

"""QR codes as half blocks.

Light squares are drawn and dark ones left empty, so that dark terminals without colours show the code the right
way round.
"""

from collections.abc import Sequence
from functools import lru_cache

from sixqp_tui.tui.theme.glyphs import UPPER_HALF

QUIET = 4
NARROW_QUIET = 2
"""The border in squares: what the standard requires, and what readers accept."""
_FULL, _LOWER = "█", "▄"
_HALVES = {(True, True): _FULL, (True, False): UPPER_HALF, (False, True): _LOWER, (False, False): " "}

Light = Sequence[Sequence[bool]]


def encode(text: str, quiet: int = QUIET) -> Light:
    """True for light squares, row by row, with a border. Slow: it imports a library.

    Capital letters make a smaller code than small letters.
    """
    from segno import make

    code = make(text.upper(), error="l", boost_error=False, micro=False)
    return tuple(tuple(not dark for dark in row) for row in code.matrix_iter(border=quiet))


@lru_cache(maxsize=8)
def svg(text: str) -> str:
    light = encode(text)
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(light) for x, is_light in enumerate(row) if not is_light
    )
    size = len(light)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )


def trim_border(light: Light, by: int) -> Light:
    return tuple(row[by : len(row) - by] for row in light[by : len(light) - by])


def fit(light: Light, across: int, down: int) -> list[str]:
    """With the widest border that fits; no lines if none does, or if there is no code."""
    for less in (0, QUIET - NARROW_QUIET) if light else ():
        lines = in_halves(trim_border(light, less))
        if len(lines) <= down and len(lines[0]) <= across:
            return lines
    return []


def in_halves(light: Light) -> list[str]:
    """An odd number of rows ends with a light half line."""
    rows = [*light, *([(True,) * len(light[0])] if len(light) % 2 else [])]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]

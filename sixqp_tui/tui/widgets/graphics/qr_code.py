"""A QR code for a terminal: half blocks, or two ASCII characters for a square.

Light squares are drawn and dark ones left empty, which is right on the usual dark terminal even without colours.
"""

from collections.abc import Sequence

from sixqp_tui.tui.theme.glyphs import UPPER_HALF

QUIET = 4
NARROW_QUIET = 2
"""The empty border in squares: the standard's, and one that readers accept when space is short."""
_FULL, _LOWER = "█", "▄"
_HALVES = {(True, True): _FULL, (True, False): UPPER_HALF, (False, True): _LOWER, (False, False): " "}

Light = Sequence[Sequence[bool]]


def encode(text: str, quiet: int = QUIET) -> Light:
    """Rows of squares, True if light, with the border. Slow: it imports a library.

    Capital letters make a smaller code.
    """
    from segno import make

    code = make(text.upper(), error="l", boost_error=False, micro=False)
    return tuple(tuple(not dark for dark in row) for row in code.matrix_iter(border=quiet))


def trim_border(light: Light, by: int) -> Light:
    return tuple(row[by : len(row) - by] for row in light[by : len(light) - by])


def in_halves(light: Light) -> list[str]:
    """The line below an odd number of squares is light."""
    rows = [*light, *([(True,) * len(light[0])] if len(light) % 2 else [])]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]


def in_ascii(light: Light) -> list[str]:
    return ["".join("##" if square else "  " for square in row) for row in light]

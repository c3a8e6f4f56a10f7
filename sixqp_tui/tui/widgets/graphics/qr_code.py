"""A QR code as cells of a terminal: two squares a cell in half blocks, or two characters a square in ASCII.

What is light is drawn and what is dark is left empty, so that a terminal without colours, which mostly is dark,
shows it the right way round.
"""

from collections.abc import Sequence

from sixqp_tui.tui.theme.glyphs import UPPER_HALF

QUIET = 4
NARROW_QUIET = 2
"""The empty border in squares: what the norm asks for, and what readers can do with where room is scarce."""
_FULL, _LOWER = "█", "▄"
_HALVES = {(True, True): _FULL, (True, False): UPPER_HALF, (False, True): _LOWER, (False, False): " "}

Light = Sequence[Sequence[bool]]


def encode(text: str, quiet: int = QUIET) -> Light:
    """The squares of a text's code, row by row, True where light; with its border. Slow: it loads a library.

    Capital letters make a smaller code than small ones.
    """
    from segno import make

    code = make(text.upper(), error="l", boost_error=False, micro=False)
    return tuple(tuple(not dark for dark in row) for row in code.matrix_iter(border=quiet))


def trim_border(light: Light, by: int) -> Light:
    """The same code with so much less of a border."""
    return tuple(row[by : len(row) - by] for row in light[by : len(light) - by])


def in_halves(light: Light) -> list[str]:
    """The code in half blocks; the line below an odd number of squares is light."""
    rows = [*light, *([(True,) * len(light[0])] if len(light) % 2 else [])]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]


def in_ascii(light: Light) -> list[str]:
    return ["".join("##" if square else "  " for square in row) for row in light]

"""The sign of each seat: ten that differ by their form alone, wherever a player is named by more than the name.

All of them are in the fonts of every console (WGL4), one cell wide, and no emoji. A colour goes with each.
"""

from functools import cache
from importlib.resources import files

SIGNS = "■▲○◊□♪◄☼§¶"
SEATS_ON_DARK = "#87ff00 #ff00d7 #ffd7ff #00af00 #af8787 #d7ffaf #87d7af #afafd7 #ffaf5f #8787ff"
"""Ten of the 256 that can be read on a dark felt, and whose least distance is as large as ten can have it, to eyes
that lack one kind of cone too. The first are the farthest apart: most games have few players."""
SEATS_ON_LIGHT = "#875f00 #00005f #005fd7 #5f0000 #870087 #0000d7 #af005f #5f5f87 #5f00af #005f5f"
"""The same for a light ground."""


def seat_sign(seat: int) -> str:
    """What stands for the player of this seat, from 0."""
    return SIGNS[seat % len(SIGNS)]


@cache
def page_colours() -> str:
    """CSS that stands before all other: `--felt`, `--ink`, `--card` …, and `--seat-1` to `--seat-10`.

    The reader's system says whether they are those of a dark page or of a light one; paper is light.
    """
    table = files("sixqp_tui.presentation").joinpath("colours.css").read_text(encoding="utf-8")
    light = f"@media (prefers-color-scheme: light), print {{ {_seats(SEATS_ON_LIGHT)} }}"
    return f"{table}\n{_seats(SEATS_ON_DARK)}\n{light}\n"


def _seats(colours: str) -> str:
    inks = (f"--seat-{number}: {colour};" for number, colour in enumerate(colours.split(), 1))
    return f":root {{ {' '.join(inks)} }}"

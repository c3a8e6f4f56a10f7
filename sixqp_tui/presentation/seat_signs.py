"""A sign and colour for each seat, and the colours of the HTML pages.

The signs differ by shape alone, are in every console's font (WGL4) and one cell wide.
"""

from functools import cache

SIGNS = "■▲○◊□♪◄☼§¶"
SEATS_ON_DARK = "#ffffd7 #af87d7 #ffafaf #87d7d7 #afaf5f #d7afff #d7d787 #5fafaf #d78787 #ffd7ff"
"""Ten soft ones of the 256 colours, legible on dark felt and far apart, also for colour-blind eyes. The first ones
are farthest apart, because most games have few players.
"""
SEATS_ON_LIGHT = "#875f00 #00005f #005fd7 #5f0000 #870087 #0000d7 #af005f #5f5f87 #5f00af #005f5f"
"""The same for a light background."""


def seat_sign(seat: int) -> str:
    return SIGNS[seat % len(SIGNS)]


@cache
def page_colours() -> str:
    """A style sheet with variables such as `--felt` and `--seat-1`, for dark and light mode; print is light."""
    from importlib.resources import files

    table = files("sixqp_tui.presentation").joinpath("colours.css").read_text(encoding="utf-8")
    light = f"@media (prefers-color-scheme: light), print {{ {_seats(SEATS_ON_LIGHT)} }}"
    return f"{table}\n{_seats(SEATS_ON_DARK)}\n{light}\n"


def _seats(colours: str) -> str:
    inks = (f"--seat-{number}: {colour};" for number, colour in enumerate(colours.split(), 1))
    return f":root {{ {' '.join(inks)} }}"

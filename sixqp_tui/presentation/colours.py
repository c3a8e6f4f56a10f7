"""The colours of every page of the game, as variables of its style sheet: the phones' page, and reports."""

from functools import cache
from importlib.resources import files

from sixqp_tui.presentation.seat_signs import SEATS_ON_DARK, SEATS_ON_LIGHT


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

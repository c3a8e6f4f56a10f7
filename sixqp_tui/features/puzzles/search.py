"""Whether a position is a puzzle: one rule for those that come with the program and those of one's own games."""

from typing import Final

from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles.lead import CONFIRMING, Measurement
from sixqp_tui.features.puzzles.puzzle import Position, Puzzle
from sixqp_tui.features.puzzles.theme import strength_of, theme_of

SCREENING: Final = (16, 48, 160)
"""Deals after which a position is given up that hardly is a puzzle."""


def find_puzzle(view: View, position: Position) -> Puzzle | None:
    """The puzzle of this position, which its seat sees so; None where no card leads clearly, or no theme fits.

    Pure, and slow: it may take a second.
    """
    measurement = Measurement(view)
    if any(measurement.lead(deals).hopeless for deals in SCREENING):
        return None
    lead = measurement.lead(CONFIRMING)
    theme = theme_of(view, lead.best, lead.more) if lead.clear else None
    return Puzzle(theme, strength_of(view, lead.best), lead.more, position) if theme else None

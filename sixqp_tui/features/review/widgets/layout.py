"""How the lines of a window are shared out among the parts of a review."""

from typing import NamedTuple

from textual.geometry import Size as Window

from sixqp_tui.engine.cards import ROWS
from sixqp_tui.features.review.review_model import DEAREST
from sixqp_tui.tui.scale import CARD_LARGE, CARD_LINE, CARD_SMALL, CardSize
from sixqp_tui.tui.widgets.game.rows import width_of

WIDEST = 140
"""Cells of the window that are used at most."""
BESIDE = 2
"""Lines of the window for title and keys."""
MIN_OPTIONS = 40
"""Cells that the options take beside the rows at least."""
REASONS = 5
"""Lines for the reason, whose two sentences may take two each, and for the limits."""
MORE_REASONS = 3
"""Lines beyond those for all that is said of the limits, below a long reason, where there is room."""
MIN_DEEP = 5
"""Lines in which ten cards stand in two columns."""
MAX_ABOVE = 3
"""Blank lines at most above all of it, in a large window."""
ROOMY_FROM = 30
"""Lines of a window in which a balance is shown with all its parts, and beside every decision."""
BALANCE, BRIEF_BALANCE = 7, 6
"""Lines of a balance: a heading and its parts, or with par in the place of what it is made of."""


class Layout(NamedTuple):
    """How many lines each part has, with the `gaps` below the first three; and how large the cards are.

    So many blank lines stand `above`.
    """

    balance: int
    decisions: int
    scene: int
    reasons: int
    cards: CardSize
    gaps: tuple[int, int, int] = (0, 0, 0)
    above: int = 0


def is_roomy(window: Window) -> bool:
    return window.height >= ROOMY_FROM


def width_in(window: Window) -> int:
    """The cells that a review takes."""
    return min(WIDEST, window.width)


def share_out(window: Window, *, judged: bool, every: bool, taken: int) -> Layout:
    """The layout in this window, the cards as large as the rest leaves room.

    `judged`: there is a balance; `every`: all decisions are listed; so many lines are `taken` by something else.
    """
    room, width, roomy = window.height - BESIDE - taken, width_in(window), is_roomy(window)
    balance = 0 if not judged or (every and not roomy) else BALANCE if roomy else BRIEF_BALANCE
    decisions = 1 + DEAREST
    others = balance + decisions + REASONS
    fitting = (
        size
        for size in (CARD_LARGE, CARD_SMALL)
        if width_of(size) + MIN_OPTIONS <= width and others + 1 + ROWS * size.lines + 3 <= room
    )
    cards = next(fitting, CARD_LINE)
    scene = 1 + max(ROWS * cards.lines, MIN_DEEP)
    left = room - others - scene
    if left < 0:
        return Layout(balance, decisions, scene - 1, max(1, REASONS + left + 1), cards)
    gaps = (int(left > 0 and balance > 0), int(left > 2), int(left > 1))
    left -= sum(gaps)
    if every:
        return Layout(balance, decisions + left, scene, REASONS, cards, gaps)
    more = min(left, MORE_REASONS)
    return Layout(balance, decisions, scene, REASONS + more, cards, gaps, min(MAX_ABOVE, (left - more + 1) // 2))

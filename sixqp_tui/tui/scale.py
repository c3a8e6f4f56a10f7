"""How large the game is drawn in a window of a given size: the one place that decides it."""

from typing import NamedTuple

from textual.geometry import Size as Window

from sixqp_tui.engine.cards import HAND
from sixqp_tui.tui.widgets.graphics import card

BESIDE = 46
"""The least width of a column beside the table, in cells."""


class Scale(NamedTuple):
    """The sizes of the cards on the table and in the hand, and the least window for them.

    `style` is the class that the parts of the game bear, `play` the width that the table needs.
    """

    style: str
    least: Window
    table: card.Size
    held: card.Size
    play: int

    def is_broad(self, window: Window) -> bool:
        """Whether the log has a column of its own beside the table."""
        return window.width >= self.play + BESIDE


def _wide(held: card.Size) -> int:
    return 4 + HAND * held.step


SMALL = Scale("-small", Window(80, 24), card.SMALL, card.SMALL, 80)
LARGE = Scale("-large", Window(116, 36), card.LARGE, card.HELD_LARGE, _wide(card.HELD_LARGE))
GRAND = Scale("-grand", Window(150, 48), card.GRAND, card.HELD_GRAND, _wide(card.HELD_GRAND))
SCALES = (SMALL, LARGE, GRAND)


def scale_of(window: Window) -> Scale:
    """The largest scale that the window has room for, the small one at least."""
    fitting = [
        scale for scale in SCALES if scale.least.width <= window.width and scale.least.height <= window.height
    ]
    return fitting[-1] if fitting else SMALL

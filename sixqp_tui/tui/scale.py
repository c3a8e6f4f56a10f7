"""The sizes of cards, in cells and lines. CSS says where everything else stands."""

from typing import NamedTuple

from textual.geometry import Size as Window


class CardSize(NamedTuple):
    """The size of a card; its last line is a half line, unless it is the only one."""

    width: int
    lines: int

    @property
    def step(self) -> int:
        return self.width + 1

    @property
    def middle(self) -> int:
        return max(0, (self.lines - 2) // 2)


CARD_LINE = CardSize(4, 1)
"""Only the number, in its colour."""
CARD_TINY = CardSize(4, 3)
CARD_SMALL = CardSize(6, 3)
CARD_LARGE = CardSize(9, 6)
HELD_LARGE = CardSize(9, 5)
CARD_GRAND = CardSize(13, 8)
HELD_GRAND = CardSize(13, 7)


class Scale(NamedTuple):
    """The sizes of cards on the table and in the hand, and the smallest window for them."""

    least: Window
    table: CardSize
    held: CardSize


SMALL = Scale(Window(80, 22), CARD_SMALL, CARD_SMALL)
LARGE = Scale(Window(116, 38), CARD_LARGE, HELD_LARGE)
GRAND = Scale(Window(150, 48), CARD_GRAND, HELD_GRAND)
SCALES = (SMALL, LARGE, GRAND)

WIDTHS = [(0, "-narrow"), (SMALL.least.width, "-small"), (LARGE.least.width, "-large")]
HEIGHTS = [(0, "-flat"), (SMALL.least.height, "-low"), (LARGE.least.height, "-high")]
"""The classes of a screen, by cells and lines of its window."""


def scale_of(window: Window) -> Scale:
    """The largest scale that fits, at least the small one."""
    fitting = (
        scale
        for scale in reversed(SCALES)
        if scale.least.width <= window.width and scale.least.height <= window.height
    )
    return next(fitting, SMALL)


def too_small(window: Window) -> bool:
    return window.width < SMALL.least.width or window.height < SMALL.least.height

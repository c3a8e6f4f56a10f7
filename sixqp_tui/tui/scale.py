"""The sizes of everything drawn in a window, in cells and lines."""

from typing import NamedTuple

from textual.geometry import Size as Window

from sixqp_tui.engine.cards import HAND

BESIDE = 46
"""The minimum width of a column beside the table: in a narrower one most sentences of the log wrap."""


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
CARD_MEDIUM = CardSize(8, 4)
CARD_LARGE = CardSize(9, 6)
HELD_LARGE = CardSize(9, 5)
CARD_GRAND = CardSize(13, 8)
HELD_GRAND = CardSize(13, 7)


class Scale(NamedTuple):
    """The sizes of cards on the table and in the hand, and the smallest window for them.

    `play` is the width of the table.
    """

    least: Window
    table: CardSize
    held: CardSize
    play: int

    def is_broad(self, window: Window) -> bool:
        return window.width >= self.play + BESIDE


def _hand_width(held: CardSize) -> int:
    return 4 + HAND * held.step


class PlacingLayout(NamedTuple):
    """The sizes of the cards to place and of the hand below them; `names` counts lines."""

    to_place: CardSize
    held: CardSize
    heading: bool = True
    names: int = 2

    def lines(self, *, hand: bool) -> int:
        return self.heading + self.to_place.lines + self.names + (self.held.lines if hand else 0)


def placing_layout(scale: "Scale", room: int, *, hand: bool, names: int = 2) -> PlacingLayout:
    """The largest layout for `room` lines. The hand always stays whole."""
    held = scale.held
    layouts = (
        PlacingLayout(held, held),
        PlacingLayout(CARD_SMALL, held),
        PlacingLayout(CARD_SMALL, CARD_SMALL),
        PlacingLayout(CARD_SMALL, CARD_SMALL, heading=False),
        PlacingLayout(CARD_SMALL, CARD_SMALL, heading=False, names=1),
        PlacingLayout(CARD_SMALL, CARD_SMALL, heading=False, names=0),
    )
    needed = [layout._replace(names=min(layout.names, names)) for layout in layouts]
    return next((layout for layout in needed if layout.lines(hand=hand) <= room), layouts[-1])


SMALL = Scale(Window(80, 22), CARD_SMALL, CARD_SMALL, 80)
MEDIUM = Scale(Window(100, 30), CARD_MEDIUM, CARD_MEDIUM, _hand_width(CARD_MEDIUM))
LARGE = Scale(Window(116, 36), CARD_LARGE, HELD_LARGE, _hand_width(HELD_LARGE))
GRAND = Scale(Window(150, 48), CARD_GRAND, HELD_GRAND, _hand_width(HELD_GRAND))
SCALES = (SMALL, MEDIUM, LARGE, GRAND)


def scale_of(window: Window) -> Scale:
    """The largest scale that fits, at least the small one."""
    fitting = [
        scale for scale in SCALES if scale.least.width <= window.width and scale.least.height <= window.height
    ]
    return fitting[-1] if fitting else SMALL


def too_small(window: Window) -> bool:
    return window.width < SMALL.least.width or window.height < SMALL.least.height

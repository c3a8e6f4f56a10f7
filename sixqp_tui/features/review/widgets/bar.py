"""A bar of so many heads."""

from sixqp_tui.tui.theme.glyphs import LEFT_HALF, LEVELS
from sixqp_tui.tui.theme.roles import GOLD, GREEN, RED
from sixqp_tui.tui.widgets.graphics.canvas import Canvas

DEAR = 20
"""From so many tenths on a difference is red; below `LITTLE` it is green."""
LITTLE = 5


def paint_bar(canvas: Canvas, x: int, y: int, tenths: int, most: int, width: int, ink: str) -> int:
    """A bar as long as `tenths` are of `most`, which fills `width` cells; the column after it."""
    halves = 0 if most <= 0 else round(2 * width * abs(tenths) / most)
    if tenths:
        halves = max(1, halves)
    return canvas.text(x, y, LEVELS[-1] * (halves // 2) + LEFT_HALF * (halves % 2), ink)


def ink_of_cost(tenths: int) -> str:
    return RED if tenths >= DEAR else GOLD if tenths >= LITTLE else GREEN

"""The field that widgets paint on: what is painted beyond its edges is lost, and harms nothing."""

from itertools import product

from sixqp_tui.tui.widgets.graphics.canvas import Canvas


def test_a_block_is_clipped_at_the_edges() -> None:
    for left, top, width in product((-9, -2, 0, 3, 4, 9), (-9, -1, 0, 1, 2, 9), (-3, 0, 3, 20)):
        canvas = Canvas(4, 2)
        canvas.text(0, 0, "abcd")
        canvas.text(0, 1, "efgh")
        canvas.fill(left, top, width, 2, "#ffffff")
        covered = {(x, y) for y in range(2) for x in range(4) if left <= x < left + width and top <= y < top + 2}
        shown = [
            "".join(" " if (x, y) in covered else character for x, character in enumerate(line))
            for y, line in enumerate(("abcd", "efgh"))
        ]
        assert canvas.lines() == [line.rstrip() for line in shown], (left, top, width)

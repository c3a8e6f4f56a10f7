"""The totals of everybody who has played at the table since it opened."""

from itertools import accumulate

from textual.geometry import Size
from textual.reactive import reactive

from sixqp_tui.i18n import pgettext, tally as tally_words
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.tally import TallyRow
from sixqp_tui.tui.theme.glyphs import BOT
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, STRONG, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

WIDTH = 54
"""The longest name with its sign and mark, and four columns of numbers."""
COLUMNS = (6, 6, 6, 10)
NAME = 3
NUMBERS = WIDTH - sum(COLUMNS) - 1
_RIGHT = tuple(NUMBERS + width for width in accumulate(COLUMNS))
HEAD_LINES = 2
MIN_LINES = HEAD_LINES + 2
"""Below this height the sheet says too little to be drawn."""


class TallySheet(CellWidget):
    """The best first. If there are too many, the last line says how many more there are."""

    DEFAULT_CSS = f"TallySheet {{ width: {WIDTH}; height: auto; }}"

    rows: reactive[tuple[TallyRow, ...]] = reactive((), layout=True)

    @property
    def lines(self) -> int:
        return HEAD_LINES + len(self.rows)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.lines

    def render(self) -> Canvas:
        canvas = Canvas(WIDTH, max(1, self.size.height))
        canvas.text(1, 0, tally_words.heading(), DIM, bold=True)
        for right, heads in zip(_RIGHT, _columns(), strict=True):
            for y, head in enumerate(heads):
                canvas.right(right, y, head, DIM)
        room = self.size.height - HEAD_LINES
        shown = self.rows if len(self.rows) <= room else self.rows[: max(0, room - 1)]
        for y, row in enumerate(shown, HEAD_LINES):
            self._draw(canvas, y, row)
        if len(shown) < len(self.rows):
            canvas.text(1, HEAD_LINES + len(shown), tally_words.others_below(len(self.rows) - len(shown)), DIM)
        return canvas

    def _draw(self, canvas: Canvas, y: int, row: TallyRow) -> None:
        ink = DIM if row.seat is None else seat_ink(row.seat)
        canvas.text(1, y, "" if row.seat is None else seat_sign(row.seat), ink, bold=row.own)
        after = canvas.text(NAME, y, truncate(row.name, NUMBERS - NAME - 1), ink, bold=row.own)
        mark = BOT if row.bot else ""
        after = canvas.text(after + 1, y, mark, DIM) if mark else after
        if row.left:
            canvas.text(after + 1, y, truncate(tally_words.left(), NUMBERS - after), DIM)
        for at, (right, number) in enumerate(zip(_RIGHT, row.numbers, strict=True)):
            ink = STRONG if at == 0 else GOLD if row.own else DIM if row.left else INK
            canvas.right(right, y, str(number), ink, bold=at == 0)


def _columns() -> tuple[tuple[str, str], ...]:
    return (
        # Translators: the context “tally” is the head of a column of numbers, at most 6 letters: games won
        ("", pgettext("tally", "won")),
        # Translators: games played
        ("", pgettext("tally", "games")),
        # Translators: bull's heads in all rounds
        ("", pgettext("tally", "heads")),
        # Translators: heads of the best round; the word “round” stands in the line below: at most 9 letters each
        (pgettext("tally", "best"), pgettext("tally", "round")),
    )

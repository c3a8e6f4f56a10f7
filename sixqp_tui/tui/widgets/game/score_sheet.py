"""The score sheet: a line for each round, a column for each seat, totals and ranks."""

from rich.cells import cell_len
from textual.geometry import Size
from textual.reactive import reactive

from sixqp_tui.i18n import pgettext
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Player
from sixqp_tui.tui.theme.glyphs import DECIDING, POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, RED, SLOT, STRONG, seat_ink
from sixqp_tui.tui.widgets.common.seat_text import MARK_SIGNS
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LABEL = 7
FIXED_LINES = 4
WIDEST_COLUMN = 18
"""Maximum cells of a column: the longest name and a gap."""


class ScoreSheet(CellWidget):
    """As many rounds as fit, the last ones unless scrolled back by `back` rounds.

    Long names alternate between two lines. While the game is `pausing`, a line shows who is ready.
    """

    players: reactive[tuple[Player, ...]] = reactive((), layout=True)
    pausing = reactive(False, layout=True)
    room = reactive(7, layout=True)
    back = reactive(0)
    seen: int = 0

    def validate_back(self, back: int) -> int:
        return max(0, min(back, self.rounds - self.room))

    @property
    def rounds(self) -> int:
        return len(self.players[0].past) + self._unfinished if self.players else 0

    @property
    def _unfinished(self) -> bool:
        return any(player.unscored for player in self.players)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return FIXED_LINES - 1 + self._name_lines_at(width) + min(self.room, self.rounds) + self.pausing

    def render(self) -> Canvas:
        rounds, unfinished = self.rounds, self._unfinished
        self.seen = rounds - unfinished
        shown = min(self.room, rounds)
        last = rounds - self.validate_back(self.back)
        first = last - shown
        width = max(self.size.width, 80)
        top = 1 + self.name_lines
        canvas = Canvas(width, FIXED_LINES - 1 + self.name_lines + shown + self.pausing)
        self._draw_names(canvas)
        for y, number in enumerate(range(first, last), top):
            played = number < self.seen
            canvas.right(LABEL - 1, y, str(number + 1) if played else f"{number + 1} {DECIDING}", DIM)
            for seat, player in enumerate(self.players):
                heads = player.past[number] if played else player.unscored
                canvas.right(self._right_of(seat), y, str(heads), INK if played else DIM)
        canvas.text(1, top - 1, _more_rounds(first, rounds - last), GOLD)
        self._draw_totals(canvas, top + shown)
        return canvas

    @property
    def name_lines(self) -> int:
        return self._name_lines_at(self.size.width)

    def _name_lines_at(self, width: int) -> int:
        return 1 if all(cell_len(player.name) < self._column_at(width) for player in self.players) else 2

    @property
    def _column(self) -> int:
        return self._column_at(self.size.width)

    def _column_at(self, width: int) -> int:
        return min(WIDEST_COLUMN, (width - LABEL - 1) // max(1, len(self.players)))

    def _draw_names(self, canvas: Canvas) -> None:
        canvas.text(1, 0, pgettext("score sheet", "Round"), DIM)
        for seat, player in enumerate(self.players):
            right, lines = self._right_of(seat), self.name_lines
            y = lines - 1 - seat % lines
            canvas.right(right, y, truncate(player.name, lines * self._column - 1), seat_ink(seat), bold=player.own)
            canvas.right(right, lines, seat_sign(seat), seat_ink(seat), bold=player.own)
            if player.own:
                canvas.text(right - 2, lines, POINTER, GOLD)

    def _right_of(self, seat: int) -> int:
        return LABEL + (seat + 1) * self._column

    def _draw_totals(self, canvas: Canvas, y: int) -> None:
        canvas.fill(0, y, self._right_of(len(self.players) - 1) + 1, 1, SLOT)
        canvas.text(1, y, pgettext("score sheet", "Total"), DIM)
        canvas.text(1, y + 1, pgettext("score sheet", "Rank"), DIM)
        for seat, player in enumerate(self.players):
            right, first = self._right_of(seat), player.rank == 1
            canvas.right(right, y, str(player.total), RED if player.over else STRONG, bold=True)
            canvas.right(right, y + 1, str(player.rank), GOLD if first else DIM, bold=first)
            if self.pausing:
                sign, ink = MARK_SIGNS[player.mark]
                canvas.right(right, y + 2, sign, ink, bold=True)
        if self.pausing:
            # Translators: before a sign for each player who is ready for the next round: at most 6 letters
            canvas.text(1, y + 2, pgettext("score sheet", "Ready"), DIM)


def _more_rounds(above: int, below: int) -> str:
    return " ".join(part for part in (f"▲{above}" if above else "", f"▼{below}" if below else "") if part)

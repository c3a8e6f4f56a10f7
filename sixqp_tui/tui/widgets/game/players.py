"""Who plays: names, what each is doing, the heads of the round and the totals."""

from textual.reactive import reactive

from sixqp_tui.i18n import _, pgettext
from sixqp_tui.presentation.view_model import Player
from sixqp_tui.tui.animation.frames import Flight
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, CHOSEN, DECIDING, LEVELS, POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, GREEN, INK, RED, STRONG
from sixqp_tui.tui.widgets.graphics import motion
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

_MARKS = {"chosen": (CHOSEN, GREEN), "deciding": (DECIDING, GOLD), "away": (AWAY, RED), "": (" ", DIM)}
LEAST_WIDTH = 29
"""Cells in the small window: 80 less those of the rows."""
NUMBERS = 12
"""Cells of the two columns of numbers, and before them."""
PAST = 8
"""Rounds that are drawn as bars, the last ones: a game seldom has more."""
PAST_WIDTH = PAST + 3
"""Cells of the bars with their gaps."""
WITH_PAST = 46
"""From so many cells on there is room for the bars."""


class Players(CellWidget):
    """The players by seat, a line each; where there is room, with a bar for each round before."""

    DEFAULT_CSS = f"Players {{ width: {LEAST_WIDTH}; height: 1fr; }}"

    players: reactive[tuple[Player, ...]] = reactive(())

    flight: reactive[Flight | None] = reactive(None)

    @property
    def shows_past(self) -> bool:
        """Whether the rounds before are drawn."""
        return self.size.width >= WITH_PAST and any(player.past for player in self.players)

    @property
    def mark_at(self) -> int:
        """The column of the marks; the names stand before it."""
        return self.size.width - NUMBERS - (PAST_WIDTH if self.size.width >= WITH_PAST else 0)

    def y_of(self, seat: int) -> int:
        """The line of a seat."""
        return 1 + seat

    def render(self) -> Canvas:
        """The list, painted."""
        width = self.size.width
        canvas = Canvas(width, max(self.size.height, self.y_of(len(self.players))))
        canvas.text(0, 0, _("PLAYERS"), DIM, bold=True)
        # Translators: heads of this round, above numbers: at most 5 letters
        canvas.right(width - 7, 0, pgettext("column", "round"), DIM)
        canvas.right(width - 1, 0, pgettext("column", "total"), DIM)
        if self.shows_past:
            canvas.right(width - NUMBERS - 3, 0, pgettext("column", "past rounds"), DIM)
        for seat, player in enumerate(self.players):
            self._draw(canvas, self.y_of(seat), player)
        if self.flight:
            motion.paint_flight(canvas, self.flight, width - 7)
        return canvas

    def _draw(self, canvas: Canvas, y: int, player: Player) -> None:
        ink = GOLD if player.own else INK
        if player.own:
            canvas.text(0, y, POINTER, GOLD)
        room = self.mark_at - 3 - (2 if player.bot else 0)
        after = canvas.text(2, y, truncate(player.name, room), ink, bold=player.own)
        if player.bot:
            canvas.text(after + 1, y, BOT, DIM)
        sign, colour = _MARKS[player.mark]
        canvas.text(self.mark_at, y, sign, colour)
        if self.shows_past:
            most = max(max(player.past, default=0) for player in self.players)
            canvas.right(canvas.width - NUMBERS - 3, y, bars(player.past[-PAST:], most), ink)
        canvas.right(canvas.width - 7, y, str(player.heads), INK)
        canvas.right(canvas.width - 1, y, str(player.total), RED if player.near else STRONG, bold=True)


def bars(heads: tuple[int, ...], most: int) -> str:
    """A bar for each number of heads; `most` of them make a whole one."""
    top = len(LEVELS) - 1
    return "".join(LEVELS[min(top, -(-top * one // max(1, most)))] for one in heads)

"""The revealed cards that still have to be placed, the lowest first."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.i18n import _
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame, plays_in
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.roles import DIM, GOLD
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 4


class CardsToPlace(CellWidget):
    """The cards with their players' names. `plays` are (name, card, whether it is the player's own).

    The places of the cards that have `left` stay empty. Names that are too long for one line alternate between
    two, if `names` is 2.
    """

    DEFAULT_CSS = "CardsToPlace { width: 1fr; height: auto; }"

    card_size: reactive[CardSize] = reactive(CARD_SMALL, layout=True)
    plays: reactive[tuple[tuple[str, int, bool], ...]] = reactive(())
    backs = reactive(False)
    heading = reactive(True, layout=True)
    names = reactive(2, layout=True)
    left = reactive(0)

    def show(self, model: ViewModel, frame: Frame | None) -> None:
        plays = plays_in(frame, model.table)
        self.plays = tuple((model.name_of(seat), card, seat == model.view.seat) for seat, card in plays)
        self.left = model.table.seats - len(plays) if frame else 0
        self.backs = frame is not None and frame.backs

    @property
    def step(self) -> int:
        return max(self.card_size.step, _name_step(self.size.width, self.left + len(self.plays)))

    def x_of(self, place: int) -> int:
        return LEFT + self.step * place

    def render(self) -> Canvas:
        size = self.card_size
        top = int(self.heading)
        canvas = Canvas(self.size.width, top + size.lines + self.names)
        if self.plays and self.heading:
            canvas.text(1, 0, _("Still to place"), DIM, bold=True)
        one_line = all(cell_len(name) < self.step for name, _card, _own in self.plays)
        for place, (name, number, own) in enumerate(self.plays, self.left):
            if self.backs:
                card.paint_back(canvas, self.x_of(place), top, size)
            else:
                card.paint_card(canvas, self.x_of(place), top, number, size)
            if self.names:
                line = top + size.lines + (0 if one_line else place % self.names)
                self._draw_name(canvas, self.x_of(place), line, name, GOLD if own else DIM)
        return canvas

    def _draw_name(self, canvas: Canvas, left: int, y: int, name: str, ink: str) -> None:
        shown = truncate(name, self.names * self.step - 1)
        x = left + (self.card_size.width - cell_len(shown)) // 2
        canvas.text(max(0, min(x, canvas.width - cell_len(shown))), y, shown, ink)


def stand_side_by_side(names: Sequence[str], width: int) -> bool:
    """Whether the names of all players fit on one line below their cards."""
    return all(cell_len(name) < _name_step(width, len(names)) for name in names)


def _name_step(width: int, players: int) -> int:
    return min(NAME_CELLS + 1, (width - LEFT) // max(1, players))

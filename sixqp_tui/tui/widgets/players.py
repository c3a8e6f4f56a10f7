"""Who plays: names, what each is doing, the heads of the round and the totals."""

from typing import Literal, NamedTuple

from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.i18n import words_table as words
from sixqp_tui.tui.film import Flight
from sixqp_tui.tui.glyphs import AWAY, BOT, CHOSEN, DECIDING, POINTER
from sixqp_tui.tui.theme import DIM, GOLD, GREEN, INK, RED, STRONG
from sixqp_tui.tui.widgets import motion
from sixqp_tui.tui.widgets.canvas import Canvas, fitting

Mark = Literal["chosen", "deciding", "away", ""]
_MARKS = {"chosen": (CHOSEN, GREEN), "deciding": (DECIDING, GOLD), "away": (AWAY, RED), "": (" ", DIM)}
WIDTH = 29


class Player(NamedTuple):
    """One line: `near` says that the total is near or over the limit."""

    name: str
    mark: Mark
    heads: int
    total: int
    own: bool = False
    bot: bool = False
    near: bool = False


class Players(Widget):
    """The players by seat."""

    DEFAULT_CSS = f"Players {{ width: {WIDTH}; height: 12; }}"
    ALLOW_SELECT = False

    players: reactive[tuple[Player, ...]] = reactive(())

    flight: reactive[Flight | None] = reactive(None)

    def render(self) -> Canvas:
        """The list, painted."""
        canvas = Canvas(WIDTH, 1 + max(11, len(self.players)))
        canvas.text(0, 0, words.players(), DIM, bold=True)
        canvas.right(WIDTH - 7, 0, words.round_column(), DIM)
        canvas.right(WIDTH - 1, 0, words.total_column(), DIM)
        for line, player in enumerate(self.players, 1):
            self._draw(canvas, line, player)
        if self.flight:
            motion.flying(canvas, self.flight, WIDTH - 7)
        return canvas

    def _draw(self, canvas: Canvas, y: int, player: Player) -> None:
        ink = GOLD if player.own else INK
        if player.own:
            canvas.text(0, y, POINTER, GOLD)
        after = canvas.text(2, y, fitting(player.name, 9 if player.bot else 11), ink, bold=player.own)
        if player.bot:
            canvas.text(after + 1, y, BOT, DIM)
        sign, colour = _MARKS[player.mark]
        canvas.text(14, y, sign, colour)
        canvas.right(WIDTH - 7, y, str(player.heads), INK)
        canvas.right(WIDTH - 1, y, str(player.total), RED if player.near else STRONG, bold=True)

"""What stands at the right of the rows: the players, the last turn, and the totals on their way to the limit."""

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical

from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame, heads_in
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.event_log import LastTurn
from sixqp_tui.tui.widgets.game.players import Players

LEAST_CURVE = 8
"""Lines below which the curve says too little to be drawn."""


class SidePanel(Vertical):
    """As much of it as there is room for: the players always, then the last turn, then the curve.

    While `brief` the players alone; while `logged` the last turn is told elsewhere too, and leaves its room.
    """

    DEFAULT_CSS = """
    SidePanel { width: 1fr; height: 100%; margin-left: 2; }
    SidePanel Players { width: 100%; }
    SidePanel LastTurn, SidePanel Curve { margin-top: 1; display: none; }
    """

    players = getters.query_one(Players)
    last_turn = getters.query_one(LastTurn)
    curve = getters.query_one(Curve)
    brief = True
    logged = False

    def compose(self) -> ComposeResult:
        """Players, last turn, curve."""
        yield Players()
        yield LastTurn()
        yield Curve()

    def on_resize(self) -> None:
        """Give each its share."""
        self.share_out()

    def show(self, model: ViewModel, frame: Frame | None) -> None:
        """Show players and totals; with a frame, the heads of the round as far as they are counted in it."""
        self.players.players = tuple(
            player._replace(heads=heads_in(frame, model.table, seat)) for seat, player in enumerate(model.players())
        )
        self.players.flight = frame.flight if frame else None
        self.last_turn.told = model.last_turn
        self.curve.table, self.curve.own = model.table, model.view.seat
        self.share_out()

    def share_out(self) -> None:
        """Who gets how many lines; the last turn has as many from its first card on as it has with its last."""
        seats = len(self.players.players)
        lines = self.size.height if self.brief else self.players.y_of(seats)
        self.players.styles.height = lines
        left = self.size.height - lines - 1
        self.last_turn.room = max(0, left)
        told_elsewhere = self.brief or (self.logged and bool(self.curve.table.scores))
        taken = 0 if told_elsewhere else min(left, max(1 + seats, len(self.last_turn.lines(self.size.width))))
        self.last_turn.styles.height = max(0, taken)
        self.last_turn.display = taken > 1
        left -= taken + 1 if taken > 1 else 0
        self.curve.display = not self.brief and left >= LEAST_CURVE and bool(self.curve.table.scores)

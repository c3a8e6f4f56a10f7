"""The panel beside the rows: the players, the last turn, the totals."""

from functools import partial

from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from sixqp_tui.i18n import _, ngettext, pgettext, tally as tally_words
from sixqp_tui.presentation.prompts import with_names
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Player, ViewModel
from sixqp_tui.tui.animation.frames import Flight, Frame, heads_in
from sixqp_tui.tui.theme.glyphs import BOT, LEVELS, POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, RED, STRONG, seat_ink
from sixqp_tui.tui.widgets.common.seat_text import MARK_SIGNS
from sixqp_tui.tui.widgets.game.catastrophe import CatastropheFigure, catastrophe_in
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.event_log import LastTurn
from sixqp_tui.tui.widgets.game.hand import OpenHands
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

NAME = 3
NUMBERS = 12
PAST = 8
"""Maximum rounds drawn as bars: a game seldom has more."""
PAST_WIDTH = PAST + 3
WITH_PAST = 46


class Players(CellWidget):
    """A bar for each past round stands beside the players if there is room.

    What a player has just said covers their numbers if it is long, but never the name or the mark.
    """

    players: reactive[tuple[Player, ...]] = reactive(())
    watching: reactive[tuple[str, ...]] = reactive(())
    flight: reactive[Flight | None] = reactive(None)
    shows_heads = reactive(True)

    @property
    def shows_past(self) -> bool:
        return self.size.width >= WITH_PAST and any(player.past for player in self.players)

    @property
    def mark_at(self) -> int:
        return self.size.width - NUMBERS - (PAST_WIDTH if self.size.width >= WITH_PAST else 0)

    @property
    def lines(self) -> int:
        return self.y_of(len(self.players)) + bool(self.watching)

    def y_of(self, seat: int) -> int:
        return 1 + seat

    def render(self) -> Canvas:
        width = self.size.width
        canvas = Canvas(width, max(self.size.height, self.lines))
        canvas.text(0, 0, _("PLAYERS"), DIM, bold=True)
        if self.shows_heads:
            # Translators: heads of this round, above numbers: at most 5 letters
            canvas.right(width - 7, 0, pgettext("column", "round"), DIM)
            canvas.right(width - 1, 0, pgettext("column", "total"), DIM)
        if self.shows_past:
            canvas.right(width - NUMBERS - 3, 0, pgettext("column", "past rounds"), DIM)
        for seat, player in enumerate(self.players):
            self._draw(canvas, seat, player)
        if self.watching:
            canvas.text(2, self.y_of(len(self.players)), format_watchers(self.watching, width - 3), DIM)
        if self.flight:
            card.paint_flight(canvas, self.flight, width - 7)
        return canvas

    def _draw(self, canvas: Canvas, seat: int, player: Player) -> None:
        y, ink = self.y_of(seat), seat_ink(seat)
        if player.own:
            canvas.text(0, y, POINTER, GOLD)
        canvas.text(1, y, seat_sign(seat), ink, bold=player.own)
        room = self.mark_at - NAME - 1 - (2 if player.bot else 0)
        after = canvas.text(NAME, y, truncate(player.name, room), ink, bold=player.own)
        sign, colour = MARK_SIGNS[player.mark]
        if player.bubble and after + 1 + cell_len(player.bubble) >= self.mark_at:
            after = canvas.text(after + 1, y, sign, colour)
            canvas.text(after + 1, y, truncate(player.bubble, canvas.width - after - 2), GOLD, bold=True)
            return
        if player.bubble:
            after = canvas.text(after + 1, y, player.bubble, GOLD, bold=True)
        if player.bot and after < self.mark_at:
            canvas.text(after + 1, y, BOT, DIM)
        canvas.text(self.mark_at, y, sign, colour)
        if self.shows_past:
            most = max(max(player.past, default=0) for player in self.players)
            canvas.right(canvas.width - NUMBERS - 3, y, bars(player.past[-PAST:], most), ink)
        if not self.shows_heads:
            return
        canvas.right(canvas.width - 7, y, str(player.heads), INK)
        canvas.right(canvas.width - 1, y, str(player.total), RED if player.near else STRONG, bold=True)


def format_watchers(names: tuple[str, ...], room: int) -> str:
    text = with_names(partial(tally_words.watching, names), len(names), room)
    if cell_len(text) <= room:
        return text
    return ngettext("{n} watching", "{n} watching", len(names)).format(n=len(names))


def bars(heads: tuple[int, ...], most: int) -> str:
    top = len(LEVELS) - 1
    return "".join(LEVELS[min(top, -(-top * one // max(1, most)))] for one in heads)


MIN_CURVE = 8
"""Below this height the curve says too little to be drawn."""


class SidePanel(Vertical):
    """The players, then open hands, the last turn and the curve, as far as there is room.

    `brief`: only the players. `logged`: the last turn is also in the log, and makes room for the curve if both
    don't fit.
    """

    DEFAULT_CSS = """
    SidePanel { width: 1fr; height: 100%; margin-left: 2; }
    SidePanel CatastropheFigure { display: none; }
    SidePanel OpenHands, SidePanel LastTurn, SidePanel Curve { margin-top: 1; display: none; }
    SidePanel LastTurn { width: 1fr; margin: 1 1 0 0; }
    """

    players = getters.query_one(Players)
    hands = getters.query_one(OpenHands)
    last_turn = getters.query_one(LastTurn)
    curve = getters.query_one(Curve)
    catastrophe = getters.query_one(CatastropheFigure)
    brief = True
    logged = False

    def compose(self) -> ComposeResult:
        yield CatastropheFigure()
        yield Players()
        yield OpenHands()
        yield LastTurn()
        yield Curve()

    def show(self, model: ViewModel, frame: Frame | None) -> None:
        counted = ((player, heads_in(frame, model.table, seat)) for seat, player in enumerate(model.players()))
        self.players.players = tuple(
            player._replace(heads=heads, total=player.total + heads - player.heads) for player, heads in counted
        )
        self.players.watching = model.watching
        self.catastrophe.show(catastrophe_in(frame, model))
        self.hands.hands = model.open_hands() if model.view.hands_open and not self.brief else ()
        self.players.flight = frame.flight if frame else None
        self.last_turn.entries, self.last_turn.stretch = model.last_turn, model.stretch
        self.curve.table, self.curve.own = model.table, model.view.seat
        self.share_out()

    def share_out(self) -> None:
        large = self.catastrophe.display
        self.players.display = not large
        if large:
            self.hands.display = self.last_turn.display = self.curve.display = False
            return
        seats = len(self.players.players)
        lines = self.size.height if self.brief else self.players.lines
        self.players.styles.height = lines
        self.hands.headed, self.hands.display = True, bool(self.hands.hands)
        if self.hands.display:
            lines += self.hands.lines + 1
        left = self.size.height - lines - 1
        self.last_turn.room = max(0, left)
        plotted = len(self.curve.table.scores) > 1
        taken = min(left, max(1 + seats, len(self.last_turn.lines(self.size.width - 1))))
        logged = self.logged and plotted and left - taken - 1 < MIN_CURVE
        logged = logged or (self.logged and self.last_turn.stretch != "turn")
        taken = 0 if self.brief or logged else taken
        self.last_turn.styles.height = max(0, taken)
        self.last_turn.display = taken > 1
        left -= taken + 1 if taken > 1 else 0
        self.curve.display = not self.brief and left >= MIN_CURVE and plotted

    on_resize = share_out

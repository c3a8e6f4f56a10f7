"""Widgets of the history: the list of games, and sheets of coloured lines."""

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from sixqp_protocol.text import cells
from sixqp_tui.features.history.game_list import (
    EveningRow,
    GameRow,
    ListRow,
    describe_evening,
    own_accuracy,
    players_fitting,
)
from sixqp_tui.i18n.local_time import format_day, format_time
from sixqp_tui.i18n.phrases import format_rounds, variant_name
from sixqp_tui.presentation.spans import Line
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import DIM, EDGE, GHOST, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate


class LineSheet(CellWidget):
    """Lines of coloured text."""

    DEFAULT_CSS = "LineSheet { width: 100%; height: auto; }"

    lines: reactive[tuple[Line, ...]] = reactive((), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines)

    def render(self) -> Canvas:
        canvas = Canvas(*self.size)
        for y, line in enumerate(self.lines):
            paint_line(canvas, 0, y, line)
        return canvas


def paint_line(canvas: Canvas, x: int, y: int, line: Sequence[tuple[str, str, bool]]) -> int:
    for text, ink, bold in line:
        x = canvas.text(x, y, text, ink, bold=bold)
    return x


WHEEL = 3
"""Lines for one notch of the wheel."""
VARIANT = 10
"""Cells of the variant, with a gap."""
ROUNDS = 11
"""Cells of the rounds."""


class GameList(CellWidget, can_focus=True):
    """The games below their evenings; arrows, wheel and clicks move through them.

    `pointed` is the position of a game in `rows`; -1 where there is none.
    """

    BINDINGS = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]

    rows: reactive[tuple[ListRow, ...]] = reactive(())
    own: reactive[tuple[str, ...]] = reactive(())
    pointed: reactive[int] = reactive(-1)
    top: reactive[int] = reactive(0)

    class Moved(Message):
        def can_replace(self, message: Message) -> bool:
            return isinstance(message, GameList.Moved)

    class Opened(Message):
        """The selected game was clicked again."""

    @property
    def game(self) -> GameRow | None:
        row = self.rows[self.pointed] if 0 <= self.pointed < len(self.rows) else None
        return row if isinstance(row, GameRow) else None

    def show(self, rows: tuple[ListRow, ...], own: tuple[str, ...]) -> None:
        before = self.game.game.id if self.game else None
        place = self.pointed
        self.own, self.rows = own, rows
        kept = next((at for at, row in enumerate(rows) if isinstance(row, GameRow) and row.game.id == before), None)
        self.pointed = -1
        self._point_at(kept if kept is not None else max(0, min(place, len(rows) - 1)), 1)
        self.post_message(self.Moved())

    def watch_pointed(self) -> None:
        self._reveal()
        self.post_message(self.Moved())

    def validate_top(self, top: int) -> int:
        return max(0, min(top, len(self.rows) - self.size.height))

    def on_resize(self) -> None:
        self.top = self.validate_top(self.top)
        self._reveal()

    # -- painting -----------------------------------------------------------------------------------------------

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        for y, at in enumerate(range(self.top, min(len(self.rows), self.top + height))):
            row = self.rows[at]
            if isinstance(row, EveningRow):
                self._paint_evening(canvas, y, row)
            else:
                self._paint_game(canvas, y, row, at)
        self._paint_bar(canvas)
        return canvas

    def _paint_evening(self, canvas: Canvas, y: int, row: EveningRow) -> None:
        day = format_day(row.evening.ended)
        after = canvas.text(1, y, day[:1].upper() + day[1:], STRONG, bold=True)
        canvas.text(after + 2, y, truncate(describe_evening(row.evening), canvas.width - after - 5), DIM)

    def _paint_game(self, canvas: Canvas, y: int, row: GameRow, at: int) -> None:
        width, game = canvas.width, row.game
        if at == self.pointed:
            canvas.fill(0, y, width - 2, 1, GHOST)
            canvas.text(1, y, POINTER, GOLD, bold=True)
        elif self.pointed_at == at:
            canvas.fill(0, y, width - 2, 1, EDGE)
        canvas.text(3, y, format_time(game.ended), INK)
        x = 10
        canvas.text(x, y, truncate(variant_name(game.variant), VARIANT - 1), DIM)
        x += VARIANT
        canvas.text(x, y, format_rounds(game.rounds), DIM)
        x += ROUNDS
        accuracy = own_accuracy(game, self.own)
        canvas.right(width - 3, y, accuracy, DIM)
        paint_line(
            canvas, x, y, players_fitting(game, self.own, width - x - 3 - (cells(accuracy) + 2 if accuracy else 0))
        )

    def _paint_bar(self, canvas: Canvas) -> None:
        height, rows = canvas.height, len(self.rows)
        if rows <= height or not height:
            return
        size = max(1, height * height // rows)
        start = round(self.top * (height - size) / (rows - height))
        canvas.fill(canvas.width - 1, 0, 1, height, EDGE)
        canvas.fill(canvas.width - 1, start, 1, size, DIM)

    # -- moving -------------------------------------------------------------------------------------------------

    def part(self, x: int, y: int) -> int | None:
        at = self.top + y
        inside = x < self.size.width - 2 and at < len(self.rows)
        return at if inside and isinstance(self.rows[at], GameRow) else None

    def _point_at(self, place: int, step: int) -> None:
        """If there is no game at this place, select the nearest one, first in this direction."""
        found = self._seek(place, step)
        if found is None:
            found = self._seek(place, -step)
        if found is not None:
            self.pointed = found

    def _seek(self, place: int, step: int) -> int | None:
        places = range(max(0, place), len(self.rows)) if step > 0 else range(min(place, len(self.rows) - 1), -1, -1)
        return next((at for at in places if isinstance(self.rows[at], GameRow)), None)

    def _reveal(self) -> None:
        if self.pointed < 0 or not self.size.height:
            return
        headed = isinstance(self.rows[self.pointed - 1], EveningRow) and self.size.height > 1
        first, last = self.pointed - headed, self.pointed - self.size.height + 1
        self.top = min(max(self.top, last), first)

    def action_cursor_up(self) -> None:
        self._point_at(self.pointed - 1, -1)

    def action_cursor_down(self) -> None:
        self._point_at(self.pointed + 1, 1)

    def action_page_up(self) -> None:
        self._point_at(self.pointed - self.size.height + 1, -1)

    def action_page_down(self) -> None:
        self._point_at(self.pointed + self.size.height - 1, 1)

    def action_first(self) -> None:
        self._point_at(0, 1)

    def action_last(self) -> None:
        self._point_at(len(self.rows) - 1, -1)

    def on_mouse_scroll_down(self) -> None:
        self.top += WHEEL

    def on_mouse_scroll_up(self) -> None:
        self.top -= WHEEL

    def on_click(self, event: events.Click) -> None:
        at = self.part(event.x, event.y)
        if at is None:
            if event.x >= self.size.width - 1 and len(self.rows) > self.size.height:
                self.top = round(event.y * (len(self.rows) - self.size.height) / max(1, self.size.height - 1))
        elif at == self.pointed:
            self.post_message(self.Opened())
        else:
            self.pointed = at


def show_once(app: App[Any], kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None:
    if not any(isinstance(screen, kind) for screen in app.screen_stack):
        app.push_screen(make())
        return
    while not isinstance(app.screen, kind):
        app.pop_screen()

"""The menu of the first screen, and the picture above it: five cards in a row, and the place of the sixth."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.i18n import N_, NC_, _, home as home_words
from sixqp_tui.presentation.ways import TO_LEARN, TO_PLAY, Way
from sixqp_tui.tui.keys import ALL_SCORES, GAMES, PREFERENCES, RULES
from sixqp_tui.tui.scale import CARD_LINE, CardSize
from sixqp_tui.tui.theme.roles import ALARM, FELT, GHOST, GOLD, INK, RED
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

MENU: dict[Way, Binding] = {
    "alone": Binding("p", "alone", show=False, tooltip=N_("Play alone against bots, right away")),
    "learn": Binding("l", "app.learn", show=False, tooltip=N_("Learn the game in a few short lessons")),
    "around": Binding("k", "around", show=False, tooltip=N_("Play together on one keyboard, passing it around")),
    "host": Binding("h", "host", show=False, tooltip=N_("Open a table and sit down at it")),
    "address": Binding("a", "address", show=False, tooltip=N_("Type the address of a table that isn't listed")),
    "resume table": Binding("g", "resume", show=False, tooltip=N_("Continue your unfinished table")),
    "games": replace(GAMES, show=False),
    "all scores": replace(ALL_SCORES, show=False),
}
"""The keys of the home screen that the menu shows; they have no place in the line of keys."""
COMMANDS: dict[Way, Binding] = {**MENU, "rules": RULES, "preferences": PREFERENCES}
MARGIN = 3
TEXT = 4
RIGHT = 0.55
"""The start of the second column, as a fraction of the width."""


ROW = (12, 25, 30, 44, 55)
"""One of each colour, in ascending order."""


class Banner(CellWidget):
    """A full row; `sixth`: with the place of the sixth card."""

    DEFAULT_CSS = "Banner { width: auto; height: auto; }"

    card_size: reactive[CardSize] = reactive(CARD_LINE, layout=True)

    def __init__(self, *, sixth: bool = True) -> None:
        super().__init__()
        self._sixth = sixth

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(size.step * (len(ROW) + self._sixth) - 1, size.lines)
        for place, number in enumerate(ROW):
            card.paint_card(canvas, place * size.step, 0, number, size)
        if not self._sixth:
            return canvas
        left = len(ROW) * size.step
        card.paint_block(canvas, left, 0, ALARM, size)
        canvas.middle(left, size.middle, size.width, "6!" if size is CARD_LINE else "6 !", RED, bold=True)
        return canvas


class Kept(NamedTuple):
    """A table with an unfinished game, and its current round."""

    title: str
    round: int


class HomeMenu(CellWidget, can_focus=True):
    BINDINGS = [
        # Translators: do what the selected line of the menu says: a verb
        Binding(
            "enter",
            "choose",
            NC_("key, a line of the menu", "choose"),
            tooltip=N_("Do what the selected line says"),
        ),
        Binding("up", "cursor_up", show=False, key_display="↑↓", tooltip=N_("Select another line")),
        Binding("down", "cursor_down", show=False),
        Binding("left,right", "cursor_beside", show=False),
    ]

    kept: reactive[Kept | None] = reactive(None, layout=True)
    lesson: reactive[tuple[int, int] | None] = reactive(None)
    """The number of the next lesson, or 0 after the last, and of how many; None before the first."""
    step = reactive(1, layout=True)
    """Lines from one way to the next."""
    pointed: reactive[Way] = reactive("alone")

    @dataclass
    class Chosen(Message):
        action: str

    class Above(Message):
        """The cursor leaves the menu upwards."""

    @property
    def columns(self) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
        return TO_PLAY, ("resume table", *TO_LEARN) if self.kept else TO_LEARN

    @property
    def lines(self) -> int:
        return max(map(len, self.columns))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.step * (self.lines - 1) + 1

    def render(self) -> Canvas:
        lines = tuple(zip_longest(*self.columns))
        canvas = Canvas(self.size.width, self.step * (len(lines) - 1) + 1)
        for y, line in enumerate(lines):
            for column, way in enumerate(line):
                if way:
                    self._paint(canvas, column, y * self.step, way)
        return canvas

    def _paint(self, canvas: Canvas, column: int, y: int, way: Way) -> None:
        start, end = self._span(column)
        pointed = (self.has_focus and way == self.pointed) or self.pointed_at == self._number(way)
        block = GHOST if pointed else FELT
        text = truncate(self.sentence(way, end - start - TEXT - 1), end - start - TEXT - 1)
        canvas.fill(start - 1, y, max(TEXT + cell_len(text), 0) + 2, 1, block)
        canvas.text(start, y, COMMANDS[way].key_display or COMMANDS[way].key, GOLD, bold=True)
        canvas.text(start + TEXT, y, text, INK)

    def _span(self, column: int) -> tuple[int, int]:
        middle = int(self.size.width * RIGHT)
        return (middle, self.size.width) if column else (MARGIN, middle - 1)

    def sentence(self, way: Way, room: int = 200) -> str:
        if way == "learn" and self.lesson and self.lesson[0]:
            number, count = self.lesson
            # Translators: a line of the menu on the first screen: at most 35 characters, without a full stop
            return _("continue with lesson {number} of {count}").format(number=number, count=count)
        if way != "resume table" or not self.kept:
            return home_words.describe_way(way)
        title, round_number = self.kept
        spare = room - cell_len(home_words.offer("", round_number))
        return home_words.offer(truncate(title, max(spare, 1)), round_number)

    # -- pointing -----------------------------------------------------------------------------------------------

    def _number(self, way: Way) -> int:
        return tuple(COMMANDS).index(way)

    def part(self, x: int, y: int) -> int | None:
        column = int(x >= self._span(1)[0] - 1)
        ways = self.columns[column]
        line, between = divmod(y, self.step)
        return self._number(ways[line]) if x >= MARGIN - 1 and not between and line < len(ways) else None

    def validate_pointed(self, way: Way) -> Way:
        return way if any(way in column for column in self.columns) else "alone"

    def watch_pointed(self) -> None:
        self.post_message(self.Pointed())

    on_focus = on_blur = watch_pointed

    def _place(self) -> tuple[int, int]:
        return next(
            (column, ways.index(self.pointed)) for column, ways in enumerate(self.columns) if self.pointed in ways
        )

    def action_cursor_up(self) -> None:
        column, line = self._place()
        if line:
            self.pointed = self.columns[column][line - 1]
        else:
            self.post_message(self.Above())

    def action_cursor_down(self) -> None:
        column, line = self._place()
        ways = self.columns[column]
        self.pointed = ways[min(line + 1, len(ways) - 1)]

    def action_cursor_beside(self) -> None:
        column, line = self._place()
        ways = self.columns[1 - column]
        self.pointed = ways[min(line, len(ways) - 1)]

    def action_choose(self) -> None:
        self.post_message(self.Chosen(COMMANDS[self.pointed].action))

    def on_click(self, event: events.Click) -> None:
        clicked = self.part(event.x, event.y)
        if clicked is not None:
            self.post_message(self.Chosen(tuple(COMMANDS.values())[clicked].action))

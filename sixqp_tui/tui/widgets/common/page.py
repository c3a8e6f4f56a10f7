"""The frame of every screen: the title, a notice, the keys."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import ClassVar

from rich.cells import cell_len
from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import N_, _, phrases
from sixqp_tui.tui.commands import Command, command_of
from sixqp_tui.tui.scale import SMALL, too_small
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

BETWEEN = 2
"""Cells between two keys."""


class KeyLine(CellWidget):
    """Shows the commands that are possible now, in the order of their bindings; a click presses the key.

    Where the labels don't fit, the line uses the short ones, then leaves out commands by their rank, then the last
    ones before the help. No key is shown without its label.
    """

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; width: 100%; background: $edge; }"
    GESTURES: ClassVar = {"help": N_("Click a key at the bottom to press it")}

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[range, str]] = []
        self._keys: list[tuple[str, str, str]] = []
        """The key, sign and label of each command that was drawn."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self._follow())

    def _follow(self) -> None:
        if self._fit() != self._keys:
            self.refresh()

    def render(self) -> Canvas:
        canvas = Canvas(self.size.width, 1, EDGE)
        self._places = []
        self._keys = self._fit()
        x = 1
        for key, sign, label in self._keys:
            width = cell_len(sign) + (1 + cell_len(label) if label else 0)
            canvas.text(x, 0, sign, GOLD, bold=True)
            canvas.text(x + cell_len(sign) + 1, 0, label, INK)
            self._places.append((range(x, x + width), key))
            x += width + BETWEEN
        return canvas

    def _fit(self) -> list[tuple[str, str, str]]:
        offered = self._offered()
        ranks = sorted({command.rank for _, command, _ in offered} | {0})
        for rank, short in product(ranks, (False, True)):
            kept = [each for each in offered if each[1].rank == 0 or each[1].rank > rank]
            keys = [(binding.key, sign, _label(command, short)) for binding, command, sign in kept]
            if _line_width(keys) <= self.size.width:
                return keys
        while len(keys) > 1 and _line_width(keys) > self.size.width:
            del keys[-2]
        return keys

    def on_click(self, event: events.Click) -> None:
        for columns, key in self._places:
            if event.x in columns:
                self.app.simulate_key(key)

    def _offered(self) -> list[tuple[Binding, Command, str]]:
        found: dict[str, tuple[Binding, Command, str]] = {}
        for node, binding, enabled, _tooltip in self.screen.active_bindings.values():
            command = command_of(node, binding)
            if command and enabled and binding.show:
                found.setdefault(binding.action, (binding, command, self.app.get_key_display(binding)))
        return sorted(found.values(), key=lambda each: not each[1].first)


def _line_width(keys: Sequence[tuple[str, str, str]]) -> int:
    """With a blank before the first key."""
    return 1 - BETWEEN + sum(cell_len(sign) + bool(label) + cell_len(label) + BETWEEN for _, sign, label in keys)


def _label(command: Command, short: bool) -> str:
    if command.label is None:
        return ""
    return (command.short or command.label)() if short else command.label()


class TitleLine(CellWidget):
    table = reactive("")
    where = reactive("")

    def render(self) -> Canvas:
        width = self.size.width
        canvas = Canvas(width, 1, EDGE)
        after = canvas.text(1, 0, phrases.GAME, STRONG, bold=True)
        room = width - after - cell_len(self.where) - 5
        canvas.text(after + 2, 0, truncate(self.table, room), STRONG, bold=True)
        canvas.right(width - 1, 0, self.where, DIM)
        return canvas


class Notice(Static):
    """A sentence above the keys, from `show` until `clear`."""

    def __init__(self) -> None:
        super().__init__(markup=False)

    def show(self, sentence: str) -> None:
        self.update(sentence)
        self.add_class("-shown")

    def clear(self) -> None:
        self.remove_class("-shown")


class TooSmall(Static):
    """Covers the screen with a sentence while the window is too small.

    `unseen` returns a second one, about what the screen would show; it is called every second.
    """

    def __init__(self, unseen: Callable[[], str]) -> None:
        super().__init__(markup=False)
        self._unseen = unseen
        self._text = ""

    def on_mount(self) -> None:
        self._timer = self.set_interval(1.0, self.look, pause=True)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._measure)
        self._measure(self.screen)

    def look(self) -> None:
        self._measure(self.screen)

    def _measure(self, screen: Screen[object]) -> None:
        size = screen.app.size
        shown = too_small(size)
        text = self._text
        if shown:
            sentence = _("The window must be at least {width}×{height}; it is {wide}×{high}.").format(
                width=SMALL.least.width, height=SMALL.least.height, wide=size.width, high=size.height
            )
            text = "\n".join(filter(None, (sentence, self._unseen())))
        if text != self._text:  # an update refreshes the layout, which calls this method again
            self._text = text
            self.update(text)
        if shown != self.has_class("-shown"):
            (self._timer.resume if shown else self._timer.pause)()
        self.set_class(shown, "-shown")


class Page(Vertical):
    """Contains all of a screen. Adds the title line, a notice, the line of keys, and TooSmall.

    `update_title` calls `title` and `place`, the left and the right part of the title line; without a `title` there
    is no such line. `unseen` is that of TooSmall.
    """

    DEFAULT_CSS = """
    Page { layers: default above; }
    TitleLine { height: 1; dock: top; width: 100%; background: $edge; }
    Notice {
        layer: above; dock: bottom; margin: 0 0 1 0; height: 1; padding: 0 1; display: none;
        background: $alarm; color: $red; text-style: bold;
    }
    Notice.-shown { display: block; }
    TooSmall {
        overlay: screen; display: none; position: absolute; offset: 0 0; width: 100vw; height: 100vh;
        padding: 0 1; background: $felt; color: $gold; content-align: center middle; text-align: center;
    }
    TooSmall.-shown { display: block; }
    """

    notice = getters.query_one(Notice)

    def __init__(
        self,
        title: Callable[[], str] | None = str,
        place: Callable[[], str] = str,
        *,
        unseen: Callable[[], str] = str,
    ) -> None:
        super().__init__()
        self._title, self._place, self._unseen = title, place, unseen

    def compose(self) -> ComposeResult:
        if self._title is not None:
            yield TitleLine()
        yield Notice()
        yield KeyLine()
        yield TooSmall(self._unseen)

    def update_title(self) -> None:
        if self._title is not None:
            line = self.query_one(TitleLine)
            line.table, line.where = self._title(), self._place()

    on_mount = update_title

"""The single lines around a screen: its title, the keys that work now, a sentence that asks nothing."""

from collections.abc import Callable
from itertools import product
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.widgets import Static

from sixqp_tui.i18n import N_, phrases
from sixqp_tui.tui.commands import Command, command_of
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

FORMS = ((False, False, 2), (True, False, 2), (True, False, 1), (True, True, 1))
"""Short labels or not, bare keys or not, and the cells between the keys: the widest first."""


class KeyLine(CellWidget):
    """Shows the commands that are possible now, in the order of their bindings; a click presses the key.

    Where the labels don't fit, the line uses the short ones, then moves them closer together, then shows bare keys,
    then leaves out commands by their rank.
    """

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; width: 100%; background: $edge; }"
    GESTURES: ClassVar = {"help": N_("Click a key at the bottom to press it")}

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.refresh())

    def render(self) -> Canvas:
        canvas = Canvas(self.size.width, 1, EDGE)
        self._places = []
        keys, between = self._fit()
        x = 1
        for key, sign, label in keys:
            width = cell_len(sign) + (1 + cell_len(label) if label else 0)
            if x + width > self.size.width:
                break
            canvas.text(x, 0, sign, GOLD, bold=True)
            canvas.text(x + cell_len(sign) + 1, 0, label, INK)
            self._places.append((x, x + width, key))
            x += width + between
        return canvas

    def _fit(self) -> tuple[list[tuple[str, str, str]], int]:
        """The key, sign and label of each command, and the cells between them, in the widest form that fits."""
        offered = self._offered()
        ranks = sorted({command.rank for _, command, _ in offered} | {0})
        for rank, (short, bare, between) in product(ranks, FORMS):
            kept = (each for each in offered if each[1].rank == 0 or each[1].rank > rank)
            keys = [(binding.key, sign, _label(command, short, bare)) for binding, command, sign in kept]
            width = sum(cell_len(sign) + bool(label) + cell_len(label) + between for _, sign, label in keys)
            if 1 + width - between <= self.size.width:
                break
        return keys, between

    def on_click(self, event: events.Click) -> None:
        for start, end, key in self._places:
            if start <= event.x < end:
                self.app.simulate_key(key)

    def _offered(self) -> list[tuple[Binding, Command, str]]:
        """The commands to show, once for each action, with the signs of their keys."""
        found: dict[str, tuple[Binding, Command, str]] = {}
        for node, binding, enabled, _tooltip in self.screen.active_bindings.values():
            command = command_of(node, binding)
            if command and enabled and binding.show:
                found.setdefault(binding.action, (binding, command, self.app.get_key_display(binding)))
        return list(found.values())


def _label(command: Command, short: bool, bare: bool) -> str:
    if command.label is None or (bare and command.bare):
        return ""
    return (command.short or command.label)() if short else command.label()


class TitleLine(CellWidget):
    """The table's name at the left, where the game is at the right."""

    DEFAULT_CSS = "TitleLine { height: 1; dock: top; width: 100%; background: $edge; }"

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
    """Shown from `say` to `clear`, in the language in use. Its screen has the layer `above`."""

    DEFAULT_CSS = """
    Notice { layer: above; dock: bottom; margin: 0 0 1 0; height: 1; padding: 0 1; display: none;
             background: $alarm; color: $red; text-style: bold; }
    Notice.-shown { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._said: Callable[[], str] = str

    def say(self, said: Callable[[], str]) -> None:
        """Show this sentence."""
        self._said = said
        self.retranslate()
        self.add_class("-shown")

    def clear(self) -> None:
        self.remove_class("-shown")

    def retranslate(self) -> None:
        self.update(self._said())

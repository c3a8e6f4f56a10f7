"""The single lines around a screen: its title, the keys that work now, a sentence that asks nothing."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import phrases
from sixqp_tui.i18n.keys import word
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

SPARE = ("preferences", "log", "seen", "preside", "speed", "other round", "go to")
"""The codes that are left out where there is no room, the first of them first: `?` tells their keys."""
KNOWN = ("rules", "help")
"""The codes whose keys do without a word where there is no room: F1 and ? mean the same everywhere."""
WAYS = ((False, False, 2), (True, False, 2), (True, False, 1), (True, True, 1))
"""Whether the words are short, whether what is KNOWN has none, and the cells between the keys."""


class KeyLine(CellWidget):
    """Follows the active bindings that are to be shown, in their order; a click presses the key.

    A binding's description is the code of its word (i18n/screens/keys.py). Where the words do not fit, the short
    ones are used, then they stand closer, then F1 and ? stand without words, then what `?` leads to as well is left
    out.
    """

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; width: 100%; background: $edge; }"
    GESTURES: ClassVar = {"click a key": "help"}

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def render(self) -> Canvas:
        canvas = Canvas(self.size.width, 1, EDGE)
        self._places = []
        keys, between = self._fitting()
        x = 1
        for key, sign, said in keys:
            width = cell_len(sign) + (1 + cell_len(said) if said else 0)
            if x + width > self.size.width:
                break
            canvas.text(x, 0, sign, GOLD, bold=True)
            canvas.text(x + cell_len(sign) + 1, 0, said, INK)
            self._places.append((x, x + width, key))
            x += width + between
        return canvas

    def _fitting(self) -> tuple[list[tuple[str, str, str]], int]:
        """The keys, and the cells between them, in the widest way that fits."""
        offered = self._offered()
        for spared, (short, bare, between) in product(range(len(SPARE) + 1), WAYS):
            keys = _keys(offered, short, SPARE[:spared], KNOWN if bare else ())
            width = sum(cell_len(sign) + bool(said) + cell_len(said) + between for _key, sign, said in keys)
            if 1 + width - between <= self.size.width:
                break
        return keys, between

    def on_click(self, event: events.Click) -> None:
        for start, end, key in self._places:
            if start <= event.x < end:
                self.app.simulate_key(key)

    def _offered(self) -> list[tuple[Binding, str]]:
        """What can be done now and is to be shown, each with the sign of its key."""
        offered = (active.binding for active in self.screen.active_bindings.values() if active.enabled)
        return [(binding, self.app.get_key_display(binding)) for binding in offered if binding.show]

    def _bindings_changed(self, _screen: Screen[object]) -> None:
        self.refresh()


def _keys(
    offered: Sequence[tuple[Binding, str]], short: bool, spared: Sequence[str], bare: Sequence[str]
) -> list[tuple[str, str, str]]:
    """The key, its sign and its word of everything that is not `spared`, each action once."""
    seen: dict[str, tuple[str, str, str]] = {}
    for binding, sign in offered:
        if binding.description not in spared:
            said = "" if binding.description in bare else word(binding.description, short)
            seen.setdefault(binding.action, (binding.key, sign, said))
    return list(seen.values())


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

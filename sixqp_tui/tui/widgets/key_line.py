"""The dark line at the foot: the keys that work now, as the bindings in force describe them."""

from rich.cells import cell_len
from textual import events
from textual.screen import Screen
from textual.widget import Widget

from sixqp_tui.tui.theme import EDGE, GOLD, INK
from sixqp_tui.tui.widgets.canvas import Canvas


class KeyLine(Widget):
    """Follows the active bindings that are to be shown, in their order; a click presses the key."""

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; width: 100%; background: $edge; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """Follow the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def render(self) -> Canvas:
        """The keys, painted; what does not fit is left out."""
        canvas = Canvas(self.size.width, 1, EDGE)
        self._places = []
        x = 1
        for key, sign, word in self._keys():
            width = cell_len(sign) + 1 + cell_len(word)
            if x + width > self.size.width:
                break
            canvas.text(x, 0, sign, GOLD, bold=True)
            canvas.text(x + cell_len(sign) + 1, 0, word, INK)
            self._places.append((x, x + width, key))
            x += width + 2
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        for start, end, key in self._places:
            if start <= event.x < end:
                self.app.simulate_key(key)

    def _keys(self) -> list[tuple[str, str, str]]:
        seen: dict[str, tuple[str, str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled:
                sign = self.app.get_key_display(binding)
                seen.setdefault(binding.action, (binding.key, sign, binding.description))
        return list(seen.values())

    def _bindings_changed(self, _screen: Screen[object]) -> None:
        self.refresh()

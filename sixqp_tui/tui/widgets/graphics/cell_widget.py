"""A widget that paints what it shows, cell by cell, and knows at which part of it the mouse points."""

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class CellWidget(Widget):
    """Its `render` returns a canvas: cells without links, of which none can be selected as text.

    Where it has a `part`, a card or a row, it says when the mouse comes to another one, without a click;
    `pointed_at` is that part, None beside them all. A mouse that rests is forgotten (`forget`) when its player
    goes on with the keys.
    """

    ALLOW_SELECT = False

    auto_links = reactive(False)
    pointed_at: int | None = None

    class Pointed(Message):
        """Another part is pointed at, or none any more."""

    def part(self, x: int, y: int) -> int | None:
        """The part at this cell of the widget; None where there is none."""
        return None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self.part(event.x, event.y))

    def on_leave(self) -> None:
        self._point(None)

    def forget(self) -> None:
        """Nothing is pointed at until the mouse moves again."""
        self.pointed_at = None
        self.refresh()

    def _point(self, part: int | None) -> None:
        if part != self.pointed_at:
            self.pointed_at = part
            self.refresh()
            self.post_message(self.Pointed())

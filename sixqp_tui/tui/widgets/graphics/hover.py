"""A drawing of which the mouse can point at one part: a card, a row."""

from textual import events
from textual.message import Message

from sixqp_tui.tui.widgets.graphics.cell_widget import Painted


class Pointable(Painted):
    """Says when the mouse comes to another part, without a click; `pointed_at` is that part, None beside them all.

    A mouse that rests is forgotten (`forget`) when its player goes on with the keys.
    """

    pointed_at: int | None = None

    class Pointed(Message):
        """Another part is pointed at, or none any more."""

    def part(self, x: int, y: int) -> int | None:
        """The part at this cell of the widget."""
        raise NotImplementedError

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse."""
        self._point(self.part(event.x, event.y))

    def on_leave(self) -> None:
        """The mouse has gone elsewhere."""
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

"""All that was said at the table, over what matters least on a screen while somebody types."""

from collections.abc import Sequence

from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from sixqp_protocol.messages import Said
from sixqp_tui.tui.widgets.common.seat_text import said_line


class ChatHistory(VerticalScroll, can_focus=False):
    """The sayings, long ones wrapped, the newest in sight; its screen has the layer `above`, and scrolls it.

    It lies over the region that it is given with what it shows; without one its screen has a place for it.
    """

    DEFAULT_CSS = """
    ChatHistory { layer: above; padding: 0 1; background: $edge; display: none; scrollbar-size-vertical: 1; }
    ChatHistory.-open { display: block; }
    ChatHistory.-placed { position: absolute; }
    """

    sayings = getters.query_one(Static)

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def show(self, said: Sequence[Said], is_open: bool, over: Region | None = None) -> None:
        """Show this while it `is_open`; who reads what was said before is not taken from it."""
        if over is not None:
            self.add_class("-placed")
            self.styles.offset = over.offset
            self.styles.width, self.styles.height = over.size
        opens = is_open and not self.has_class("-open")
        at_end = opens or self.scroll_offset.y >= self.max_scroll_y
        self.set_class(is_open and bool(said), "-open")
        if is_open:
            self.sayings.update(Content("\n").join(map(said_line, said)))
            if at_end:
                self.call_after_refresh(self.scroll_end, animate=False)

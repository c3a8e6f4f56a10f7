"""What people said at the table: the newest lines, and all of it in a box that scrolls."""

from collections.abc import Callable, Sequence

from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from sixqp_protocol.messages import Said
from sixqp_tui.i18n import _
from sixqp_tui.tui.theme.glyphs import CUT
from sixqp_tui.tui.widgets.common.seat_text import said_line

WITH_HEADING = 3
"""Lines from which on there is one for the heading."""


class Chat(Widget):
    """The end of the chat, each saying wrapped, the newest last; below a heading where there are lines for one."""

    DEFAULT_CSS = "Chat { height: 1fr; min-height: 2; }"

    said: reactive[tuple[Said, ...]] = reactive(())

    def __init__(self, heading: Callable[[], str] | None = None) -> None:
        super().__init__()
        self._heading = heading

    def render(self) -> Content:
        width, height = self.size
        head = []
        if self._heading and height >= WITH_HEADING:
            head = [Content.assemble((self._heading(), "bold $dim"))]
        if not self.said:
            return Content("\n").join([*head, Content.assemble((_("t: chat with everybody here."), "$dim"))])
        return Content("\n").join([*head, *newest(self.said, width, height - len(head))])


def newest(said: Sequence[Said], width: int, height: int) -> list[Content]:
    """The last `height` lines of the chat, wrapped to `width` cells; each saying begins with its speaker."""
    lines: list[Content] = []
    for one in reversed(said):
        room = height - len(lines)
        if room <= 0:
            break
        lines[:0] = _within(said_line(one).wrap(max(2, width)), width, room)
    return lines


def _within(lines: list[Content], width: int, room: int) -> list[Content]:
    """The beginning of a saying and its end, where it has more lines than there is room for."""
    if len(lines) <= room:
        return lines
    first = (lines[0].rstrip() + f" {CUT}").truncate(width, ellipsis=True)
    return [first, *lines[len(lines) - room + 1 :]]


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

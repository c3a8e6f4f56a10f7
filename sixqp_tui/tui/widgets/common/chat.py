"""The chat: its newest lines, and all of it in a scrolling box."""

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
from sixqp_tui.tui.widgets.common.seat_text import format_said

WITH_HEADING = 3
"""The height from which on there is a heading."""


class Chat(Widget):
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
    """The last `height` lines of the chat, wrapped to `width` cells."""
    lines: list[Content] = []
    for one in reversed(said):
        room = height - len(lines)
        if room <= 0:
            break
        lines[:0] = _within(format_said(one).wrap(max(2, width)), width, room)
    return lines


def _within(lines: list[Content], width: int, room: int) -> list[Content]:
    """The first line of a message and its last ones, if it is too long."""
    if len(lines) <= room:
        return lines
    first = (lines[0].rstrip() + f" {CUT}").truncate(width, ellipsis=True)
    return [first, *lines[len(lines) - room + 1 :]]


class ChatHistory(VerticalScroll, can_focus=False):
    """The whole chat, in the layer `above`; its screen scrolls it."""

    DEFAULT_CSS = """
    ChatHistory { layer: above; padding: 0 1; background: $edge; display: none; scrollbar-size-vertical: 1; }
    ChatHistory.-open { display: block; }
    ChatHistory.-placed { position: absolute; }
    """

    sayings = getters.query_one(Static)

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def show(self, said: Sequence[Said], is_open: bool, over: Region | None = None) -> None:
        """Show the messages, in the region `over` if given. Whoever is reading older messages stays there."""
        if over is not None:
            self.add_class("-placed")
            self.styles.offset = over.offset
            self.styles.width, self.styles.height = over.size
        opens = is_open and not self.has_class("-open")
        at_end = opens or self.scroll_offset.y >= self.max_scroll_y
        self.set_class(is_open and bool(said), "-open")
        if is_open:
            self.sayings.update(Content("\n").join(map(format_said, said)))
            if at_end:
                self.call_after_refresh(self.scroll_end, animate=False)

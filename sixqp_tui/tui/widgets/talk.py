"""What was said at the table: the newest lines, as many as there is room for."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import Said
from sixqp_tui.i18n import words_lobby as words
from sixqp_tui.i18n.words_table import spoken


class Talk(Widget):
    """The end of the chat, each saying wrapped; the newest stands last."""

    DEFAULT_CSS = "Talk { height: 1fr; min-height: 2; }"

    said: reactive[tuple[Said, ...]] = reactive(())

    def render(self) -> Content:
        """The newest lines."""
        width, height = self.size
        if not self.said:
            return Content.assemble((words.nothing_said(), "$dim"))
        return Content("\n").join(newest(self.said, width, height))


def newest(said: Sequence[Said], width: int, height: int) -> list[Content]:
    """The last `height` lines of the chat, wrapped to `width` cells."""
    lines: list[Content] = []
    for one in reversed(said):
        if len(lines) >= height:
            break
        lines[:0] = Content(spoken(one.name, one.text)).wrap(max(2, width))
    return lines[-height:] if height else []

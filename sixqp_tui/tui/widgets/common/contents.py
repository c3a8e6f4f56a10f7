"""The articles of a page in a line or a few: their numbers and headings, as they can be gone to."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from sixqp_tui.i18n import N_

_AT = "article at"
"""In the style of a heading, its place among all."""
_BETWEEN = "  "


class Contents(Widget):
    """As many lines as the headings need. Those that are `found` stand out, where something is looked for."""

    DEFAULT_CSS = "Contents { height: auto; width: 100%; padding: 0 1; background: $slot; }"
    GESTURES: ClassVar = {"go": N_("Click a heading to go to its article")}
    ALLOW_SELECT = False

    headings: reactive[tuple[str, ...]] = reactive((), layout=True)
    found: reactive[frozenset[int] | None] = reactive[frozenset[int] | None](None)
    """The places of those that were found; None where nothing is looked for."""

    class Chosen(Message):
        """The heading at this place was clicked."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.size.width))

    def on_click(self, event: events.Click) -> None:
        at = event.style.meta.get(_AT)
        if isinstance(at, int):
            self.post_message(self.Chosen(at))

    def _lines(self, width: int) -> Sequence[Content]:
        lines: list[Content] = []
        for at, heading in enumerate(self.headings):
            item = self._item(at, heading)
            if lines and lines[-1].cell_length + len(_BETWEEN) + item.cell_length <= width:
                lines[-1] = Content.assemble(lines[-1], _BETWEEN, item)
            else:
                lines.append(item)
        return lines or [Content()]

    def _item(self, at: int, heading: str) -> Content:
        ink = "$ink" if self.found is None else "bold underline $gold" if at in self.found else "$dim"
        item = Content.assemble((str(at + 1), "bold $gold"), " ", (heading, ink))
        return item.stylize(Style.from_meta({_AT: at}))

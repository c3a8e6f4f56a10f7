"""What has happened, in words, beside the table: the last turn, and the whole game so far."""

from collections.abc import Iterable

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import Told
from sixqp_tui.tui.widgets.game.event_lines import BETWEEN

_STYLES = {"plain": "$ink", "cost": "$red", "heading": "bold $gold"}


def wrapped(texts: Iterable[Content], width: int) -> list[Content]:
    """The texts one below the other, in lines of at most `width` cells."""
    return [line for text in texts for line in text.wrap(max(2, width))]


class LastTurn(Widget):
    """The happenings since the cards were turned over, a line each; closer together where they are many."""

    DEFAULT_CSS = "LastTurn { width: 1fr; }"
    ALLOW_SELECT = False

    told: reactive[tuple[Told, ...]] = reactive(())
    room = reactive(12)
    """The lines it may take, with its heading."""

    def render(self) -> Content:
        """Heading and lines."""
        return Content("\n").join(self.lines(self.size.width))

    def lines(self, width: int) -> list[Content]:
        """Heading and lines, in so many cells: never more than there is room for; none where nothing is told."""
        head = Content.assemble((_("LAST TURN"), "bold $dim"))
        shorts = [Content.assemble((told.short, _STYLES[told.tone])) for told in self.told if told.short]
        if not shorts or self.room < 2:
            return []
        lines = wrapped(shorts, width)
        if len(lines) >= self.room:
            lines = wrapped([Content.assemble((BETWEEN, "$dim")).join(shorts)], width)[1 - self.room :]
        return [head, *lines]


class EventLog(Widget):
    """All that has happened, as much of its end as there is room for; the newest stands last."""

    DEFAULT_CSS = "EventLog { height: 1fr; width: 1fr; }"

    told: reactive[tuple[Told, ...]] = reactive(())

    def render(self) -> Content:
        """Heading and lines."""
        width, height = self.size
        head = Content.assemble((_("THE GAME SO FAR"), "bold $dim"))
        lines: list[Content] = []
        for told in reversed(self.told):
            if len(lines) >= height - 1:
                break
            indent = "" if told.tone == "heading" else "  "
            text = Content.assemble((told.sentence, _STYLES[told.tone])).wrap(max(2, width - len(indent)))
            lines[:0] = [Content(indent) + line for line in text]
        return Content("\n").join([head, *lines[max(0, len(lines) - height + 1) :]])

"""The events of a game in words: a few lines below the table, the last turn, or the whole game."""

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import Said
from sixqp_tui.i18n import N_, _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.i18n.phrases import spoken
from sixqp_tui.i18n.rules import ArticleName
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Stretch
from sixqp_tui.tui.requests import ArticleRequested, article_clicked
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED, seat_ink
from sixqp_tui.tui.widgets.common.seat_text import format_told, hanging_lines, sign_before
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

BETWEEN = " · "
GESTURES = {"rules": N_("Click the reason why a player took a row to see the rule")}


class EventLines(CellWidget):
    """As many recent events as fit, one after the other, and the newest chat message below them."""

    DEFAULT_CSS = "EventLines { height: 1fr; width: 1fr; }"
    GESTURES: ClassVar = GESTURES

    told: reactive[tuple[LogEntry, ...]] = reactive(())
    said: reactive[Said | None] = reactive(None)

    def __init__(self) -> None:
        super().__init__()
        self._reasons: list[tuple[int, range, ArticleName]] = []

    def on_click(self, event: events.Click) -> None:
        for y, columns, article in self._reasons:
            if event.y == y and event.x in columns:
                self.post_message(ArticleRequested(article))

    def render(self) -> Canvas:
        self._reasons = []
        width, height = self.size
        canvas = Canvas(width, height)
        room = height - bool(self.said)
        lines = self._broken(width - 2)[-room:] if room > 0 else []
        top = height - bool(self.said) - len(lines)
        for y, line in enumerate(lines, top):
            self._draw(canvas, y, line)
        if self.said and height:
            x = 1
            if self.said.seat is not None:
                x = 1 + canvas.text(x, height - 1, seat_sign(self.said.seat), seat_ink(self.said.seat))
            canvas.text(x, height - 1, truncate(spoken(self.said.name, self.said.text), width - 1 - x), GOLD)
        return canvas

    def _broken(self, width: int) -> list[list[LogEntry]]:
        lines: list[list[LogEntry]] = [[]]
        used = 0
        for told in self.told:
            if not told.short:
                continue
            size = cell_len(told.short) + (told.seat is not None)
            if lines[-1] and used + len(BETWEEN) + size > width:
                lines.append([])
                used = 0
            used += size + (len(BETWEEN) if lines[-1] else 0)
            lines[-1].append(told)
        return [line for line in lines if line]

    def _draw(self, canvas: Canvas, y: int, line: list[LogEntry]) -> None:
        x = 1
        for told in line:
            if x > 1:
                x = canvas.text(x + 1, y, BETWEEN.strip(), DIM) + 1
            start = x
            if told.seat is not None:
                x = canvas.text(x, y, seat_sign(told.seat), seat_ink(told.seat))
            x = canvas.text(x, y, truncate(told.short, canvas.width - 1 - x), RED if told.tone == "cost" else DIM)
            if told.article:
                self._reasons.append((y, range(start, x), told.article))


class LastTurn(Widget):
    """The events since the last reveal, one in a line, or closer together if there are many."""

    DEFAULT_CSS = "LastTurn { width: 1fr; }"
    GESTURES: ClassVar = GESTURES
    ALLOW_SELECT = False

    told: reactive[tuple[LogEntry, ...]] = reactive(())
    stretch: reactive[Stretch] = reactive[Stretch]("turn")
    room = reactive(12)

    def on_click(self, event: events.Click) -> None:
        if article := article_clicked(event):
            self.post_message(ArticleRequested(article))

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.size.width))

    def lines(self, width: int) -> list[Content]:
        """At most `room` lines with the heading; none if there are no events."""
        head = Content.assemble((_stretch_heading(self.stretch), "bold $dim"))
        shorts = [sign_before(told.seat) + format_told(told, told.short) for told in self.told if told.short]
        if not shorts or self.room < 2:
            return []
        lines = wrap(shorts, width)
        if len(lines) >= self.room:
            lines = wrap([Content.assemble((BETWEEN, "$dim")).join(shorts)], width)[1 - self.room :]
        return [head, *lines]


class EventLog(Widget):
    DEFAULT_CSS = "EventLog { height: 1fr; width: 1fr; }"
    GESTURES: ClassVar = GESTURES

    told: reactive[tuple[LogEntry, ...]] = reactive(())

    def on_click(self, event: events.Click) -> None:
        if article := article_clicked(event):
            self.post_message(ArticleRequested(article))

    def render(self) -> Content:
        width, height = self.size
        head = Content.assemble((_("THE GAME SO FAR"), "bold $dim"))
        lines: list[Content] = []
        for told in reversed(self.told):
            if len(lines) >= height - 1:
                break
            lines[:0] = hanging_lines(told, width)
        return Content("\n").join([head, *lines[max(0, len(lines) - height + 1) :]])


class WholeLog(Widget):
    """The log from the beginning, with a sign before the line that is `pointed` at."""

    DEFAULT_CSS = "WholeLog { height: auto; width: 1fr; max-width: 120; }"
    GESTURES: ClassVar = GESTURES

    told: reactive[tuple[LogEntry, ...]] = reactive((), layout=True)
    pointed: reactive[int | None] = reactive(None)

    def on_click(self, event: events.Click) -> None:
        if article := article_clicked(event):
            self.post_message(ArticleRequested(article))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, sum(len(self._lines(told, width)) for told in self.told))

    def render(self) -> Content:
        if not self.told:
            return Content(_("Nothing has happened yet"))
        lines: list[Content] = []
        for at, told in enumerate(self.told):
            first, *others = self._lines(told, self.size.width)
            sign = f"{POINTER} " if at == self.pointed else "  "
            lines += [Content.assemble((sign, "bold $gold"), first), *(Content("  ") + line for line in others)]
        return Content("\n").join(lines)

    def region_of(self, at: int) -> Region:
        heights = [len(self._lines(told, self.size.width)) for told in self.told[: at + 1]]
        return Region(0, sum(heights[:at]), 1, heights[at])

    def _lines(self, told: LogEntry, width: int) -> list[Content]:
        return hanging_lines(told, width - 2)


def wrap(texts: Iterable[Content], width: int) -> list[Content]:
    return [line for text in texts for line in text.wrap(max(2, width))]


def _stretch_heading(stretch: str) -> str:
    # Translators: headings, in capitals
    return {"start": _("THE START"), "draft": _("THE DRAFT"), "turn": _("LAST TURN")}[stretch]

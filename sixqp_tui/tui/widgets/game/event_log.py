"""The events of a game in words: a few lines below the table, the last turn, or the whole game."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import Said
from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.i18n.phrases import spoken
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.spans import pad
from sixqp_tui.presentation.view_model import Stretch
from sixqp_tui.tui.theme.glyphs import CUT
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED, seat_ink
from sixqp_tui.tui.widgets.common.seat_text import format_entry, hanging_lines, sign_before
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

BETWEEN = " · "


class EventLines(CellWidget):
    """As many recent events as fit, one after the other, and the newest chat message below them."""

    entries: reactive[tuple[LogEntry, ...]] = reactive(())
    said: reactive[Said | None] = reactive(None)

    def render(self) -> Canvas:
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
            canvas.text(x, height - 1, truncate(spoken(self.said), width - 1 - x), GOLD)
        return canvas

    def _broken(self, width: int) -> list[list[LogEntry]]:
        lines: list[list[LogEntry]] = [[]]
        used = 0
        for entry in self.entries:
            if not entry.short:
                continue
            size = cell_len(entry.short) + (entry.seat is not None)
            if lines[-1] and used + len(BETWEEN) + size > width:
                lines.append([])
                used = 0
            used += size + (len(BETWEEN) if lines[-1] else 0)
            lines[-1].append(entry)
        return [line for line in lines if line]

    def _draw(self, canvas: Canvas, y: int, line: list[LogEntry]) -> None:
        x = 1
        for entry in line:
            if x > 1:
                x = canvas.text(x + 1, y, BETWEEN.strip(), DIM) + 1
            if entry.seat is not None:
                x = canvas.text(x, y, seat_sign(entry.seat), seat_ink(entry.seat))
            ink = RED if entry.tone == "cost" else DIM
            x = canvas.text(x, y, truncate(entry.short, canvas.width - 1 - x), ink)


class Log(Widget):
    entries: reactive[tuple[LogEntry, ...]] = reactive(())


class LastTurn(Log):
    """One event in a line, or closer together if there are many."""

    ALLOW_SELECT = False

    stretch: reactive[Stretch] = reactive[Stretch]("turn")
    room = reactive(12)

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.size.width))

    def lines(self, width: int) -> list[Content]:
        # Translators: headings, in capitals
        headings = {"start": _("THE START"), "draft": _("THE DRAFT"), "turn": _("LAST TURN")}
        head = Content.assemble((headings[self.stretch], "bold $dim"))
        shorts = [sign_before(each.seat) + format_entry(each, each.short) for each in self.entries if each.short]
        if not shorts or self.room < 2:
            return []
        placed = in_columns([each for each in self.entries if each.columns])
        fits = all(line.cell_length <= width for line in placed)
        lines = wrap(in_columns(self.entries) if fits else shorts, width)
        if len(lines) >= self.room:
            lines = newest(shorts, width, self.room - 1)
        return [head, *lines]


def newest(events: Sequence[Content], width: int, room: int) -> list[Content]:
    """The last of these events, one after the other, and a sign if earlier ones don't fit."""
    between = Content.assemble((BETWEEN, "$dim"))
    for first in range(len(events)):
        left_out = Content.assemble((f"{CUT} " if first else "", "$dim"))
        lines = wrap([left_out + between.join(events[first:])], width)
        if len(lines) <= room:
            return lines
    return lines[:room]


def in_columns(entries: Sequence[LogEntry]) -> list[Content]:
    rows = [each.columns for each in entries if each.columns]
    name, card, where = (max((cell_len(row[column]) for row in rows), default=0) for column in range(3))

    def line(each: LogEntry) -> Content:
        if each.columns is None:
            return sign_before(each.seat) + format_entry(each, each.short)
        who, number, went, cost = each.columns
        text = f"{pad(who, name)} {number:>{card}}  {pad(went, where)}  {cost}".rstrip()
        return sign_before(each.seat) + format_entry(each, text)

    return [line(each) for each in entries if each.short]


class EventLog(Log):
    def render(self) -> Content:
        width, height = self.size
        head = Content.assemble((_("THE GAME SO FAR"), "bold $dim"))
        lines: list[Content] = []
        for entry in reversed(self.entries):
            if len(lines) >= height - 1:
                break
            lines[:0] = hanging_lines(entry, width)
        return Content("\n").join([head, *lines[max(0, len(lines) - height + 1) :]])


class WholeLog(Log):
    entries: reactive[tuple[LogEntry, ...]] = reactive((), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, sum(len(hanging_lines(entry, width)) for entry in self.entries))

    def render(self) -> Content:
        if not self.entries:
            return Content(_("Nothing has happened yet"))
        lines = (hanging_lines(entry, self.size.width) for entry in self.entries)
        return Content("\n").join(line for entry in lines for line in entry)


def wrap(texts: Iterable[Content], width: int) -> list[Content]:
    return [line for text in texts for line in text.wrap(max(2, width))]

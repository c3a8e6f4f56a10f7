"""What the table plays, and what others type to get there."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import Settings
from sixqp_protocol.room_code import shown_code
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import settings as settings_words
from sixqp_tui.tui.services import Caution, Hosting
from sixqp_tui.tui.widgets.graphics.name_text import draw_name

LABEL = 9
"""Cells of a label, with the gap behind it."""
WITH_CODE = 18
"""Lines of the widget in which everything stands below a room code of three lines."""


class TableSummary(Widget):
    """The settings above the line to type: `join_line`, where it is known. `hosting` knows what is in its way.

    `closed`: nobody can come here. `code` is the room code of a locked table, where its reader may know it.
    `seeded`: a person has chosen the seed.
    """

    DEFAULT_CSS = "TableSummary { width: 1fr; height: 1fr; padding: 0 1; }"
    ALLOW_SELECT = False
    GESTURES: ClassVar = {"click the settings": "setup"}

    settings: reactive[Settings] = reactive(Settings())
    caution: reactive[Caution | None] = reactive(None)
    code: reactive[str | None] = reactive(None)
    seeded: reactive[bool] = reactive(False)

    class Clicked(Message):
        """The settings were clicked."""

    def __init__(
        self, hosting: Hosting | None, join_line: str | None, closed: bool, draws_ascii: Callable[[], bool]
    ) -> None:
        super().__init__()
        self._draws_ascii = draws_ascii
        self.closed = closed
        self.hosting = hosting
        self.join_line = join_line

    def on_mount(self) -> None:
        if self.hosting:
            self.run_worker(self._ask_caution(self.hosting))

    async def _ask_caution(self, hosting: Hosting) -> None:
        self.caution = await hosting.caution()

    def on_click(self, _event: events.Click) -> None:
        self.post_message(self.Clicked())

    def render(self) -> Content:
        join = () if self.closed else (Content(), *self._join())
        return Content("\n").join(drop_blank_lines([*self._game(), *join], self.size.height))

    def _game(self) -> Iterator[Content]:
        rules = self.settings.rules
        yield _head(_("THE GAME"))
        yield Content()
        yield _line(pgettext("setting", "Variant"), settings_words.variant_told(rules.variant))
        for number, end in enumerate(settings_words.ends_told(rules)):
            yield _line("" if number else pgettext("setting", "End"), end)
        yield _line(pgettext("setting", "Time"), settings_words.clock_told(self.settings.timer, self.settings.bank))
        if self.settings.pause != 0:
            yield _line(pgettext("setting", "Pause"), settings_words.pause_told(self.settings.pause))
        yield _line(pgettext("setting", "Seats"), str(self.settings.seats))
        yield _line(pgettext("setting", "Cards"), settings_words.seen_told(self.settings.cards_seen))
        if self.seeded:
            # Translators: how the cards were dealt
            yield _line(pgettext("setting", "Deal"), _deal_told()).stylize("$red", LABEL)

    def _join(self) -> Iterator[Content]:
        spacious = not self.code or self.size.height >= WITH_CODE
        yield _head(_("HOW TO JOIN"))
        if spacious:
            yield Content()
        if self.caution:
            yield from (Content.assemble((line, "$red")) for line in lobby_words.caution(self.caution))
        elif not self.code:
            yield Content("sixqp join")
            yield Content.assemble(("  " + _("this table is in the list"), "$dim"))
        if self.join_line:
            yield Content.assemble((self.join_line, "bold $gold"))
            listed = not (self.caution or self.code)
            # Translators: behind the line to type: for a table that is not in the list
            yield Content.assemble(("  " + _("if it isn't") if listed else "", "$dim"))
            if spacious:
                yield Content.assemble((_shown_large(with_code=self.hosting is not None), "$dim"))
        yield from self._ways(self.hosting, spacious) if self.hosting else ()
        if self.code:
            yield Content()
            yield from self._code(self.code)

    def _ways(self, hosting: Hosting, spacious: bool) -> Iterator[Content]:
        """How guests come without the program, where a way is open; else the key that opens one."""
        lines = [way.line for way in hosting.ways_in() if way.open]
        yield from (Content.assemble((line, "bold $gold")) for line in lines)
        if spacious and not lines:
            yield Content.assemble((_key_hint(), "$dim"))

    def _code(self, code: str) -> Iterator[Content]:
        """The code, and in letters three lines high where they can be drawn."""
        heading = (_("ROOM CODE") + "  ", "bold $dim")
        yield Content.assemble(heading, (shown_code(code), "bold $gold"))
        for line in () if self._draws_ascii() else draw_name(shown_code(code), self.size.width):
            yield Content.assemble((line, "bold $gold"))


def drop_blank_lines(lines: list[Content], height: int) -> list[Content]:
    """The lines in `height`, where leaving out blank ones can do that; the gap between two parts goes last."""
    blanks = [number for number, line in enumerate(lines) if not line.plain]
    by_worth = sorted(blanks, key=lambda number: (number == blanks[len(blanks) // 2], -number))
    gone = by_worth[: max(0, len(lines) - height)]
    return [line for number, line in enumerate(lines) if number not in gone]


def _head(text: str) -> Content:
    return Content.assemble((text, "bold $dim"))


def _line(label: str, value: str) -> Content:
    return Content.assemble((label.ljust(LABEL), "$dim"), value)


def _deal_told() -> str:
    # Translators: behind “Deal”: the cards follow from a seed that somebody knows; at most 24 characters
    return _("can be known beforehand")


def _key_hint() -> str:
    # Translators: w is the key to press; at most 32 characters
    return _("w: guests without the program")


def _shown_large(with_code: bool) -> str:
    # Translators: i is the key to press: it shows the line to type to the whole room
    return _("i: show large, with a QR code") if with_code else _("i: show in large letters")

"""What the table plays, and what others type to get there."""

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import Settings
from sixqp_tui.i18n import words_lobby, words_settings
from sixqp_tui.tui.services import Caution, Hosting

LABEL = 9


class TableFacts(Widget):
    """The settings above the line to type: `join_line`, where it is known. `hosting` knows what is in its way.

    `closed`: nobody can come here.
    """

    DEFAULT_CSS = "TableFacts { width: 1fr; height: 1fr; padding: 0 1; }"
    ALLOW_SELECT = False
    GESTURES: ClassVar = {"click the settings": "setup"}

    settings: reactive[Settings] = reactive(Settings())
    caution: reactive[Caution | None] = reactive(None)

    class Clicked(Message):
        """The settings were clicked."""

    def __init__(self, hosting: Hosting | None, join_line: str | None, closed: bool = False) -> None:
        super().__init__()
        self.closed = closed
        self.hosting = hosting
        self.join_line = join_line

    def on_mount(self) -> None:
        """Learn whether the list will lead others here."""
        if self.hosting:
            self.run_worker(self._look_out(self.hosting))

    async def _look_out(self, hosting: Hosting) -> None:
        self.caution = await hosting.caution()

    def on_click(self, _event: events.Click) -> None:
        """Ask for the settings to be changed."""
        self.post_message(self.Clicked())

    def render(self) -> Content:
        """Settings and the line to type."""
        join = () if self.closed else (Content(), *self._join())
        return Content("\n").join(fitted([*self._game(), *join], self.size.height))

    def _game(self) -> Iterator[Content]:
        rules = self.settings.rules
        yield _head(words_settings.the_game())
        yield Content()
        yield _line(words_settings.label_variant(), words_settings.variant_told(rules.variant))
        for number, end in enumerate(words_settings.ends_told(rules)):
            yield _line("" if number else words_settings.label_end(), end)
        yield _line(words_settings.label_time(), words_settings.time_told(self.settings.timer))
        yield _line(words_settings.label_seats(), str(self.settings.seats))
        yield _line(words_settings.label_seen(), words_settings.seen_told(self.settings.cards_seen))

    def _join(self) -> Iterator[Content]:
        yield _head(words_lobby.how_to_join())
        yield Content()
        if self.caution:
            yield from (Content.assemble((line, "$red")) for line in words_lobby.caution(self.caution))
        else:
            yield Content(words_lobby.join_listed())
            yield Content.assemble((f"  {words_lobby.join_listed_note()}", "$dim"))
        if self.join_line:
            yield Content.assemble((self.join_line, "bold $gold"))
            yield Content.assemble(("" if self.caution else f"  {words_lobby.join_typed_note()}", "$dim"))
            yield Content.assemble((words_lobby.shown_large(with_code=self.hosting is not None), "$dim"))


def fitted(lines: list[Content], height: int) -> list[Content]:
    """The lines in `height`, where leaving out blank ones can do that; the gap between two parts goes last."""
    blanks = [number for number, line in enumerate(lines) if not line.plain]
    by_worth = sorted(blanks, key=lambda number: (number == blanks[len(blanks) // 2], -number))
    gone = by_worth[: max(0, len(lines) - height)]
    return [line for number, line in enumerate(lines) if number not in gone]


def _head(text: str) -> Content:
    return Content.assemble((text, "bold $dim"))


def _line(label: str, value: str) -> Content:
    return Content.assemble((label.ljust(LABEL), "$dim"), value)

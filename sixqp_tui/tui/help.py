"""The help over any screen: its keys, with a mark at those that work now."""

from collections.abc import Iterator

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.tui.commands import (
    CLOSE,
    HasHelpNotes,
    HasOwnKeys,
    ScreenCommand,
    close,
    list_commands,
    list_gestures,
)
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.widgets.common.page import Page

ACTION = "action"
"""In the style of a line, the action that a click runs."""
KEYS = 14


class HelpScreen(Screen[None]):
    """Explains the screen `below`; a click on a line runs its command."""

    DEFAULT_CSS = """
    HelpScreen VerticalScroll { padding: 1 2; scrollbar-size-vertical: 1; }
    HelpScreen #keys { width: 100%; max-width: 92; height: auto; }
    """

    BINDINGS = [CLOSE, CLOSE.by("question_mark,q,enter")]

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self.below = below

    def compose(self) -> ComposeResult:
        with Page(lambda: _("The keys"), lambda: _legend(POINTER)), VerticalScroll():
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.show()
        self.below.bindings_updated_signal.subscribe(self, lambda _screen: self.show())

    def show(self) -> None:
        self.query_one("#keys", Static).update(Content("\n").join(_page(self.below)))

    action_close = close

    def on_click(self, event: events.Click) -> None:
        action = event.style.meta.get(ACTION)
        wanted = [each for each in list_commands(self.below) if each.action == action and each.possible]
        if wanted and self.is_current:
            self.dismiss()
            self.app.call_later(self.app.run_action, wanted[0].action, wanted[0].node)


def _page(screen: Screen[object]) -> Iterator[Content]:
    known = list_commands(screen)
    yield _head(_("ON THIS SCREEN"))
    own = dict(screen.own_keys()) if isinstance(screen, HasOwnKeys) else {}
    yield from (_line(sign, purpose, True) for sign, purpose in own.items())
    yield from (_line_of(each) for each in known if not each.everywhere and not set(each.signs) <= set(own))
    clicks = list_gestures(screen)
    if clicks:
        yield from (Content(), _head(_("WITH THE MOUSE")))
        yield from (_line("", purpose(), possible) for purpose, possible in clicks)
    notes = tuple(screen.help_notes()) if isinstance(screen, HasHelpNotes) else ()
    if notes:
        yield from (Content(), _head(_("WHAT THE FIGURES MEAN")), *map(Content, notes))
    yield from (Content(), _head(_("EVERYWHERE")))
    yield from (_line_of(command) for command in known if command.everywhere)


def _line_of(each: ScreenCommand) -> Content:
    line = _line(" ".join(each.signs), each.command.purpose(), each.possible)
    clickable = each.possible and each.command.listed
    return line.stylize(Style.from_meta({ACTION: each.action})) if clickable else line


def _head(text: str) -> Content:
    return Content.assemble((text, "bold $dim"))


def _line(signs: str, purpose: str, possible: bool) -> Content:
    mark = POINTER if possible else " "
    column = f"{signs} ".ljust(KEYS) if signs else ""
    ink = "$ink" if possible else "$dim"
    return Content.assemble((f"{mark} ", "$gold"), (column, "bold $gold" if possible else "$dim"), (purpose, ink))


def _legend(sign: str) -> str:
    # Translators: {sign} is a mark before those lines of the help whose key can be pressed now
    return _("{sign} possible now").format(sign=sign)

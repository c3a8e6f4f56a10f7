"""The help over any screen: its keys, with a mark at those that work now."""

from collections.abc import Iterator

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.i18n.keys import gesture, sentence
from sixqp_tui.tui.command_palette import UNLISTED
from sixqp_tui.tui.key_help import HasOwnKeys, ScreenCommand, commands, gestures
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.widgets.common.page import Page

COMMAND = "command"
KEYS = 14


class HelpScreen(Screen[None]):
    """Explains the screen `below`. A click on a line executes its command."""

    DEFAULT_CSS = """
    HelpScreen { background: $felt; }
    HelpScreen VerticalScroll { padding: 1 2; scrollbar-size-vertical: 1; }
    HelpScreen #keys { width: 100%; max-width: 92; height: auto; }
    """

    BINDINGS = [
        Binding("escape", "back", "close", key_display="Esc"),
        Binding("question_mark,q,enter", "back", "close", show=False),
    ]

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self.below = below

    def compose(self) -> ComposeResult:
        with Page(lambda: _("The keys"), lambda: _legend(POINTER)), VerticalScroll():
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.retranslate()
        self.below.bindings_updated_signal.subscribe(self, lambda _screen: self.retranslate())

    def retranslate(self) -> None:
        self.query_one("#keys", Static).update(Content("\n").join(_page(self.below)))

    def action_back(self) -> None:
        if self.is_current:
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        code = event.style.meta.get(COMMAND)
        wanted = [each for each in commands(self.below) if each.code == code and each.possible]
        if wanted and self.is_current:
            self.dismiss()
            self.app.call_later(self.app.run_action, wanted[0].action, wanted[0].node)


def _page(screen: Screen[object]) -> Iterator[Content]:
    known = commands(screen)
    possible = {command.code: command.possible for command in known}
    yield _head(_("ON THIS SCREEN"))
    own = dict(screen.own_keys()) if isinstance(screen, HasOwnKeys) else {}
    yield from (_line(sign, said, True) for sign, said in own.items())
    yield from (_told(each) for each in known if not each.everywhere and not set(each.signs) <= set(own))
    clicks = {code: of for code, of in gestures(screen).items() if of in possible}
    if clicks:
        yield from (Content(), _head(_("WITH THE MOUSE")))
        yield from (_line("", gesture(code), possible[of]) for code, of in clicks.items())
    yield from (Content(), _head(_("EVERYWHERE")))
    yield from (_told(command) for command in known if command.everywhere)


def _told(command: ScreenCommand) -> Content:
    line = _line(" ".join(command.signs), sentence(command.code), command.possible)
    clickable = command.possible and command.code not in UNLISTED
    return line.stylize(Style.from_meta({COMMAND: command.code})) if clickable else line


def _head(text: str) -> Content:
    return Content.assemble((text, "bold $dim"))


def _line(signs: str, said: str, possible: bool) -> Content:
    mark = POINTER if possible else " "
    column = f"{signs} ".ljust(KEYS) if signs else ""
    ink = "$ink" if possible else "$dim"
    return Content.assemble((f"{mark} ", "$gold"), (column, "bold $gold" if possible else "$dim"), (said, ink))


def _legend(sign: str) -> str:
    # Translators: {sign} is a mark before those lines of the help whose key can be pressed now
    return _("{sign} possible now").format(sign=sign)

"""How others join, for a whole room to read: the command in large letters, and a QR code."""

import re
from asyncio import to_thread

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Middle, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sixqp_protocol.invitation import with_code
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.tui.keys import CLOSE, COPY, ROOM_CODE, close
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics import large_text, qr_code

DRAWN = re.compile("( +)")
"""The blanks between drawn runs, which keep the background."""
LARGE = large_text.DotSize(2, 1)
"""The smallest letters worth a page of their own: smaller ones are unreadable across a room."""


class InviteScreen(Screen[None]):
    """Shows command and code together if both fit, else one after the other. Guests have no `invitation`.

    `room_code` is that of a locked table, if known; `w` adds it to everything.
    """

    DEFAULT_CSS = """
    InviteScreen Page > Vertical { height: 1fr; }
    InviteScreen Middle { height: 1fr; }
    InviteScreen Center { height: auto; }
    InviteScreen #letters { width: auto; }
    InviteScreen #code { width: auto; margin: 1 0 0 0; color: #ffffff; background: #000000; }
    InviteScreen #line { height: auto; padding: 0 1; color: $dim; }
    """

    BINDINGS = [
        Binding(
            "space,tab",
            "turn",
            NC_("key", "line or QR code"),
            key_display="space",
            tooltip=N_("Switch between the line to type and the QR code"),
        ),
        COPY,
        ROOM_CODE,
        CLOSE,
        Binding("i,enter,q", "close", show=False),
    ]

    def __init__(self, join_line: str, invitation: str | None, room_code: str | None) -> None:
        super().__init__()
        self.join_line = join_line
        self.bare = self.invitation = invitation
        self.room_code = room_code
        self.coded = False
        self.light: qr_code.Light = ()
        self.turned = self.paged = False

    def compose(self) -> ComposeResult:
        with Page(None), Vertical():
            with Middle():
                with Center():
                    yield Static(id="letters", markup=False)
                with Center():
                    yield Static(id="code", markup=False)
            yield Static(id="line", markup=False)

    def on_mount(self) -> None:
        self.show()
        if self.invitation:
            self.make_code(self.invitation)

    @work(exclusive=True)
    async def make_code(self, invitation: str) -> None:
        self.light = await to_thread(qr_code.encode, invitation)
        self.show()

    def show(self) -> None:
        across, down = self.app.size.width - 2, self.app.size.height - 2 - len(self.sentences())
        code = qr_code.fit(self.light, across, down)
        letters = self.letters(across, down - len(code) - 1) if code else []
        self.paged = bool(code) and not (letters and len(letters[0]) >= large_text.line_width("sixqp", LARGE))
        if self.paged:
            letters, code = ([], code) if self.turned else (self.letters(across, down), [])
        elif not code:
            letters = self.letters(across, down)
        self.put("#letters", letters, "$gold")
        self.put("#code", code, "#ffffff")
        line = self.query_one("#line", Static)
        line.update("\n".join(self.sentences()))
        self.refresh_bindings()

    on_resize = show

    def put(self, where: str, lines: list[str], ink: str) -> None:
        widget = self.query_one(where, Static)
        widget.display = bool(lines)
        runs = (run for line in lines for run in (*DRAWN.split(line), "\n"))
        widget.update(Content.assemble(*((run, ink if run.strip() else "") for run in runs)).rstrip())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "turn":
                return self.paged
            case "code":
                return None not in (self.room_code, self.bare)
        return True

    def letters(self, across: int, down: int) -> list[str]:
        """In the largest letters that fit, else as plain text."""
        words = [*_words(self.join_line), *(["code", self.room_code] if self.coded and self.room_code else [])]
        return large_text.draw_words(words, across, down) or [" ".join(words)]

    def sentences(self) -> list[str]:
        if self.invitation is None:
            return [_("Guests with sixqp type this in a terminal.")]
        # Translators: c is a key; at most 76 characters
        lines = [_("Guests with sixqp type this. c: copy a link that leads here as well.")]
        if self.coded:
            return [*lines, _("The code is in it: anyone with this invitation can join.")]
        return [*lines, _("The code isn't in it. Press k to add it.")] if self.room_code else lines

    def action_turn(self) -> None:
        self.turned = not self.turned
        self.show()

    def action_code(self) -> None:
        if self.bare and self.room_code:
            self.coded = not self.coded
            self.invitation = with_code(self.bare, self.room_code if self.coded else None)
            self.make_code(self.invitation)
            self.show()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(f"sixqp join {self.invitation}" if self.invitation else self.join_line)
        line = self.query_one("#line", Static)
        line.display = True
        line.update(_("Copied, if your terminal allows it."))

    action_close = close


def _words(join_line: str) -> list[str]:
    command, _, address = join_line.rpartition(" ")
    return [command, address] if command else [address]

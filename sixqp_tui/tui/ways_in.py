"""The ways into a table for guests without the program, each of which can be opened and closed."""

from asyncio import to_thread
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Middle, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import N_, NC_, _, lobby as lobby_words, pgettext
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.joining.failure import Failure
from sixqp_tui.presentation.ways_in import WayIn, came_by
from sixqp_tui.tui.keys import CLOSE, ROOM_CODE, close
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics import qr_code

if TYPE_CHECKING:
    from sixqp_tui.hosting.ways_in import WaysIn

SELECTED = 60
"""Cells of the selected line."""
LABEL = 28
"""Cells of a name and the gap after it."""


class WaysInScreen(Screen[None]):
    """A line for each way in; for the selected one also what guests type, and a QR code.

    The host opens and closes them, and sees who came by each. Guests show them to their friends. `k` adds the room
    code of a locked table to the QR code of a page.
    """

    DEFAULT_CSS = """
    WaysInScreen Page > Vertical { height: 1fr; }
    WaysInScreen #ways { height: auto; padding: 1 2 0 2; }
    WaysInScreen Middle { height: 1fr; }
    WaysInScreen Center { height: auto; }
    WaysInScreen #code { width: auto; color: #ffffff; background: #000000; }
    """

    BINDINGS = [
        # Translators: open a way into the table, or close it: a verb
        Binding(
            "enter,space",
            "switch",
            NC_("key", "open or close"),
            tooltip=N_("Open or close the selected way in"),
        ),
        Binding("up", "point(-1)", show=False, key_display="↑↓", tooltip=N_("Select another line")),
        Binding("down", "point(1)", show=False),
        # Translators: copy the line that guests type
        Binding("c", "copy", NC_("key", "copy"), tooltip=N_("Copy the line for guests to type")),
        ROOM_CODE,
        Binding("h", "host_seat", NC_("key", "my phone"), tooltip=N_("Play on your own phone, as the host")),
        CLOSE,
        Binding("w,q", "close", show=False),
    ]

    def __init__(self, context: TableContext) -> None:
        super().__init__()
        self.context = context
        self.coded = False
        self.encoded = ""
        self.pointed = 0
        self.light: qr_code.Light = ()
        self.switching: WayIn | None = None
        self.error = ""
        self.copied = False
        self.host_code: str | None = None

    def compose(self) -> ComposeResult:
        with Page(None), Vertical():
            yield Static(id="ways", markup=False)
            with Middle(), Center():
                yield Static(id="code", markup=False)

    @property
    def way(self) -> WayIn:
        return self.context.ways_in[self.pointed]

    @property
    def room_code(self) -> str | None:
        news = self.context.session.state.news
        return news.code if news else None

    def on_mount(self) -> None:
        self.show()
        self.make_code()

    @work(exclusive=True, group="code")
    async def make_code(self) -> None:
        self.encoded = link = self.link()
        self.light = await to_thread(qr_code.encode, link) if link else ()
        self.show()

    def link(self) -> str:
        """Empty if the selected way is closed."""
        return with_room_code(self.way.link, self.room_code if self.bears_code else None)

    @property
    def bears_code(self) -> bool:
        return self.coded and self.way.kind == "page" and self.way.open

    def show(self) -> None:
        """Draw the QR code below as many lines as leave room for it, or all lines if it never fits."""
        forms = list(self.forms())
        across = self.app.size.width - 4
        light = self.light if self.way.open else ()
        for lines in forms:
            height = sum(max(1, len(wrap(line.plain, across))) for line in lines)
            down = self.app.size.height - 3 - height
            code = qr_code.fit(light, across, down)
            if code:
                break
        else:
            lines, code = forms[0], []
        self.query_one("#ways", Static).update(Content("\n").join(lines))
        drawn = self.query_one("#code", Static)
        drawn.display = bool(code)
        drawn.update(Content("\n".join(code)))
        self.refresh_bindings()

    on_resize = show

    def follow(self) -> None:
        self.show()
        if self.link() != self.encoded:
            self.make_code()

    def forms(self) -> Iterator[list[Content]]:
        """The lines above the code, from the full text to the shortest."""
        heading = Content.assemble((_("HOW GUESTS JOIN WITHOUT THE PROGRAM"), "bold $dim"))
        listed, hints, last = self.listed(), self.hints(), self.last()
        yield [heading, Content(), *listed, *([Content()] if hints else []), *hints, *last]
        yield [*listed, *hints, *last]
        yield [*self.listed(needs=False), *hints, *last]
        yield [*self.listed(names=False, needs=False), *hints, *last]
        line = Content.assemble((self.way.line, "bold $gold"))
        yield [line, *hints, *last]
        yield [line, *hints[:1], *last]

    def listed(self, names: bool = True, needs: bool = True) -> list[Content]:
        # Translators: at most 26 characters
        labels = {"page": _("on a phone (web page)"), "ssh": _("on another computer (ssh)")}
        lines = []
        for number, way in enumerate(self.context.ways_in):
            mark = POINTER if number == self.pointed else " "
            style = "bold $gold" if way.open else "$dim"
            line = Content.assemble(f"{mark} {labels[way.kind].ljust(LABEL)}", (self.state(way), style))
            selected = number == self.pointed
            lines.append(
                line.pad_right(max(0, SELECTED - line.cell_length)).stylize("on $ghost") if selected else line
            )
            if way.open:
                lines.append(Content.assemble(("    " + way.line, "bold $gold")))
            elif needs:
                lines += [
                    Content.assemble(("    " + line, "$dim"))
                    for line in wrap(lobby_words.way_needs(way.kind), self.app.size.width - 8)
                ]
            if names and (guests := self.guests(way)):
                lines.append(Content.assemble(("    " + guests, "$dim")))
        return lines

    def guests(self, way: WayIn) -> str:
        news = self.context.session.state.news
        names = came_by(news.seats, way.kind) if news and self.context.hosting else []
        # Translators: who came by a way in, on a phone or by ssh
        return _("here: {names}").format(names=listed(names)) if names else ""

    def hints(self) -> list[Content]:
        way = self.way
        if not way.open:
            sentence = _("Press Enter to open the selected way in.")
            return [Content.assemble((sentence, "$gold"))] if self.context.hosting and not way.restarting else []
        if not self.context.hosting:
            return [Content.assemble((friends_hint(way.kind), "$dim"))]
        hints = way_hints(way.kind, self.room_code is not None, self.bears_code)
        hints += [lobby_words.host_key(way.fingerprint)] if way.fingerprint else []
        if way.forget:
            # Translators: what a guest types when another host was at this address before
            hints.append(_("If ssh says the key has changed: {command}").format(command=way.forget))
        return [Content.assemble((line, "$dim")) for line in hints]

    def last(self) -> list[Content]:
        lines = [Content(), Content.assemble((self.error, "$red"))] if self.error else []
        if self.host_code:
            lines += [Content(), Content.assemble((lobby_words.host_code(self.host_code), "bold $gold"))]
        if self.copied:
            lines += [Content(), Content.assemble((_("Copied, if your terminal allows it."), "$dim"))]
        return lines

    def state(self, way: WayIn) -> str:
        if self.switching and self.switching.kind == way.kind:
            return pgettext("way in", "closing…") if way.open else pgettext("way in", "opening…")
        if way.restarting:
            # Translators: a way into a table, such as ssh, has stopped
            return pgettext("way in", "starting again…")
        # Translators: a way into a table, such as ssh
        return pgettext("way in", "open") if way.open else pgettext("way in", "closed")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        open_page = self.way.open and self.way.kind == "page"
        match action:
            case "switch":
                return self.context.hosting is not None and self.switching is None
            case "copy":
                return self.way.open
            case "code":
                return self.room_code is not None and open_page
            case "host_seat":
                return self.context.hosting is not None and open_page
        return True

    def action_point(self, by: int) -> None:
        self.pointed = (self.pointed + by) % len(self.context.ways_in)
        self.light, self.error, self.copied, self.host_code = (), "", False, None
        self.show()
        self.make_code()

    def action_switch(self) -> None:
        if self.context.hosting:
            self.switching, self.error, self.copied = self.way, "", False
            self.show()
            self.switch(self.context.hosting.ways, self.way)

    @work(group="switch")
    async def switch(self, ways: "WaysIn", way: WayIn) -> None:
        try:
            await (ways.close if way.open or way.restarting else ways.open)(way.kind)
        except Failure as failure:
            self.error = str(failure)
        self.switching = None
        self.light = ()
        self.show()
        self.make_code()

    def action_code(self) -> None:
        self.coded = not self.coded
        self.make_code()
        self.show()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.way.line)
        self.copied = True
        self.show()

    def action_host_seat(self) -> None:
        if self.context.hosting:
            self.host_code = self.context.hosting.ways.offer_host_seat()
            self.show()

    action_close = close


def friends_hint(kind: str) -> str:
    """From one guest to the next, who may not know whether the table is locked."""
    if kind == "page":
        return _("Your friends open it in a browser or scan the code. The page asks for what it needs.")
    return _(
        "Your friends type this in a terminal, with their own name. If there's a password, it's the room code."
    )


def way_hints(kind: str, locked: bool, bears_code: bool = False) -> list[str]:
    """`bears_code`: the QR code contains the room code."""
    if kind == "page":
        hint = _("Guests open it in a browser or scan the code. The page asks for their name.")
        if bears_code:
            hint = _("The QR code contains the room code: anyone who can see it can join. Press k to take it out.")
        elif locked:
            hint = _("Guests open it in a browser or scan the code. The page asks for the room code.")
        return [hint, lobby_words.page_honesty()]
    if locked:
        return [_("Guests type this in a terminal, with their own name. The room code is the password.")]
    return [_("Guests type this in a terminal, with their own name. There is no password.")]


def with_room_code(link: str, code: str | None) -> str:
    return f"{link}/#{code}" if code else link

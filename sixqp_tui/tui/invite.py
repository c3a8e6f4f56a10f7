"""How others join, for a whole room to read: the address in large figures, and the ways in without the program."""

from asyncio import to_thread
from collections.abc import Iterator

from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Digits, Static

from sixqp_protocol.invitation import with_code
from sixqp_protocol.messages import SetWay
from sixqp_protocol.room_code import shown_code
from sixqp_tui.i18n import N_, NC_, _, lobby as lobby_words, pgettext
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation.ways_in import WayIn, came_by, host_in, with_room_code
from sixqp_tui.tui.keys import CLOSE, COPY, close
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics import qr_code
from sixqp_tui.tui.widgets.graphics.large_text import draw_name

WORDS = 43
"""Cells of the column beside the QR code."""


class InviteScreen(Screen[None]):
    """The line to type, the room code, the page with its QR code, and ssh.

    The host opens and closes page and ssh, and sees who came by them. Guests show all of it to their friends, but
    for the room code, which they don't know.
    """

    BINDINGS = [
        Binding("p", "switch('page')", NC_("key", "page"), tooltip=N_("Open or close the page for phones")),
        Binding("s", "switch('ssh')", NC_("key", "ssh"), tooltip=N_("Open or close access by ssh")),
        COPY,
        CLOSE,
        Binding("i,w,q,enter", "close", show=False),
    ]

    page = getters.query_one(Page)

    def __init__(self, stay: Stay) -> None:
        super().__init__()
        self.stay = stay
        self.light: qr_code.Light = ()
        self._encoded = ""

    def compose(self) -> ComposeResult:
        with Page(None), Horizontal(id="invite"):
            with VerticalScroll(can_focus=False):
                yield Static(_("HOW TO JOIN"), classes="heading", markup=False)
                yield Static(id="line", markup=False)
                yield Digits(id="address")
                yield Static(id="ways", markup=False)
            yield Static(id="qr", markup=False)
            yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        self.follow()

    def follow(self) -> None:
        """Show what has changed at the table."""
        self.show()
        page = next((way.link for way in self.stay.ways_in if way.kind == "page" and way.open), "")
        link = page and with_room_code(page, self.code)
        if link != self._encoded:
            self._encoded, self.light = link, ()
            self.make_code(link)

    @work(exclusive=True, group="code")
    async def make_code(self, link: str) -> None:
        self.light = await to_thread(qr_code.encode, link) if link else ()
        self.show()

    @property
    def waits(self) -> bool:
        """For the QR code of an open page."""
        return bool(self._encoded) and not self.light

    @property
    def code(self) -> str | None:
        news = self.stay.session.state.news
        return news.code if news else None

    def show(self) -> None:
        line = self.stay.invite_line or ""
        address = host_in(line)
        self.query_one("#line", Static).update(Content.styled(line, "bold $gold"))
        digits = self.query_one("#address", Digits)
        digits.update(address)
        digits.display = set(address) <= set("0123456789.") and bool(address)
        self.query_one("#ways", Static).update(Content("\n").join(self._lines()))
        notes = self.query_one("#notes", Static)
        notes.update("\n".join(self._notes()))
        size, qr = self.app.size, self.query_one("#qr", Static)
        drawn = qr_code.fit(self.light, size.width - WORDS, size.height - 2)
        qr.display = bool(drawn)
        qr.update("\n".join(drawn))
        self.refresh_bindings()

    on_resize = show

    def _lines(self) -> Iterator[Content]:
        if self.code:
            code = shown_code(self.code)
            yield Content.assemble("\n", (_("Room code").upper() + "  ", "bold $dim"), (code, "bold $gold"))
            yield from (Content.styled(line, "bold $gold") for line in draw_name(code, WORDS - 4))
        for way in self.stay.ways_in:
            yield Content()
            yield from self._describe(way)

    def _describe(self, way: WayIn) -> Iterator[Content]:
        label = _("ON A PHONE, ON A WEB PAGE") if way.kind == "page" else _("ON ANOTHER COMPUTER, BY SSH")
        yield Content.assemble((label, "bold $dim"), "  ", (self._state(way), "$green" if way.open else "$dim"))
        if not way.open:
            explained = (way.problem, "$red") if way.problem else (lobby_words.way_needs(way.kind), "$dim")
            yield Content.styled(*explained)
            return
        yield Content.styled(way.line, "bold $gold")
        news = self.stay.session.state.news
        if self.stay.hosting and news and (names := came_by(news.seats, way.kind)):
            # Translators: who came by a way in, on a phone or by ssh
            yield Content.styled(_("here: {names}").format(names=listed(names)), "$dim")
        if not self.stay.hosting:
            return
        if way.kind == "page":
            yield Content.styled(lobby_words.page_honesty(), "$dim")
        elif self.code:
            yield Content.styled(_("The password is the room code."), "$dim")

    def _notes(self) -> Iterator[str]:
        for way in self.stay.ways_in if self.stay.hosting else ():
            if way.fingerprint:
                yield lobby_words.host_key(way.fingerprint)
            if way.forget:
                # Translators: what a guest types when another host was at this address before
                yield _("If ssh says the key has changed: {command}").format(command=way.forget)

    def _state(self, way: WayIn) -> str:
        if way.opening:
            # Translators: a way into a table, such as ssh
            return pgettext("way in", "opening…")
        # Translators: a way into a table, such as ssh
        return pgettext("way in", "open") if way.open else pgettext("way in", "closed")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "switch":
            offered = any(way.kind in parameters for way in self.stay.ways_in)
            return self.stay.hosting is not None and offered
        return action != "copy" or self.stay.invite_line is not None

    def action_switch(self, kind: str) -> None:
        """Not while a way in is being opened, as one that had stopped is when this screen comes."""
        for way in self.stay.ways_in:
            if way.kind == kind and not way.opening:
                self.stay.session.request(SetWay(way=way.kind, open=not way.open))

    def action_copy(self) -> None:
        """With the room code, which stands on the screen as well."""
        hosting, line = self.stay.hosting, self.stay.invite_line
        invitation = hosting and f"sixqp join {with_code(hosting.invitation, self.code)}"
        self.app.copy_to_clipboard(invitation or line or "")
        self.page.notice.show(_("Copied, if your terminal allows it."))

    action_close = close

"""From the first screen to a table, past a certificate that has changed and a lock."""

from functools import partial

from textual import work

from sixqp_protocol.invitation import looks_like_one, read
from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import TITLE_CELLS, clean
from sixqp_tui.i18n import _
from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.screens.local_tables import Here
from sixqp_tui.tui.services import AtTable, CannotJoin, CodeWanted, Going, OtherCertificate

CODE_LENGTH = 24


class Arriving(Here):
    """Goes to a table; stays on the screen with one sentence, or one question, where that is not all."""

    going: Going | None = None

    @work(exclusive=True, group="join")
    async def go(self, going: Going, code: str | None = None) -> None:
        """Go there, with the room code where it is known."""
        self.tell_prompt(doing=home_words.joining(going.title))
        way = self.services.trust if going.trust else self.services.join
        try:
            session = await way(going.target, going.watch, code)
        except OtherCertificate:
            from sixqp_tui.tui.dialogs.trust import whether_to_trust

            self.tell_prompt(wrong=_("The new certificate was not trusted; you have not joined."))
            self.app.push_screen(whether_to_trust(), partial(self.trusted, going, code))
        except CodeWanted as wanted:
            self.ask_code(going, wanted.wrong)
        except CannotJoin as reason:
            self.tell_prompt(wrong=str(reason))
        else:
            self.sit_down(AtTable(session, join_line=self.services.join_line(session)))

    def trusted(self, going: Going, code: str | None, answer: str | None) -> None:
        """Go there in spite of its new certificate, where that was the answer."""
        if answer == "trust":
            self.go(Going(going.target, going.watch, True), code)

    def ask_code(self, going: Going, wrong: bool) -> None:
        """Ask for the code of this table, where no code or a wrong one has been given."""
        self.going = going
        self.tell_prompt()
        self.query_one("#foot").display = False
        named = read(going.title).table if looks_like_one(going.title) else going.title
        label = partial(home_words.ask_code, clean(named, TITLE_CELLS), wrong)
        self.entry.ask("code", label, hint=lambda: _("its host knows it"), longest=CODE_LENGTH)

    def code_typed(self, text: str) -> None:
        """Try this code."""
        if self.going is None:
            return
        code = code_of(text)
        if code is None:
            self.ask_code(self.going, wrong=True)
        else:
            self.go(self.going, code)

"""The ways from the first screen to a table in this process: alone against bots, and around one keyboard."""

from collections.abc import Awaitable

from textual import getters, work
from textual.binding import Binding
from textual.screen import Screen

from sixqp_tui.i18n import _
from sixqp_tui.tui.services import AtTable, CannotOpen, Services
from sixqp_tui.tui.widgets.entry import Entry

NAMES_LENGTH = 400


class Here(Screen[None]):
    """What needs no network of the first screen."""

    BINDINGS = [
        Binding("p", "alone", "alone"),
        Binding("k", "around", "around"),
    ]

    entry = getters.query_one(Entry)
    services: Services

    def tell_prompt(self, wrong: str = "", doing: str = "") -> None:
        """Say what may be done now, what is being done, or what went wrong."""
        raise NotImplementedError

    def sit_down(self, at: AtTable) -> None:
        """Leave the screen to the table."""
        raise NotImplementedError

    def action_alone(self) -> None:
        """Play against bots, at once."""
        self.begin(self.services.alone())

    def action_around(self) -> None:
        """Type who plays, or leave the names of config.txt as they stand."""
        self.query_one("#foot").display = False
        self.entry.ask(
            "players",
            lambda: _("Who plays"),
            self.services.names(),
            lambda: _("names between commas: Ann, Bob, Camille"),
            longest=NAMES_LENGTH,
        )

    @work(exclusive=True, group="join")
    async def begin(self, beginning: Awaitable[AtTable]) -> None:
        """Sit down at a table of this process; stay here with one sentence where that fails."""
        self.tell_prompt(doing=_("The cards are dealt…"))
        try:
            at = await beginning
        except CannotOpen as reason:
            self.tell_prompt(wrong=str(reason))
        else:
            self.sit_down(at)

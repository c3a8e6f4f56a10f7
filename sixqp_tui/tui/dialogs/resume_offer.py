"""The first screen's offer: to go on with a table of one's own whose game was not finished."""

from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen

from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.services import AtTable, CannotOpen, Resumable, Services

if TYPE_CHECKING:
    from collections.abc import Callable


class GoingOn(Screen[None]):
    """Looks for such a table when the screen comes into view, and opens it again when it is wanted."""

    services: Services
    kept: Resumable | None = None
    if TYPE_CHECKING:
        tell_prompt: Callable[..., None]
        sit_down: Callable[[AtTable], None]

    @property
    def offer(self) -> str:
        """What stands before everything else that may be done; nothing where there is no such table."""
        return home_words.offer(self.kept.title, self.kept.round) if self.kept else ""

    @work(exclusive=True, group="kept")
    async def look_for_kept(self) -> None:
        """See whether a table is worth an offer now."""
        before, self.kept = self.kept, await self.services.kept()
        if self.kept != before:
            self.refresh_bindings()
            self.tell_prompt()

    @work(exclusive=True, group="join")
    async def action_go_on(self) -> None:
        """Open the table again and sit down at it; stay here with one sentence where that fails."""
        if self.kept is None:
            return
        self.tell_prompt(doing=home_words.resuming(self.kept.title))
        try:
            hosting = await self.services.resume(self.kept.table)
        except CannotOpen as reason:
            self.tell_prompt(wrong=str(reason))
        else:
            self.sit_down(AtTable(hosting.session, hosting))

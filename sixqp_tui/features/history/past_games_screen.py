"""The base of the screens of all kept games: it reads them, and shows how far it is."""

from abc import abstractmethod
from typing import ClassVar

from textual import getters, work
from textual.screen import Screen

from sixqp_tui.features.history import words
from sixqp_tui.features.history.store import KeptGames, read_games
from sixqp_tui.i18n import _
from sixqp_tui.joining.background import run_in_background
from sixqp_tui.joining.failure import failures_shown
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import close
from sixqp_tui.tui.widgets.common.foot import Foot
from sixqp_tui.tui.widgets.common.page import Page


class PastGamesScreen(Screen[None]):
    """Reads the games when it opens, and with `read` again. `kept` is None until then."""

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    foot = getters.query_one(Foot)

    def __init__(self) -> None:
        super().__init__()
        self.kept: KeptGames | None = None

    @abstractmethod
    def show_games(self, kept: KeptGames) -> None: ...

    def on_mount(self) -> None:
        self.action_read()

    @work(exclusive=True, group="reading")
    async def action_read(self) -> None:
        """Closing the screen stops the reading; what was read is kept."""
        self.foot.display = True
        self.foot.show_progress(words.reading())
        with failures_shown(self.foot.show_error):
            self.kept = await run_in_background(read_games, self._show_progress)
            self.foot.display = False
            self.show_games(self.kept)

    def _show_progress(self, done: int, total: int) -> None:
        self.foot.show_step(_("Reading your games, {done} of {total}…").format(done=done, total=total))

    action_close = close


def show_once(app: BaseApp, kind: type[PastGamesScreen]) -> None:
    """Go back to the screen of this kind, or open one."""
    if not any(isinstance(screen, kind) for screen in app.screen_stack):
        app.push_screen(kind())
        return
    while not isinstance(app.screen, kind):
        app.pop_screen()

"""A game's screen from which the cards seen can be looked at, where its table lists them."""

from textual.binding import Binding
from textual.screen import Screen

from sixqp_tui.i18n.table import not_listed
from sixqp_tui.tui.screens.pane import Pane
from sixqp_tui.tui.screens.seen_cards import SeenScreen
from sixqp_tui.tui.view_model import Scene


class Counting(Screen[None]):
    """Adds the key to a screen of panes; what lies over it is told how the game goes on (`keep_counting`)."""

    BINDINGS = [
        Binding("c", "seen", "seen"),
        Binding("c", "seen_off", "seen", show=False),
    ]

    @property
    def pane(self) -> Pane:
        """The part of the game that is on."""
        raise NotImplementedError

    @property
    def _scene(self) -> Scene:
        raise NotImplementedError

    @property
    def _title(self) -> str:
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The table decides whether the cards seen are listed."""
        if action in ("seen", "seen_off"):
            news = self._scene.news
            return news is not None and news.settings.cards_seen == (action == "seen")
        return super().check_action(action, parameters)

    def action_seen(self) -> None:
        """Show the cards seen this round."""
        self.app.push_screen(SeenScreen(self._title, self._scene, self.pane.prompt))

    def action_seen_off(self) -> None:
        """Say that this table does not list them."""
        self.pane.warn(not_listed)

    def keep_counting(self) -> None:
        """The game has gone on."""
        if isinstance(self.app.screen, SeenScreen):
            self.app.screen.follow(self._scene, self.pane.prompt)

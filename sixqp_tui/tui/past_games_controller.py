"""Games that are over, over any screen: the list of them, their scores, one seen again, one reviewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from sixqp_tui.tui.services import AtReview, Services

if TYPE_CHECKING:
    from sixqp_tui.client.recorded_session import RecordedSession
    from sixqp_tui.store.preferences import Preferences

OnClose = Callable[[None], None]


class PastGamesController:
    """Opens the screens of past games over the screen in front of this app; the preferences are those of now."""

    def __init__(self, app: App[Any], services: Services, preferences: Callable[[], Preferences]) -> None:
        self._app, self._services, self._preferences = app, services, preferences

    def open_games(self) -> None:
        """Show the games that were played, or go back to them."""
        from sixqp_tui.features.history.games_screen import GamesScreen

        history = self._services.history
        if history and not self._go_back_to(GamesScreen):
            self._app.push_screen(GamesScreen(history()))

    def open_scores(self) -> None:
        """Show the scores of all games, or go back to them."""
        from sixqp_tui.features.history.scores_screen import ScoresScreen

        history = self._services.history
        if history and not self._go_back_to(ScoresScreen):
            self._app.push_screen(ScoresScreen(history()))

    def _go_back_to(self, kind: type[Screen[None]]) -> bool:
        """Whether such a screen was open: what lay over it is put away."""
        if not any(isinstance(screen, kind) for screen in self._app.screen_stack):
            return False
        while not isinstance(self._app.screen, kind):
            self._app.pop_screen()
        return True

    def replay(self, session: RecordedSession, on_close: OnClose | None = None) -> None:
        """Show this game, from where its session is."""
        from sixqp_tui.features.replay.screen import ReplayScreen

        self._app.push_screen(ReplayScreen(session, self._preferences), on_close)

    def review(self, at: AtReview, on_close: OnClose | None = None) -> None:
        """Review this game."""
        from sixqp_tui.features.review.screen import ReviewScreen

        screen = ReviewScreen(at.record, at.start, self._services.export, seat=at.seat, every=at.every)
        self._app.push_screen(screen, on_close)

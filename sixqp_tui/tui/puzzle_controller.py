"""Puzzles over any screen: those of the day, and those of the player's own games, which are looked for first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App

from sixqp_tui.tui.services import AtOwnPuzzles, AtPuzzles

if TYPE_CHECKING:
    from sixqp_tui.store.preferences import Preferences

OnClose = Callable[[None], None]


def do_nothing(_closed: None) -> None:
    """What follows where nothing has to."""


class PuzzleController:
    """Opens the screens of the puzzles over the screen in front of this app; the preferences are those of now."""

    def __init__(self, app: App[Any], preferences: Callable[[], Preferences]) -> None:
        self._app, self._preferences = app, preferences

    def search(self, at: AtOwnPuzzles, on_close: OnClose = do_nothing) -> None:
        """Look for puzzles in the player's own games, and ask them."""
        from sixqp_tui.features.puzzles.search_screen import PuzzleSearchScreen

        def found(puzzles: AtPuzzles | None) -> None:
            if puzzles is None:
                on_close(None)
            else:
                self.ask(puzzles, on_close)

        self._app.push_screen(PuzzleSearchScreen(at.start), found)

    def ask(self, puzzles: AtPuzzles, on_close: OnClose = do_nothing) -> None:
        """Ask these puzzles, on the screen in front where it asks others."""
        from sixqp_tui.features.puzzles.screen import PuzzleScreen

        if isinstance(self._app.screen, PuzzleScreen):
            self._app.screen.ask(*puzzles)
        else:
            self._app.push_screen(PuzzleScreen(*puzzles, self._preferences), on_close)

"""Reviews of the player's games in the background, while no game is being played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from sixqp_tui.i18n import _
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure
from sixqp_tui.presentation.feature import Hook

if TYPE_CHECKING:
    from textual.app import App

CHECK_SECONDS: Final = 10.0
"""How often the app looks for a game that has just ended."""
MAX_GAMES: Final = 20
"""Games that are reviewed unasked: the newest ones."""


class BackgroundReviews:
    """Reviews games one after another, in a separate process.

    `wanted`: the player wants this. `playing`: a game is being played now; threads ask for it. `at_table`: a
    notification would cover a table, such as the finish of a game. `progress` is the steps done, and all of them;
    None while nothing is reviewed. Stopping keeps every complete review.
    """

    def __init__(
        self,
        app: App[Any],
        hooks: Mapping[str, Hook],
        wanted: Callable[[], bool],
        playing: Callable[[], bool],
        at_table: Callable[[], bool],
        warn: Callable[[str], None],
    ) -> None:
        self._app = app
        self._hooks = hooks
        self._wanted = wanted
        self._playing = playing
        self._at_table = at_table
        self._warn = warn
        self._stop = Event()
        self._refused = False
        self._unannounced = False
        self._tried: frozenset[str] = frozenset()
        self.progress: tuple[int, int] | None = None

    @property
    def running(self) -> bool:
        return any(worker.group == "reviews" and worker.is_running for worker in self._app.workers)

    def consider(self) -> None:
        """Begin if the player wants it, and hasn't stopped it in this run. A notification that waits is shown."""
        possible = not self._refused and not self.running and "review_games" in self._hooks
        if possible and self._wanted() and not self._playing():
            self._begin(MAX_GAMES)
        elif self._unannounced and self.running:
            self._announce()

    def start(self) -> None:
        """Review every game that waits, because the player asks for it."""
        self._refused, self._tried = False, frozenset()
        if not self.running:
            self._begin(None)

    def stop(self) -> None:
        self._refused = True
        self._stop.set()

    def _begin(self, most: int | None) -> None:
        self._stop, self._unannounced = Event(), False
        self._app.run_worker(self._review(most, self._stop), group="reviews")

    async def _review(self, most: int | None, stop: Event) -> None:
        try:
            await run_in_daemon_thread(partial(self._review_games, most, stop))
        except (Failure, OSError) as error:
            self._refused = True
            self._warn(str(error))
        finally:
            self.progress = None

    def _review_games(self, most: int | None, stop: Event) -> None:
        waiting = [game for game in self._hooks["games_to_review"]() if game not in self._tried][:most]
        if waiting and most is not None:
            self._app.call_from_thread(self._announce)
        with closing(self._hooks["review_games"](waiting, 1)) as steps:
            for step in steps:
                if stop.is_set() or self._playing():
                    return
                self.progress = step
        self._tried |= frozenset(waiting)

    def _announce(self) -> None:
        self._unannounced = self._at_table()
        if self._unannounced:
            return
        # Translators: s and d are keys
        sentence = _("Your newest games are being reviewed. To see how far, press s, then d on the first screen.")
        self._app.notify(sentence, markup=False)

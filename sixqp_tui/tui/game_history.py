"""What the command line hands to the screens of games that are over: the history, as callables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from textual.screen import Screen

    from sixqp_tui.history.game_index import IndexNotes
    from sixqp_tui.history.statistics import Scores, Selection
    from sixqp_tui.presentation.game_list import KeptGames
    from sixqp_tui.store.preferences import Preferences

OnProgress = Callable[[int, int], None]
"""Is told how many of how many games are done, in the event loop."""


class CannotShow(Exception):
    """What was asked of the history was not to be had; the only argument is a sentence for the player."""


class CountedScores(NamedTuple):
    """The scores, and what is to be said of the index."""

    scores: Scores
    notes: IndexNotes


class OldGames(NamedTuple):
    """The games that ended so many days ago or earlier, the newest first, and the bytes of their files."""

    ids: tuple[str, ...]
    size: int
    newest: int = 0
    oldest: int = 0
    """When the first and the last of them ended, in seconds since 1970."""


OpenScreen = Callable[[str, "Callable[[], Preferences]"], "Awaitable[Screen[None]]"]
"""Makes the screen of the game of this id, for whoever has these preferences then."""


class GameHistory(NamedTuple):
    """The games of this user. Each of these works in a thread, may take its time, and raises CannotShow.

    Who is cancelled while `list_games` or `count_scores` is under way stops it; what is done stays.

    `list_games` reads so many of the newest games, or all. `count_scores` counts for the person of this key, this
    user where it is None, over a selection of games. `export` writes the game of this id as one file of HTML, and
    returns its path as it may be shown. `delete` deletes games for good, `find_old` tells which are older than so
    many days. `replay` and `review` show a game again, and what its decisions cost; None where this program cannot.
    """

    list_games: Callable[[int | None, OnProgress], Awaitable[KeptGames]]
    count_scores: Callable[[str | None, Selection, OnProgress], Awaitable[CountedScores]]
    export: Callable[[str], Awaitable[str]]
    find_old: Callable[[int], Awaitable[OldGames]]
    delete: Callable[[tuple[str, ...]], Awaitable[None]]
    replay: OpenScreen | None = None
    review: OpenScreen | None = None

"""What the command line hands to the screens of games that are over: the history, as callables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sixqp_tui.features.history.game_index import IndexNotes
    from sixqp_tui.features.history.game_list import KeptGames
    from sixqp_tui.features.history.record import GameRecord
    from sixqp_tui.features.history.statistics import Scores, Selection

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


class GameHistory(NamedTuple):
    """The games of this user. Each of these works in a thread, may take its time, and raises CannotShow.

    Who is cancelled while `list_games` or `count_scores` is under way stops it; what is done stays.

    `list_games` reads so many of the newest games, or all. `count_scores` counts for the person of this key, this
    user where it is None, over a selection of games. `export` writes the game of this id as one file of HTML, and
    returns its path as it may be shown. `delete` deletes games for good, `find_old` tells which are older than so
    many days. `load` reads the game of this id, which the engine has seen happen.
    """

    list_games: Callable[[int | None, OnProgress], Awaitable[KeptGames]]
    count_scores: Callable[[str | None, Selection, OnProgress], Awaitable[CountedScores]]
    export: Callable[[str], Awaitable[str]]
    find_old: Callable[[int], Awaitable[OldGames]]
    delete: Callable[[tuple[str, ...]], Awaitable[None]]
    load: Callable[[str], Awaitable[GameRecord]]

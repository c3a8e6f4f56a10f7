"""The game that a command line means, and one sentence where there is none."""

from sixqp_protocol.text import clean
from sixqp_tui.history.games import NoSuchGame, SeveralGames, find_game, list_games
from sixqp_tui.history.record import GameRecord, ImpossibleGame, UnreadableRecord
from sixqp_tui.i18n.console import games as games_words
from sixqp_tui.runtime.failure import Failure

NEWEST = "1"
"""What names the newest game."""
MOST_SHOWN = 200
"""Characters of what was typed that a sentence repeats."""


def load_chosen_game(selector: str | None) -> GameRecord:
    """The game of this number, id or path; without one the newest. It blocks. Raises Failure."""
    wanted = selector or NEWEST
    shown = clean(wanted, MOST_SHOWN)
    try:
        return find_game(wanted)
    except NoSuchGame:
        raise Failure(_nothing_found(shown)) from None
    except SeveralGames as several:
        raise Failure(games_words.several_games(shown, several.ids)) from None
    except UnreadableRecord:
        raise Failure(games_words.no_game_in_file(shown)) from None
    except ImpossibleGame as impossible:
        raise Failure(games_words.impossible_game(shown, impossible.number)) from None
    except OSError as error:
        raise Failure(_not_read(error, shown)) from None


def _nothing_found(shown: str) -> str:
    try:
        total = list_games(limit=1).total
    except OSError as error:
        return _not_read(error, shown)
    return games_words.no_such_game(shown) if total else games_words.no_game_yet()


def _not_read(error: OSError, shown: str) -> str:
    path = clean(str(error.filename or ""), MOST_SHOWN) or shown
    return games_words.file_not_read(path, clean(error.strerror or str(error), MOST_SHOWN))

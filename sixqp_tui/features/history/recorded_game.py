"""A game that is over, as a command line names it."""

from collections.abc import Sequence

from sixqp_protocol.text import clean, clean_path
from sixqp_tui.features.history import file_words as games_words
from sixqp_tui.features.history import score_words as score_words
from sixqp_tui.features.history.games import NoSuchGame, SeveralGames, find_game
from sixqp_tui.features.history.record import GameRecord, ImpossibleGame, UnreadableRecord
from sixqp_tui.i18n import _
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n.phrases import one_of, quoted
from sixqp_tui.joining.failure import Failure

NEWEST = "1"
"""What names the newest game."""
MAX_SHOWN = 200
"""Cells of what was typed that a sentence repeats."""


def find_recorded_game(selector: str | None) -> GameRecord:
    """The game that is meant by a number, an id or a path, or the newest. It blocks. Raises Failure."""
    given = clean(selector or NEWEST, MAX_SHOWN)
    try:
        return find_game(selector or NEWEST)
    except NoSuchGame:
        sentence = score_words.nobody_yet() if selector is None else games_words.no_such_game(given)
    except SeveralGames as error:
        sentence = _several_games(given, error.ids)
    except UnreadableRecord:
        sentence = _("{given}: this file contains no game that this version can read.").format(given=quoted(given))
    except ImpossibleGame as error:
        if error.fact is None:
            sentence = _("{given}: this game isn't over. Only a finished game can be opened.").format(
                given=quoted(given)
            )
        else:
            sentence = _impossible_game(given, error.number)
    except OSError as error:
        sentence = errors_words.files_refused(clean_path(error.filename or given), error.strerror or str(error))
    raise Failure(sentence)


def _several_games(given: str, ids: Sequence[str]) -> str:
    """The beginning of an id means several games."""
    sentence = _("{given} could mean several games: {ids}.")
    return sentence.format(given=quoted(given), ids=one_of(ids[:4]))


def _impossible_game(given: str, number: int) -> str:
    """A game is against the rules; `number` is the first fact that is."""
    # Translators: a fact is one thing that happened in a game, such as a card that was played
    sentence = _("{given}: this game can't have happened. Fact {number} is the first one that is impossible.")
    return sentence.format(given=quoted(given), number=number)

"""What is said of games that are over: which one is meant, and why one cannot be shown."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import one_of, quoted


def no_such_game(given: str) -> str:
    """No game is meant by what was typed."""
    # Translators: the newest game is 1; an id is twelve digits and letters; sixqp history is typed
    sentence = _("{given}: no such game is kept. Give its number (the newest is 1), its id, or a file.")
    return sentence.format(given=quoted(given))


def several_games(given: str, ids: Sequence[str]) -> str:
    """The beginning of an id means several games."""
    sentence = _("{given} means several games: {ids}.")
    return sentence.format(given=quoted(given), ids=one_of(ids[:4]))


def unreadable_game(given: str) -> str:
    return _("{given}: this file holds no game that this program can read.").format(given=quoted(given))


def impossible_game(given: str, number: int) -> str:
    """A game is against the rules; `number` is the first fact that is."""
    # Translators: a fact is one thing that happened in a game, such as a card that was laid
    sentence = _("{given}: this game cannot have happened. Its fact {number} is the first that could not.")
    return sentence.format(given=quoted(given), number=number)


def unfinished_game(given: str) -> str:
    return _("{given}: this game is not over. Only a game that is over can be looked into.").format(
        given=quoted(given)
    )


def no_such_player(given: str, names: Sequence[str]) -> str:
    """Nobody of this game is called so."""
    sentence = _("Expected a player of this game ({names}), the number of a seat, or none, got {given}.")
    return sentence.format(names=", ".join(names), given=quoted(given))


def no_such_place(given: str, rounds: int) -> str:
    """This game has no such round or turn."""
    sentence = ngettext(
        "Expected a round, or round.turn such as 1.5, of a game of {n} round, got {given}.",
        "Expected a round, or round.turn such as 1.5, of a game of {n} rounds, got {given}.",
        rounds,
    )
    return sentence.format(n=rounds, given=quoted(given))

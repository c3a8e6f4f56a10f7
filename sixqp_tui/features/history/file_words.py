"""What is said of games that are over: which one is meant, and why one cannot be shown."""

from collections.abc import Sequence

from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import quoted


def no_such_game(given: str) -> str:
    """No game is meant by what was typed."""
    # Translators: the newest game is 1; an id is twelve digits and letters; sixqp history is typed
    sentence = _("{given}: there is no such game. Give its number (the newest is 1), its id, or a file.")
    return sentence.format(given=quoted(given))


def no_such_player(given: str, names: Sequence[str]) -> str:
    """Nobody of this game is called so."""
    sentence = _("Expected a player of this game ({names}), a seat number, or none, got {given}.")
    return sentence.format(names=", ".join(names), given=quoted(given))

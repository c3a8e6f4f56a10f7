"""Another game: who would like one, and who starts it."""

from collections.abc import Sequence

from sixqp_tui.i18n import ngettext
from sixqp_tui.i18n.phrases import listed


def wants_rematch(names: Sequence[str], most: int = 10) -> str:
    """These players have said that they would like another game."""
    sentence = ngettext("{names} wants another game", "{names} want another game", len(names))
    return sentence.format(names=listed(names, most))

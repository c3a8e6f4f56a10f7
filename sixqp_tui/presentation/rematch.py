"""Another game: who would like one, and what that means for the reader."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n import rematch as rematch_words
from sixqp_tui.i18n import replay as replay_words
from sixqp_tui.presentation import presence
from sixqp_tui.presentation.view_model import ViewModel


def rematch_prompt(model: ViewModel, may_wish: bool, most: int = 10) -> str:
    """What a key does for another game, and who wants one: `most` of them by name.

    `may_wish`: the reader, who is no owner, can say that they would like one too.
    """
    if model.recorded:
        return replay_words.at_end()
    others = presence.wishes(model.news) if model.news else []
    if model.owner:
        if not others:
            return _("r: another game with the same players")
        return f"{rematch_words.wants_rematch(others, most)} · {_start_it()}"
    if model.you is not None and model.is_ready(model.you):
        starter = _("{name} starts it").format(name=model.host) if model.host else _("the host starts it")
        return f"{_you_want_rematch(others)} · {starter}"
    if not may_wish:
        return _rematch_is_theirs(model.host)
    if others:
        return f"{rematch_words.wants_rematch(others, most)} · {_wish_too()}"
    return _wish_rematch(model.host)


def _rematch_is_theirs(host: str = "") -> str:
    """After the game, to everybody else; the `host` by name where it is known."""
    if host:
        return _("{name} can start another game").format(name=host)
    return _("The host can start another game")


def _you_want_rematch(others: Sequence[str]) -> str:
    """The reader has said so, and so have these."""
    if not others:
        return _("You want another game")
    if len(others) == 1:
        return _("You and {name} want another game").format(name=others[0])
    sentence = ngettext("You and {n} other want another game", "You and {n} others want another game", len(others))
    return sentence.format(n=len(others))


def _start_it() -> str:
    # Translators: r is the key to press; it starts another game
    return _("press r to start")


def _wish_rematch(host: str = "") -> str:
    """To a guest: the key that says that they would like another game."""
    # Translators: r is the key to press
    if host:
        return _("Press r to ask {name} for another game").format(name=host)
    return _("Press r to ask for another game")


def _wish_too() -> str:
    # Translators: r is the key to press
    return _("press r if you do too")

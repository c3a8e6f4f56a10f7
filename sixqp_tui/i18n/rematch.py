"""Another game: who would like one, and who starts it."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import listed


def rematch_is_theirs(host: str = "") -> str:
    """After the game, to everybody else; the `host` by name where it is known."""
    if host:
        return _("{name} may start another game").format(name=host)
    return _("The host may start another game")


def wants_rematch(names: Sequence[str], most: int = 10) -> str:
    """These players have said that they would like another game."""
    sentence = ngettext("{names} would like another game", "{names} would like another game", len(names))
    return sentence.format(names=listed(names, most))


def you_want_rematch(others: Sequence[str]) -> str:
    """The reader has said so, and so have these."""
    if not others:
        return _("You would like another game")
    if len(others) == 1:
        return _("You and {name} would like another game").format(name=others[0])
    sentence = ngettext(
        "You and {n} other would like another game", "You and {n} others would like another game", len(others)
    )
    return sentence.format(n=len(others))


def start_it() -> str:
    # Translators: r is the key to press; it starts another game
    return _("r starts it")


def starts_it(host: str = "") -> str:
    return _("{name} starts it").format(name=host) if host else _("the host starts it")


def wish_rematch(host: str = "") -> str:
    """To a guest: the key that says that they would like another game."""
    # Translators: r is the key to press
    if host:
        return _("r: tell {name} that you would like another game").format(name=host)
    return _("r: say that you would like another game")


def wish_too() -> str:
    # Translators: r is the key to press
    return _("r: so would you")

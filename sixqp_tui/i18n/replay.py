"""What is said while a game that is over is looked at again."""

from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.phrases import quoted


def everybody_chooses(turn: int) -> str:
    return _("Turn {turn}: everybody chooses a card").format(turn=turn)


def all_chosen(turn: int) -> str:
    return _("Turn {turn}: all cards are laid").format(turn=turn)


def on_to_round(number: int) -> str:
    # Translators: keys, and what they do
    return _("Space or →: on to round {number}").format(number=number)


def at_end() -> str:
    # Translators: Home is the key
    return _("The end of the game · Home: back to its beginning")


def perspective(name: str | None, hands_open: bool) -> str:
    """As whom the game is seen: a player, or with None somebody who looks on."""
    if name is None:
        # Translators: how a recorded game is looked at: with every player's hand open
        return (
            pgettext("perspective", "all hands") if hands_open else pgettext("perspective", "as a watcher saw it")
        )
    # Translators: how a recorded game is looked at: from the seat of {name}
    sentence = (
        pgettext("perspective", "{name}, all hands") if hands_open else pgettext("perspective", "as {name} saw it")
    )
    return sentence.format(name=name)


def go_to() -> str:
    return _("Go to round, or round.turn:")


def no_such_place(text: str) -> str:
    """What was typed is no place of this game."""
    sentence = _("Expected a round or round.turn of this game, such as 2.5, got {text}")
    return sentence.format(text=quoted(text))

"""The articles of the rules. The numbers of the worked example are in the screen that draws it."""

from collections.abc import Callable
from typing import Literal

from sixqp_tui.i18n import _

ArticleName = Literal["aim", "cards", "round", "turn", "sixth", "too low", "scoring", "variants", "away"]


def aim() -> tuple[str, str]:
    return (
        _("The aim"),
        _(
            "Four rows of cards lie on the table. If you have to play the sixth card of a row, you take the five "
            "cards before it, and the bull's heads on them count against you. Take as few heads as you can."
        ),
    )


def the_cards() -> tuple[str, str]:
    """Article 1."""
    return (
        _("The cards"),
        _(
            "There are 104, numbered from 1 to 104, each number once. Most carry one head. Multiples of 5 carry 2, "
            "multiples of 10 carry 3, multiples of 11 carry 5, and the 55 carries 7."
        ),
    )


def a_round() -> tuple[str, str]:
    """Articles 2 and 3.9."""
    return (
        _("A round"),
        _(
            "2 to 10 people can play. Everybody is dealt ten cards, and four more cards start the four rows. "
            "After ten turns all hands are empty and the round is scored."
        ),
    )


def a_turn() -> tuple[str, str]:
    """Articles 3.1 to 3.5."""
    return (
        _("A turn"),
        _(
            "Everybody plays one card face down; you can take it back and play another until the last player has "
            "chosen. Then all cards are turned over and go to the rows one by one, the lowest first. A card goes "
            "to the end of a row whose last card is lower. If there are several such rows, it goes where the "
            "last card is nearest."
        ),
    )


def figure_plain() -> tuple[str, str]:
    """The first turn of the example, before and after (6.1)."""
    return (
        _("Four players turn over 14, 15, 44 and 61."),
        _("Nobody takes anything. The 44 is higher than the ends of rows 1, 2 and 3; the 43 is nearest."),
    )


def sixth_card() -> tuple[str, str]:
    """Article 3.6."""
    return (
        _("The sixth card"),
        _(
            "A row holds five cards. If yours would be the sixth, you take those five, and your card starts the "
            "row again. The cards you take stay in front of you; they never go to your hand."
        ),
    )


def figure_sixth() -> tuple[str, str]:
    """The second turn of the example (6.2)."""
    return (
        _("Next they turn over 21, 26, 30 and 36."),
        _(
            "21 and 26 fill row 1, so the 30 is its sixth card: its player takes 12, 14, 15, 21 and 26, which is "
            "6 heads. The 36 then follows the 30."
        ),
    )


def too_low() -> tuple[str, str]:
    """Article 3.7."""
    return (
        _("A card that is too low"),
        _(
            "If your card is lower than the end of every row, you choose a row, take all its cards, and your "
            "card starts it again. The others wait for your choice; then their cards are placed on the table as "
            "you left it."
        ),
    )


def figure_low() -> tuple[str, str]:
    """The third turn of the example (6.3)."""
    return (
        _("Then they turn over 3, 9, 68 and 83."),
        _(
            "The 3 is too low everywhere. Its player takes row 2, the cheapest: the 37, 1 head. "
            "The 9 goes behind the 3, the 68 and the 83 behind the 61."
        ),
    )


def scoring() -> tuple[str, str]:
    """Article 4."""
    return (
        _("Scoring"),
        _(
            "After ten turns, the heads you took are added to your total. The game ends after the round in which "
            "a player goes over 66 heads; a table can agree on another limit, on a number of rounds, or on both. "
            "The lowest total wins, and equal totals share a rank."
        ),
    )


def variants() -> tuple[str, str]:
    """Article 5."""
    return (
        _("Variants"),
        _(
            "Classic is played with all 104 cards. Tactic only uses as many as needed, 1 to 34 for three players "
            "for example, so every card is in a hand or on the table. Draft goes further: those cards lie face "
            "up, and the players take turns picking their ten before the round begins."
        ),
    )


def away() -> tuple[str, str]:
    """Article 8."""
    return (
        _("Out of time, or away"),
        _(
            "When the clock runs out, a stand-in makes a careful choice for you. If you leave or lose the "
            "connection, a bot plays for you until you come back."
        ),
    )


ARTICLES: dict[ArticleName, Callable[[], tuple[str, str]]] = {
    "aim": aim,
    "cards": the_cards,
    "round": a_round,
    "turn": a_turn,
    "sixth": sixth_card,
    "too low": too_low,
    "scoring": scoring,
    "variants": variants,
    "away": away,
}
"""The heading and text of each article."""
FIGURES: dict[ArticleName, Callable[[], tuple[str, str]]] = {
    "turn": figure_plain,
    "sixth": figure_sixth,
    "too low": figure_low,
}
"""The captions before and after the turn of the example for an article."""

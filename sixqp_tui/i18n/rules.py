"""The rules on one page, in plain words; the screen that draws the worked example has its numbers."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from sixqp_tui.i18n import N_

ArticleName = Literal["aim", "cards", "round", "turn", "sixth", "too low", "scoring", "variants", "away"]


class ArticleWords(NamedTuple):
    """An article, and what stands before and after its turn of the worked example."""

    heading: Callable[[], str]
    text: Callable[[], str]
    figure: tuple[Callable[[], str], Callable[[], str]] | None = None


ARTICLES: dict[ArticleName, ArticleWords] = {
    "aim": ArticleWords(
        N_("The aim"),
        N_(
            "Four rows of cards lie on the table. If you have to play the sixth card of a row, you take the five "
            "cards before it, and the bull's heads on them count against you. Take as few heads as you can."
        ),
    ),
    "cards": ArticleWords(  # 1
        N_("The cards"),
        N_(
            "There are 104, numbered from 1 to 104, each number once. Most carry one head. Multiples of 5 carry 2, "
            "multiples of 10 carry 3, multiples of 11 carry 5, and the 55 carries 7."
        ),
    ),
    "round": ArticleWords(  # 2, 3.9
        N_("A round"),
        N_(
            "2 to 10 people can play. Everybody is dealt ten cards, and four more cards start the four rows. "
            "After ten turns all hands are empty and the round is scored."
        ),
    ),
    "turn": ArticleWords(  # 3.1 to 3.5
        N_("A turn"),
        N_(
            "Everybody plays one card face down; you can take it back and play another until the last player has "
            "chosen. Then all cards are turned over and go to the rows one by one, the lowest first. A card goes "
            "to the end of a row whose last card is lower. If there are several such rows, it goes where the "
            "last card is nearest."
        ),
        (  # 6.1
            N_("Four players turn over 14, 15, 44 and 61."),
            N_("Nobody takes anything. The 44 is higher than the ends of rows 1, 2 and 3; the 43 is nearest."),
        ),
    ),
    "sixth": ArticleWords(  # 3.6
        N_("The sixth card"),
        N_(
            "A row holds five cards. If yours would be the sixth, you take those five, and your card starts the "
            "row again. The cards you take stay in front of you; they never go to your hand."
        ),
        (  # 6.2
            N_("Next they turn over 21, 26, 30 and 36."),
            N_(
                "21 and 26 fill row 1, so the 30 is its sixth card: its player takes 12, 14, 15, 21 and 26, which "
                "is 6 heads. The 36 then follows the 30."
            ),
        ),
    ),
    "too low": ArticleWords(  # 3.7
        N_("A card that is too low"),
        N_(
            "If your card is lower than the end of every row, you choose a row, take all its cards, and your "
            "card starts it again. The others wait for your choice; then their cards are placed on the table as "
            "you left it."
        ),
        (  # 6.3
            N_("Then they turn over 3, 9, 68 and 83."),
            N_(
                "The 3 is too low everywhere. Its player takes row 2, the cheapest: the 37, 1 head. "
                "The 9 goes behind the 3, the 68 and the 83 behind the 61."
            ),
        ),
    ),
    "scoring": ArticleWords(  # 4
        N_("Scoring"),
        N_(
            "After ten turns, the heads you took are added to your total. The game ends after the round in which "
            "a player goes over 66 heads; a table can agree on another limit, on a number of rounds, or on both. "
            "The lowest total wins, and equal totals share a rank."
        ),
    ),
    "variants": ArticleWords(  # 5
        N_("Variants"),
        N_(
            "Classic is played with all 104 cards. Tactic only uses as many as needed, 1 to 34 for three players "
            "for example, so every card is in a hand or on the table. Draft goes further: those cards lie face "
            "up, and the players take turns picking their ten before the round begins."
        ),
    ),
    "away": ArticleWords(  # 8
        N_("Out of time, or away"),
        N_(
            "When the clock runs out, a stand-in makes a careful choice for you. If you leave or lose the "
            "connection, a bot plays for you until you come back."
        ),
    ),
}
"""In the order of the page; the numbers are the articles of RULES.md."""

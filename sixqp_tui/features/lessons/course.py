"""The course: six lessons on the rules, then one for each variant, in the current language.

A text has at most 150 characters, and fits into two lines of the smallest window in every language.
"""

from sixqp_tui.features.lessons.lesson import Lesson
from sixqp_tui.i18n import _


def course() -> dict[str, Lesson]:
    """By code, in order."""
    return {
        "rising": Lesson(
            title=_("Rows rise"),
            task=_("Numbers rise along a row. Play a card that is higher than the last card of a row."),
            learned=_(
                "The 73 went behind the 66. All cards are turned over together, then placed from lowest to highest."
            ),
            hidden=("sixth", "costs", "scores", "hint"),
            rows=(1, 20, 43, 49),
            turns=((3, 2, 7), (10, 14, 12), (22, 16, 23), (36, 37, 25), (50, 39, 46), (54, 51, 52), (58, 61, 66)),
            lay=(18, 48),
            right=73,
            wrong={
                (5, 9): _(
                    "The {card} is lower than the last card of every row: 16, 39, 46 and 66. It doesn't fit "
                    "behind any of them."
                ),
            },
        ),
        "nearest": Lesson(
            title=_("The nearest row"),
            task=_(
                "A card goes to the row whose last card is lower and nearest. Play the card that goes behind "
                "the 44."
            ),
            learned=_(
                "15, 37 and 44 are all lower than 45, and 44 is the nearest. You never choose the row: the "
                "numbers do."
            ),
            hidden=("sixth", "costs", "scores", "hint"),
            rows=(1, 16, 43, 46),
            turns=((3, 9, 4), (10, 12, 14), (15, 21, 19), (37, 25, 27), (50, 49, 44), (52, 54, 58), (61, 63, 60)),
            lay=(17, 70),
            right=45,
            wrong={
                (40,): _("The 40 can't go behind the 44, which is higher. It would go behind the 37."),
                (64,): _("The 64 would go behind the 63, which is nearer than the 44."),
            },
        ),
        "sixth": Lesson(
            title=_("The sixth card"),
            task=_(
                "A row holds five cards. Play the sixth and you take all five: their heads count against you."
                " Play a card that takes none."
            ),
            learned=_(
                "The 46 was only the third card of its row. From now on you see on the right how many heads "
                "each player took, in this round and in total."
            ),
            hidden=("costs", "scores"),
            rows=(2, 27, 43, 45),
            turns=((5, 6, 3), (14, 8, 12), (26, 15, 21), (31, 32, 30), (44, 35, 37), (53, 48, 49), (61, 54, 58)),
            lay=(52, 40),
            right=46,
            wrong={
                (28,): _(
                    "The 28 goes behind the 26, but row 1 is full. As the sixth card, it takes all five: 6 heads."
                ),
                (34,): _(
                    "The nearest lower card to the 34 is the 26. The 34 would be the sixth card of row 1: 6 heads."
                ),
            },
        ),
        "too-low": Lesson(
            title=_("Too low"),
            task=_(
                "A card lower than every row also takes a row, but you choose which. Here each of your cards "
                "takes one. Which costs least?"
            ),
            row_task=_(
                "Your 3 is lower than every row. Take the row with the fewest heads: the number is at the end"
                " of each row."
            ),
            learned=_(
                "A card that is too low takes a row, but you choose which: only one head here. The 3 starts "
                "the row again."
            ),
            rows=(4, 37, 38, 58),
            turns=((8, 13, 12), (15, 24, 21), (27, 26, 29), (30, 36, 39), (41, 40, 42), (44, 43, 50), (61, 56, 55)),
            lay=(47, 62),
            right=3,
            wrong={
                (57, 59): _(
                    "The {card} is the sixth card of row 3, whose five cards cost 17 heads. With the 3 you "
                    "can choose a cheaper row."
                ),
            },
            wrong_rows={
                (1,): _("Row 1 costs 4 heads. Another row costs only 1."),
                (3,): _("Row 3 costs 17 heads, more than any other. Another row costs only 1."),
                (4,): _("Row 4 costs 2 heads. Another row costs only 1."),
            },
        ),
        "filled": Lesson(
            title=_("Trap: the last place"),
            task=_(
                "The lowest card is placed first. Row 2 has one place left, and another player may fill it "
                "before you. Which card is safe?"
            ),
            learned=_(
                "Ada's 42 took the last place in row 2. You see the table before the others play, so think "
                "about what may still come."
            ),
            rows=(12, 16, 48, 59),
            turns=(
                (19, 14, 17),
                (22, 23, 33),
                (41, 35, 40),
                (52, 51, 56),
                (63, 57, 58),
                (73, 75, 66),
                (80, 77, 87),
            ),
            lay=(42, 81),
            right=60,
            wrong={
                (45, 47): _(
                    "Ada plays the 42, which is placed first and fills row 2. Your {card} would be the sixth "
                    "card: 12 heads."
                ),
            },
        ),
        "gone": Lesson(
            title=_("Trap: the row that disappears"),
            task=_(
                "If Ada's card is too low, she may take row 4, which costs only one head. Then the 61 is "
                "gone. Which card is safe even so?"
            ),
            learned=_(
                "Ada's 30 took the 61, and row 3 became the nearest for high cards. That's all: now you can play."
            ),
            rows=(4, 40, 50, 61),
            turns=((6, 5, 10), (16, 14, 11), (19, 21, 20), (24, 22, 26), (31, 32, 33), (35, 52, 44), (54, 57, 55)),
            taken=(4,),
            lay=(30, 46),
            right=36,
            wrong={
                (62, 63): _(
                    "Ada's 30 is too low and takes the 61. Your {card} then goes behind the 57, as the sixth "
                    "card: 13 heads."
                ),
            },
        ),
        "tactic": Lesson(
            variant="tactic",
            title=_("Tactic (count the cards)"),
            task=_(
                "Three players use only the cards 1 to 34. Ada and Bob still hold 15, 24, 28, 30, 31 and 34. "
                "Which of your cards is safe?"
            ),
            learned=_(
                "The 9 and the 10 were gone, so nothing could come between the 8 and your 11. Count the cards"
                " and you'll know."
            ),
            rows=(2, 14, 16, 27),
            turns=((19, 32, 13), (17, 18, 25), (10, 12, 23), (9, 4, 7), (6, 29, 20), (1, 5, 3), (8, 22, 21)),
            taken=(1, 4, 4, 4),
            lay=(30, 24),
            right=11,
            wrong={
                (26,): _(
                    "The 24 may still come between the 23 and your 26. Bob plays it and fills row 2; the 26 "
                    "would be the sixth card: 5 heads."
                ),
                (33,): _(
                    "The 30 and 31 may still come between the 29 and your 33. Ada plays the 30; the 33 would "
                    "be the sixth card of row 3: 8 heads."
                ),
            },
        ),
        "draft": Lesson(
            variant="draft",
            title=_("Draft (pick your cards)"),
            task=_(
                "In the draft, all cards are face up and each player takes one in turn. You pick last; the "
                "four left over start the rows. Which is safest?"
            ),
            learned=_(
                "Nothing comes between the 3 and your 4. In the draft, all hands are known: count the cards "
                "that fit between a row and yours."
            ),
            turns=(
                (30, 16, 5),
                (26, 17, 33),
                (13, 21, 25),
                (18, 32, 20),
                (14, 29, 24),
                (8, 6, 15),
                (2, 34, 7),
                (28, 11, 22),
                (9, 27, 23),
            ),
            lay=(1, 10),
            right=4,
            wrong={
                (3,): _(
                    "A low card takes a row: if you pick the 3, the rows start with 4, 12, 19 and 31, all of "
                    "them higher."
                ),
                (12,): _(
                    "There is a gap between the 4 and your 12: Ada and Bob hold 5, 6, 7, 10 and 11, and can "
                    "fill the row before you."
                ),
                (19,): _(
                    "There is a gap between the 12 and your 19: Ada and Bob hold 15, 16 and 17, and can fill "
                    "the row before you."
                ),
                (31,): _(
                    "A high card has a wide gap below it: Ada and Bob hold eight cards between the 19 and "
                    "your 31, and can fill the row."
                ),
            },
        ),
    }

"""The course: six lessons on the rules, then one for each variant, in the current language.

A text has at most 150 characters, and fits into two lines of the smallest window in every language.
"""

from sixqp_tui.features.lessons.lesson import Answer, Lesson, Turn
from sixqp_tui.i18n import _


def course() -> dict[str, Lesson]:
    """By code, in order.

    `rows` begin the rows; the learner's cards in all `turns` and in the `hand` are the ten that were dealt.
    """
    return {
        "rising": Lesson(
            title=_("Rows rise"),
            task=_("Numbers rise along a row. Play a card that is higher than the last card of a row."),
            learned=_(
                "The 73 went behind the 66. All cards are turned over together, then placed from lowest to highest."
            ),
            hidden=(
                "sixth",
                "costs",
                "scores",
                "hint",
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(1, 20, 43, 49),
            turns=(
                Turn((3, 2, 7)),
                Turn((10, 14, 12)),
                Turn((22, 16, 23)),
                Turn((36, 37, 25)),
                Turn((50, 39, 46)),
                Turn((54, 51, 52)),
                Turn((58, 61, 66)),
            ),
            hand=(5, 9, 73),
            lay=(18, 48),
            answers=(
                Answer(
                    card=5,
                    why=_(
                        "The 5 is lower than the last card of every row: 16, 39, 46 and 66. It doesn't fit "
                        "behind any of them."
                    ),
                ),
                Answer(
                    card=9,
                    why=_(
                        "The 9 is lower than the last card of every row: 16, 39, 46 and 66. It doesn't fit "
                        "behind any of them."
                    ),
                ),
                Answer(card=73),
            ),
        ),
        "nearest": Lesson(
            title=_("The nearest row"),
            task=_(
                "A card goes to the row whose last card is lower and nearest. Play the card that goes behind the "
                "44."
            ),
            learned=_(
                "15, 37 and 44 are all lower than 45, and 44 is the nearest. You never choose the row: the "
                "numbers do."
            ),
            hidden=(
                "sixth",
                "costs",
                "scores",
                "hint",
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(1, 16, 43, 46),
            turns=(
                Turn((3, 9, 4)),
                Turn((10, 12, 14)),
                Turn((15, 21, 19)),
                Turn((37, 25, 27)),
                Turn((50, 49, 44)),
                Turn((52, 54, 58)),
                Turn((61, 63, 60)),
            ),
            hand=(40, 45, 64),
            lay=(17, 70),
            answers=(
                Answer(
                    card=40,
                    why=_("The 40 can't go behind the 44, which is higher. It would go behind the 37."),
                ),
                Answer(card=45),
                Answer(card=64, why=_("The 64 would go behind the 63, which is nearer than the 44.")),
            ),
        ),
        "sixth": Lesson(
            title=_("The sixth card"),
            task=_(
                "A row holds five cards. Play the sixth and you take all five: their heads count against you. "
                "Play a card that takes none."
            ),
            learned=_(
                "The 46 was only the third card of its row. From now on you see on the right how many heads each "
                "player took, in this round and in total."
            ),
            hidden=(
                "costs",
                "scores",
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(2, 27, 43, 45),
            turns=(
                Turn((5, 6, 3)),
                Turn((14, 8, 12)),
                Turn((26, 15, 21)),
                Turn((31, 32, 30)),
                Turn((44, 35, 37)),
                Turn((53, 48, 49)),
                Turn((61, 54, 58)),
            ),
            hand=(28, 34, 46),
            lay=(52, 40),
            answers=(
                Answer(
                    card=28,
                    why=_(
                        "The 28 goes behind the 26, but row 1 is full. As the sixth card, it takes all five: 6 "
                        "heads."
                    ),
                ),
                Answer(
                    card=34,
                    why=_(
                        "The nearest lower card to the 34 is the 26. The 34 would be the sixth card of row 1: 6 "
                        "heads."
                    ),
                ),
                Answer(card=46),
            ),
        ),
        "too-low": Lesson(
            title=_("Too low"),
            task=_(
                "A card lower than every row also takes a row, but you choose which. Here each of your cards "
                "takes one. Which costs least?"
            ),
            row_task=_(
                "Your 3 is lower than every row. Take the row with the fewest heads: the number is at the end of "
                "each row."
            ),
            learned=_(
                "A card that is too low takes a row, but you choose which: only one head here. The 3 starts the "
                "row again."
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(4, 37, 38, 58),
            turns=(
                Turn((8, 13, 12)),
                Turn((15, 24, 21)),
                Turn((27, 26, 29)),
                Turn((30, 36, 39)),
                Turn((41, 40, 42)),
                Turn((44, 43, 50)),
                Turn((61, 56, 55)),
            ),
            hand=(3, 57, 59),
            lay=(47, 62),
            answers=(
                Answer(card=3),
                Answer(
                    card=57,
                    why=_(
                        "The 57 is the sixth card of row 3, whose five cards cost 17 heads. With the 3 you can "
                        "choose a cheaper row."
                    ),
                ),
                Answer(
                    card=59,
                    why=_(
                        "The 59 is the sixth card of row 3, whose five cards cost 17 heads. With the 3 you can "
                        "choose a cheaper row."
                    ),
                ),
                Answer(row=1, why=_("Row 1 costs 4 heads. Another row costs only 1.")),
                Answer(row=2),
                Answer(row=3, why=_("Row 3 costs 17 heads, more than any other. Another row costs only 1.")),
                Answer(row=4, why=_("Row 4 costs 2 heads. Another row costs only 1.")),
            ),
        ),
        "filled": Lesson(
            title=_("Trap: the last place"),
            task=_(
                "The lowest card is placed first. Row 2 has one place left, and another player may fill it "
                "before you. Which card is safe?"
            ),
            learned=_(
                "Ada's 42 took the last place in row 2. You see the table before the others play, so think about "
                "what may still come."
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(12, 16, 48, 59),
            turns=(
                Turn((19, 14, 17)),
                Turn((22, 23, 33)),
                Turn((41, 35, 40)),
                Turn((52, 51, 56)),
                Turn((63, 57, 58)),
                Turn((73, 75, 66)),
                Turn((80, 77, 87)),
            ),
            hand=(45, 47, 60),
            lay=(42, 81),
            answers=(
                Answer(
                    card=45,
                    why=_(
                        "Ada plays the 42, which is placed first and fills row 2. Your 45 would be the sixth "
                        "card: 12 heads."
                    ),
                ),
                Answer(
                    card=47,
                    why=_(
                        "Ada plays the 42, which is placed first and fills row 2. Your 47 would be the sixth "
                        "card: 12 heads."
                    ),
                ),
                Answer(card=60),
            ),
        ),
        "gone": Lesson(
            title=_("Trap: the row that disappears"),
            task=_(
                "If Ada's card is too low, she may take row 4, which costs only one head. Then the 61 is gone. "
                "Which card is safe even so?"
            ),
            learned=_(
                "Ada's 30 took the 61, and row 3 became the nearest for high cards. That's all: now you can play."
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(4, 40, 50, 61),
            turns=(
                Turn((6, 5, 10)),
                Turn((16, 14, 11)),
                Turn((19, 21, 20)),
                Turn((24, 22, 26)),
                Turn((31, 32, 33)),
                Turn((35, 52, 44)),
                Turn((54, 57, 55)),
            ),
            hand=(36, 62, 63),
            lay=(30, 46),
            lay_row=4,
            answers=(
                Answer(card=36),
                Answer(
                    card=62,
                    why=_(
                        "Ada's 30 is too low and takes the 61. Your 62 then goes behind the 57, as the sixth "
                        "card: 13 heads."
                    ),
                ),
                Answer(
                    card=63,
                    why=_(
                        "Ada's 30 is too low and takes the 61. Your 63 then goes behind the 57, as the sixth "
                        "card: 13 heads."
                    ),
                ),
            ),
        ),
        "tactic": Lesson(
            variant="tactic",
            title=_("Tactic (count the cards)"),
            task=_(
                "Three players use only the cards 1 to 34. Ada and Bob still hold 15, 24, 28, 30, 31 and 34. "
                "Which of your cards is safe?"
            ),
            learned=_(
                "The 9 and the 10 were gone, so nothing could come between the 8 and your 11. Count the cards "
                "and you'll know."
            ),
            others=(
                "Ada",
                "Bob",
            ),
            rows=(2, 14, 16, 27),
            turns=(
                Turn((19, 32, 13)),
                Turn((17, 18, 25)),
                Turn((10, 12, 23), row=1),
                Turn((9, 4, 7), row=4),
                Turn((6, 29, 20), row=4),
                Turn((1, 5, 3), row=4),
                Turn((8, 22, 21)),
            ),
            hand=(11, 26, 33),
            lay=(30, 24),
            answers=(
                Answer(card=11),
                Answer(
                    card=26,
                    why=_(
                        "The 24 may still come between the 23 and your 26. Bob plays it and fills row 2; the 26 "
                        "would be the sixth card: 5 heads."
                    ),
                ),
                Answer(
                    card=33,
                    why=_(
                        "The 30 and 31 may still come between the 29 and your 33. Ada plays the 30; the 33 would "
                        "be the sixth card of row 3: 8 heads."
                    ),
                ),
            ),
        ),
        "draft": Lesson(
            variant="draft",
            title=_("Draft (pick your cards)"),
            task=_(
                "In the draft, all cards are face up and each player takes one in turn. You pick last; the four "
                "left over start the rows. Which is safest?"
            ),
            learned=_(
                "Nothing comes between the 3 and your 4. In the draft, all hands are known: count the cards that "
                "fit between a row and yours."
            ),
            others=(
                "Ada",
                "Bob",
            ),
            turns=(
                Turn((30, 16, 5)),
                Turn((26, 17, 33)),
                Turn((13, 21, 25)),
                Turn((18, 32, 20)),
                Turn((14, 29, 24)),
                Turn((8, 6, 15)),
                Turn((2, 34, 7)),
                Turn((28, 11, 22)),
                Turn((9, 27, 23)),
            ),
            lay=(1, 10),
            answers=(
                Answer(
                    card=3,
                    why=_(
                        "A low card takes a row: if you pick the 3, the rows start with 4, 12, 19 and 31, all of "
                        "them higher."
                    ),
                ),
                Answer(card=4),
                Answer(
                    card=12,
                    why=_(
                        "There is a gap between the 4 and your 12: Ada and Bob hold 5, 6, 7, 10 and 11, and can "
                        "fill the row before you."
                    ),
                ),
                Answer(
                    card=19,
                    why=_(
                        "There is a gap between the 12 and your 19: Ada and Bob hold 15, 16 and 17, and can fill "
                        "the row before you."
                    ),
                ),
                Answer(
                    card=31,
                    why=_(
                        "A high card has a wide gap below it: Ada and Bob hold eight cards between the 19 and "
                        "your 31, and can fill the row."
                    ),
                ),
            ),
        ),
    }

"""What stands on the screen of a review, besides what every review says (`i18n/game/review.py`)."""

from sixqp_tui.i18n import _, pgettext


def made_column() -> str:
    # Translators: above a column of cards and rows: the ones that a player chose; at most 8 letters
    return pgettext("column", "chosen")


def better_column() -> str:
    # Translators: above a column of cards and rows: those that would have been better; at most 8 letters
    return pgettext("column", "better")


def row_name(row: int) -> str:
    """A row that somebody took, from 0, in a column."""
    # Translators: at most 9 letters
    return pgettext("column", "row {row}").format(row=row + 1)


def was_made(kind: str) -> str:
    # Translators: beside a card: it is the one that was played; at most 6 letters
    return pgettext("card", "played") if kind == "card" else pgettext("row", "taken")


def seen_from(name: str) -> str:
    # Translators: {name} is the player whose decisions are shown
    return _("seen from {name}").format(name=name)


def hands_unknown() -> str:
    return _("This game can't be reviewed, because its hands are unknown.")

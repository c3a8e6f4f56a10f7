"""What stands on the screen of a review, besides what every review says (`i18n/game/review.py`)."""

from sixqp_tui.analysis.words import tenths
from sixqp_tui.i18n import _, ngettext, pgettext


def title(table: str, when: str) -> str:
    # Translators: {when} is the date and the time of the game, {table} the title of the table where it was played
    return _("Review: {when} · {table}").format(table=table, when=when)


def luck_or_skill() -> str:
    # Translators: a heading in capitals
    return _("LUCK OR SKILL")


def heads_column() -> str:
    # Translators: above a column of figures: so many heads
    return pgettext("column", "heads")


def dearest_heading() -> str:
    # Translators: a heading in capitals; dear: they cost heads
    return _("THE DEAREST DECISIONS")


def all_heading() -> str:
    # Translators: a heading in capitals
    return _("ALL DECISIONS")


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


def scene_heading(too_low: int | None) -> str:
    """Above the rows as they lay; `too_low` is the card for which a row was taken."""
    if too_low is None:
        # Translators: a heading in capitals: the table as it was when a card was laid; at most 36 letters
        return _("THE TABLE THEN")
    # Translators: a heading in capitals; {card} was too low, and a row had to be taken; at most 36 letters
    return _("A ROW TO TAKE FOR THE {card}").format(card=too_low)


def options_heading(kind: str) -> str:
    """Above what could have been decided, and what it cost."""
    # Translators: a heading in capitals; the figures below it say how many heads more a card costs than the best
    hand = _("THE HAND THEN, heads more than the best")
    # Translators: a heading in capitals; the figures below it say how many heads more a row costs than the best
    return hand if kind == "card" else _("THE ROWS THEN, heads more than the best")


def was_made(kind: str) -> str:
    # Translators: beside a card: it is the one that was laid; at most 6 letters
    return pgettext("card", "laid") if kind == "card" else pgettext("row", "taken")


def seen_from(name: str) -> str:
    # Translators: {name} is the player whose decisions are shown
    return _("seen from {name}").format(name=name)


def place(number: int, rounds: int, name: str) -> str:
    # Translators: {who} is “seen from Zoé”
    return _("round {number} of {rounds} · {who}").format(number=number, rounds=rounds, who=seen_from(name))


def judging(done: int, tasks: int) -> str:
    """While a game is looked into."""
    if not tasks:
        return _("Reading the game…")
    return _("Looking back on the game: {done} of {tasks}").format(done=done, tasks=tasks)


def time_left(seconds: int) -> str:
    """How long it may still take."""
    if seconds < 90:
        return ngettext("about {n} second left", "about {n} seconds left", seconds).format(n=seconds)
    minutes = round(seconds / 60)
    return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(n=minutes)


def stop_hint() -> str:
    return _("Esc stops, and shows what was found out by then.")


def stops() -> str:
    return _("Stopping…")


def nothing_to_judge() -> str:
    return _("No round of this game was played to its end: there is nothing to look back on.")


def nothing_judged_yet() -> str:
    return _("Nothing is known about these decisions yet.")


def limits_in_short(deals: int, worth_percent: int, least: int) -> str:
    """How far a review can be trusted, on one line of a small window; `least` is in tenths."""
    # Translators: at most 76 characters with its figures; {part} is “65 %”, ± the standard error
    sentence = _("Strong bot, {deals} deals, scaled to {part}; ± standard error; below {least} no proof")
    return sentence.format(deals=deals, part=f"{worth_percent} %", least=tenths(least))


def exported(path: str) -> str:
    return _("The game is in “{path}”").format(path=path)


def not_over() -> str:
    return _("This game is not over: there is no review before its end.")


def hands_unknown() -> str:
    return _("The hands of this game are not known: it cannot be reviewed.")

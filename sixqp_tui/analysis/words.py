"""Words of a review: costs, reasons, luck and skill."""

from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import decimal_point


def tenths(count: int) -> str:
    return f"{abs(count) // 10}{decimal_point()}{abs(count) % 10}"


def signed_tenths(count: int) -> str:
    sign = "+" if count > 0 else "−" if count < 0 else ""
    return sign + tenths(count)


def heads_in_tenths(count: int) -> str:
    # Translators: {n} is a figure with one decimal, such as 4.3
    form = 1 if count == 10 else 0 if count < 20 else 2  # languages differ over what is one, and what is many
    return ngettext("{n} head", "{n} heads", form).format(n=tenths(count))


def in_deals(share: int, of: int) -> str:
    if share == of:
        # Translators: inside a sentence, as “in 86 of 100 deals” is
        return ngettext("in {n} deal", "in all {n} deals", of).format(n=of)
    # Translators: inside a sentence: “in 86 of 100 deals”; a deal is one way in which the unseen cards may be dealt
    return ngettext("in {n} of {of} deal", "in {n} of {of} deals", of).format(n=share, of=of)


def dearest_decisions(count: int) -> str:
    if not count:
        return _("No decision is known to have cost anything.")
    # Translators: above a list of decisions, those that cost the most heads
    return ngettext("The costliest decision:", "The costliest decisions:", count)


def where(number: int, turn: int) -> str:
    return _("round {number}, turn {turn}").format(number=number, turn=turn)


def cost(count: int, error: int, exact: bool) -> str:
    """`cost` is in tenths."""
    if exact:
        # Translators: {heads} is “2.0 heads”; nothing was estimated
        return _("{heads}, exact").format(heads=heads_in_tenths(count))
    # Translators: {heads} is “4.3 heads”, {error} its standard error
    return _("{heads} ± {error}").format(heads=heads_in_tenths(count), error=tenths(error))


# -- why a decision cost what it cost: of the card that was laid ----------------------------------------


# -- of the card that would have been better ------------------------------------------------------------


# -- of a row -------------------------------------------------------------------------------------------


# -- luck or skill --------------------------------------------------------------------------------------


def so_far(done: int, tasks: int) -> str:
    sentence = _("Stopped: {done} of {tasks} parts of the game were reviewed. Only whole rounds are added up.")
    return sentence.format(done=done, tasks=tasks)


def made_column() -> str:
    # Translators: above a column of cards and rows: the ones that a player chose; at most 8 letters
    return pgettext("column", "chosen")


def better_column() -> str:
    # Translators: above a column of cards and rows: those that would have been better; at most 8 letters
    return pgettext("column", "better")


def row_name(row: int) -> str:
    """`row` counts from 0."""
    # Translators: at most 9 letters
    return pgettext("column", "row {row}").format(row=row + 1)


def was_made(kind: str) -> str:
    # Translators: beside a card: it is the one that was played; at most 6 letters
    return pgettext("card", "played") if kind == "card" else pgettext("row", "taken")


def seen_from(name: str) -> str:
    # Translators: {name} is the player whose decisions are shown
    return _("seen from {name}").format(name=name)

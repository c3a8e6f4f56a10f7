"""Text for before, between and after games."""

from sixqp_protocol.room_code import shown_code
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.facts import winners


def chat_heading() -> str:
    return _("CHAT")


def waiting(seated: int, seats: int, watchers: int) -> str:
    # Translators: part of the title line: {seated} of {seats} chairs are taken
    state = _("waiting · {seated} of {seats}").format(seated=seated, seats=seats)
    if not watchers:
        return state
    # Translators: people who watch without a seat; part of the title line
    looking_on = ngettext("{n} watching", "{n} watching", watchers).format(n=watchers)
    return f"{state} · {looking_on}"


def will_sit() -> str:
    return _("You're watching. You'll get a seat before the next game, once a chair is free.")


def sits_now() -> str:
    return _("You have a seat: you're in the next game.")


def last_game(table: Table) -> str:
    if table.ended == "abandoned" or not table.totals:
        return _("The last game was given up.")
    return _("Last game: {winners}.").format(winners=winners(table))


def caution(code: str) -> tuple[str, str]:
    """Two short lines: why guests may not find the table in the list."""
    return {
        # Translators: the first half of a sentence, at most 36 characters; the second half stands on the next line
        "namesake": (_("Another table here has this name:"), _("tell your guests to type")),
        # Translators: the first half of a sentence, at most 36 characters; the line to type follows the second
        "undiscovered": (_("Tables can't be found automatically"), _("here: your guests have to type")),
    }[code]


def ask_leave_game() -> str:
    return _("A game is in progress. You keep your seat, and a bot plays for you until you're back.")


def answer_stay() -> str:
    # Translators: the context “answer” is an answer to choose, behind its key
    return pgettext("answer", "stay")


def ask_hosting(others: int) -> str:
    """`others` are the people besides the host."""
    if others == 0:
        return _("You're the host, and nobody else is at this table.")
    people = others + 1
    return ngettext(
        "You're the host: {n} person is at this table.",
        "You're the host: {n} people are at this table.",
        people,
    ).format(n=people)


def answer_cancel() -> str:
    return pgettext("answer", "cancel")


def room_code(code: str) -> str:
    return _("Room code: {code}").format(code=shown_code(code))


def new_code(code: str) -> str:
    return _("Too many wrong room codes were tried. The new code is {code}.").format(code=shown_code(code))


def ask_end_game(kept: bool) -> str:
    """`kept`: the game can be resumed."""
    if kept:
        return _("A game is in progress. If you leave, it stops and is saved.")
    return _("If you leave, the game ends here: nobody else can finish it.")

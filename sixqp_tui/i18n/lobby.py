"""Text for before, between and after games, and for guests without the program."""

from sixqp_protocol.messages import Way
from sixqp_protocol.room_code import shown_code
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.facts import winners
from sixqp_tui.i18n.phrases import labelled


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


def no_network() -> str:
    # Translators: “sixqp doctor” is typed as it stands
    return _("This machine has no network, so nobody else can join. “sixqp doctor” tells you why.")


def way_needs(kind: str) -> str:
    """What a guest needs for a way in, in at most 74 cells."""
    if kind == "page":
        # Translators: at most 74 characters
        return _("Guests open a web page, or scan a QR code. They install nothing.")
    # Translators: at most 74 characters
    return _("Guests type one line in a terminal. They only need ssh.")


def ask_leave_game() -> str:
    return _("A game is in progress. You keep your seat, and a stand-in plays for you until you're back.")


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


def room_code(code: str) -> str:
    return labelled(_("Room code"), shown_code(code))


def wrong_codes() -> str:
    return _("Somebody tried five wrong room codes. They have to wait for 30 seconds.")


def ask_end_game(kept: bool) -> str:
    """`kept`: the game can be resumed."""
    if kept:
        return _("A game is in progress. If you leave, it stops and is saved.")
    return _("If you leave, the game ends here: nobody else can finish it.")


def friends_join(way: Way | None, line: str) -> str:
    if way == "page":
        return _("Friends with a phone open {line}").format(line=line)
    if way == "ssh":
        return _("Friends with a terminal type {line}").format(line=line)
    return _("Friends with the program type {line}").format(line=line)


def page_honesty() -> str:
    return _("Anyone listening in on this network can see these guests' hands.")


def host_key(fingerprint: str) -> str:
    # Translators: ssh shows it to a guest, who compares both
    return _("The key is {fingerprint}").format(fingerprint=fingerprint)


def came_by(way: Way | None) -> str:
    # Translators: a guest on a phone or in a browser, beside their chair; at most 7 characters
    return pgettext("chair", "phone") if way == "page" else way or ""


def way_problem(kind: str, problem: str) -> str:
    if problem == "taken":
        # Translators: the ports of a way in, such as the web page
        return _("There's no free port for it on this computer.")
    if problem == "failed":
        return _("The program that lets guests in didn't start. Its log says why.")
    if kind == "page":
        return _("The page for phones has stopped. Guests keep their seats.")
    return _("Access by ssh has stopped. Guests keep their seats.")


def way_ended(kind: str) -> str:
    return _("The page for phones was closed.") if kind == "page" else _("Access by ssh was closed.")

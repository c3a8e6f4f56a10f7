"""Text for before, between and after games, and for guests without the program."""

from sixqp_protocol.messages import Way
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


def no_network() -> tuple[str, str, str]:
    """Three short lines: nobody else can join."""
    return (
        # Translators: three lines of at most 32 characters
        _("This machine has no network,"),
        _("so nobody else can join."),
        # Translators: “sixqp doctor” is typed as it stands
        _("sixqp doctor tells you why."),
    )


def way_needs(kind: str) -> str:
    """What a guest needs for a way in, in at most 74 cells."""
    if kind == "page":
        # Translators: at most 74 characters
        return _("Guests open a web page, or scan a QR code. They install nothing.")
    # Translators: at most 74 characters
    return _("Guests type one line in a terminal. They only need ssh.")


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


def way_lines(kind: str, line: str, fingerprint: str | None = None) -> list[str]:
    """What guests type and what their client shows; empty if the way is closed.

    Only the host has a `fingerprint`.
    """
    lines = [_("Without the program: {line}").format(line=line)] if line else []
    if line and kind == "page" and fingerprint is not None:
        lines.append(page_honesty())
    if fingerprint:
        lines.append(host_key(fingerprint))
    return lines


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


def host_code(code: str) -> str:
    return _(
        "To play as the host on your phone, open the page there and type {code} within two minutes. "
        "Your seat then moves to the phone."
    ).format(code=f"{code[:3]} {code[3:]}")


def moved_to_phone() -> str:
    return _("You're playing on your phone now.")


def came_by(way: Way | None) -> str:
    # Translators: a guest on a phone or in a browser, beside their chair; at most 7 characters
    return pgettext("chair", "phone") if way == "page" else way or ""


def way_switches(kind: str, on: bool) -> str:
    if kind == "page":
        return _("Opening the page for phones…") if on else _("Closing the page for phones…")
    return _("Opening access by ssh…") if on else _("Closing access by ssh…")


def way_restarted(kind: str) -> str:
    if kind == "page":
        return _("The page for phones had stopped; it's open again.")
    return _("Access by ssh had stopped; it's open again. Guests reconnect.")


def way_stopped(kind: str) -> str:
    if kind == "page":
        return _("The page for phones keeps stopping, so it's closed now.")
    return _("Access by ssh keeps stopping, so it's closed now.")


def way_ended(kind: str) -> str:
    return _("The page for phones was closed.") if kind == "page" else _("Access by ssh was closed.")

"""What the first screen says: the tables found, how to get to one, and the form that opens one."""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext


def tables_heading() -> str:
    """The heading of the list of tables."""
    return _("TABLES ON THIS NETWORK")


def tables_found(count: int) -> str:
    """How many tables are listed, for the title line."""
    if count == 0:
        return _("no table yet")
    return ngettext("{n} table", "{n} tables", count).format(n=count)


def seats_taken(taken: int, seats: int) -> str:
    """How full a table is, in one word."""
    return f"{taken}/{seats}"


def variant_name(variant: str) -> str:
    """A variant in a word or two; what a newer host calls it, where it is unknown here."""
    return {"classic": _("classic"), "tactic": _("tactic"), "draft": _("pro (draft)")}.get(variant, variant)


def state_name(state: str) -> str:
    """What goes on at a listed table."""
    return {"lobby": pgettext("table", "waiting"), "playing": pgettext("table", "playing")}.get(state, state)


def locked() -> str:
    """The mark of a table that asks for a room code."""
    return pgettext("table", "code")


def silent() -> str:
    """The mark of a table that has not answered lately."""
    return pgettext("table", "no answer")


def looking() -> str:
    """Before the first table is found."""
    return _("Looking for tables…")


def nothing_found(what_is_tried: str) -> str:
    """After two seconds without a table: what is tried, and what the player can do."""
    sentence = _(
        "No table found so far. {tried} Press a and type the address that the host's screen shows, "
        "or press h to host a table yourself (bots can fill the chairs)."
    )
    return sentence.format(tried=what_is_tried)


def discovery_unavailable(detail: str) -> str:
    """Tables cannot be found by themselves here."""
    if detail:
        sentence = _(
            "Automatic discovery is unavailable here ({reason}). Press a and type the address of the table."
        )
        return sentence.format(reason=detail)
    return _("Automatic discovery is unavailable here. Press a and type the address of the table.")


def press_enter_to_join(title: str) -> str:
    """The prompt while a table with a free chair is pointed at."""
    return _("Enter: sit down at {title}.").format(title=title)


def press_watch(title: str) -> str:
    """The prompt while a table that plays or is full is pointed at."""
    return _("Enter: try for a seat at {title}. w: watch.").format(title=title)


def no_table_prompt() -> str:
    """The prompt while the list is empty."""
    return _("h hosts a table, a joins one by its address.")


def joining(name: str) -> str:
    """While a connection is being made."""
    return _("Going to {name}…").format(name=name)


def opening(title: str) -> str:
    """While the table's process starts."""
    return _("Opening {title}…").format(title=title)


def address_label() -> str:
    """Before the line where an address is typed."""
    return _("Address")


def address_example() -> str:
    """Inside the empty line for an address."""
    return _("192.168.1.20, 192.168.1.20:4666, or the name of a table")


def host_heading() -> str:
    """The heading of the form that opens a table."""
    return _("HOST A TABLE")


def field_title() -> str:
    """Form: the table's name."""
    return pgettext("form", "Table")


def field_name() -> str:
    """Form: the player's own name."""
    return _("Your name")


def field_bots() -> str:
    """Form: how many bots sit down at once."""
    return _("Bots")


def bots_told(count: int) -> str:
    """Form: a number of bots, or nobody but people."""
    return str(count) if count else pgettext("bots", "none")


def field_level() -> str:
    """Form: how well they play."""
    return _("Bots play")


def needs_title() -> str:
    """The form lacks the table's name."""
    return _("The table needs a name.")


def needs_name() -> str:
    """The form lacks the player's name."""
    return _("What should the others call you?")


def too_many_bots(seats: int) -> str:
    """The form has more bots than chairs."""
    sentence = ngettext(
        "{seats} chairs: at most {n} bot besides you.",
        "{seats} chairs: at most {n} bots besides you.",
        seats - 1,
    )
    return sentence.format(seats=seats, n=seats - 1)


def no_end() -> str:
    """The form has neither a limit nor a number of rounds (4.3)."""
    return _("The game needs an end: a number of heads, a number of rounds, or both.")

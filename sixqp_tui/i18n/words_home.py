"""What the first screen says: the tables found, how to get to one, and the form that opens one."""


def tables_heading() -> str:
    """The heading of the list of tables."""
    return "TABLES ON THIS NETWORK"


def tables_found(count: int) -> str:
    """How many tables are listed, for the title line."""
    if count == 0:
        return "no table yet"
    return "1 table" if count == 1 else f"{count} tables"


def seats_taken(taken: int, seats: int) -> str:
    """How full a table is, in one word."""
    return f"{taken}/{seats}"


def variant_name(variant: str) -> str:
    """A variant in a word or two; what a newer host calls it, where it is unknown here."""
    return {"classic": "classic", "tactic": "tactic", "draft": "pro (draft)"}.get(variant, variant)


def state_name(state: str) -> str:
    """What goes on at a listed table."""
    return {"lobby": "waiting", "playing": "playing"}.get(state, state)


def locked() -> str:
    """The mark of a table that asks for a room code."""
    return "code"


def silent() -> str:
    """The mark of a table that has not answered lately."""
    return "no answer"


def looking() -> str:
    """Before the first table is found."""
    return "Looking for tables…"


def nothing_found() -> str:
    """After two seconds without a table: what is tried, and what helps."""
    return (
        "No table found so far. This machine keeps asking the local network, by mDNS and by broadcast. "
        "Some networks pass neither on: press a and type the address that the host's screen shows, "
        "or press h to host a table yourself (bots can fill the chairs)."
    )


def discovery_unavailable(detail: str) -> str:
    """Tables cannot be found by themselves here."""
    reason = f" ({detail})" if detail else ""
    return f"Automatic discovery is unavailable here{reason}. Press a and type the address of the table."


def press_enter_to_join(title: str) -> str:
    """The prompt while a table with a free chair is pointed at."""
    return f"Enter: sit down at {title}."


def press_watch(title: str) -> str:
    """The prompt while a table that plays or is full is pointed at."""
    return f"Enter: try for a seat at {title}. w: watch."


def no_table_prompt() -> str:
    """The prompt while the list is empty."""
    return "h hosts a table, a joins one by its address."


def joining(name: str) -> str:
    """While a connection is being made."""
    return f"Going to {name}…"


def opening(title: str) -> str:
    """While the table's process starts."""
    return f"Opening {title}…"


def address_label() -> str:
    """Before the line where an address is typed."""
    return "Address"


def address_example() -> str:
    """Inside the empty line for an address."""
    return "192.168.1.20, 192.168.1.20:4666, or the name of a table"


def key_join() -> str:
    """Footer: sit down at the table pointed at."""
    return "join"


def key_watch() -> str:
    """Footer: look on."""
    return "watch"


def key_address() -> str:
    """Footer: type an address."""
    return "address"


def key_host() -> str:
    """Footer: open a table."""
    return "host"


def key_refresh() -> str:
    """Footer: ask the network again."""
    return "refresh"


def key_rules() -> str:
    """Footer: the rules."""
    return "rules"


def key_quit() -> str:
    """Footer: end the program."""
    return "quit"


def host_heading() -> str:
    """The heading of the form that opens a table."""
    return "HOST A TABLE"


def field_title() -> str:
    """Form: the table's name."""
    return "Table"


def field_name() -> str:
    """Form: the player's own name."""
    return "Your name"


def field_bots() -> str:
    """Form: how many bots sit down at once."""
    return "Bots"


def no_bots() -> str:
    """Form: nobody but people."""
    return "none"


def field_level() -> str:
    """Form: how well they play."""
    return "Bots play"


def key_open() -> str:
    """Footer: open the table."""
    return "open the table"


def needs_title() -> str:
    """The form lacks the table's name."""
    return "The table needs a name."


def needs_name() -> str:
    """The form lacks the player's name."""
    return "What should the others call you?"


def too_many_bots(seats: int) -> str:
    """The form has more bots than chairs."""
    return f"{seats} chairs: at most {seats - 1} bots besides you."


def no_end() -> str:
    """The form has neither a limit nor a number of rounds (4.3)."""
    return "The game needs an end: a number of heads, a number of rounds, or both."

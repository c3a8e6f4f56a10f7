"""What the command line says: how to join, and why something could not be done."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext


def default_title(name: str) -> str:
    """What a table is called when its host gives it no title."""
    return _("{name}'s table").format(name=name)


def nobody() -> str:
    """The name of a player whose name is not to be found out."""
    return _("Player")


def table_is_open(title: str, table: str, join_lines: Sequence[str]) -> str:
    """How to join a table that was just opened, for the screen of a dedicated host."""
    first = _("The table “{title}” ({table}) is open. Others join it with").format(title=title, table=table)
    return "\n".join((first, *(f"  {line}" for line in join_lines)))


def no_address() -> str:
    """A table is open on a machine that no other one can reach."""
    return _("This machine has no network address: only players on this machine can join.")


def seats_filled(taken: int, needed: int) -> str:
    """How far a dedicated table is from its start."""
    sentence = ngettext(
        "{n} seated; the game starts with {needed}.", "{n} seated; the game starts with {needed}.", taken
    )
    return sentence.format(n=taken, needed=needed)


def game_starts() -> str:
    """A dedicated table's game begins."""
    return _("The game begins.")


def game_over() -> str:
    """A dedicated table's game is over."""
    return _("The game is over.")


def discovery_unavailable() -> str:
    """Zeroconf does not work here; typed addresses still do."""
    return _("Automatic discovery is unavailable here: others must type the address.")


def port_taken(port: int) -> str:
    """The port that was asked for is in use."""
    return _("Port {port} is taken by another program: give another one with --port, or leave --port out.").format(
        port=port
    )


def no_port() -> str:
    """None of the usual ports is free."""
    return _("All the usual ports, from 4666 on, are taken: give a free one with --port.")


def cannot_listen(port: int | None, reason: str) -> str:
    """The system refuses to listen."""
    if port is None:
        return _("This machine does not let a table listen: {reason}.").format(reason=reason)
    return _("This machine does not let a table listen on port {port}: {reason}.").format(port=port, reason=reason)


def files_refused(path: str, reason: str) -> str:
    """A file or folder of the game's own cannot be used."""
    if path:
        sentence = _(
            "The game cannot use “{path}”: {reason}. SIXQP_HOME can name another folder for what it keeps."
        )
    else:
        sentence = _(
            "The game cannot use a file of its own: {reason}. SIXQP_HOME can name another folder for what it keeps."
        )
    return sentence.format(path=path, reason=reason)


def cannot_print(reason: str) -> str:
    """What is to be printed is not taken."""
    return _("The output cannot be written: {reason}.").format(reason=reason)


def no_machine_called(host: str) -> str:
    """The name in a typed address means nothing here."""
    return _(
        "No machine called “{host}” is known on this network. Type its address in numbers, or ask its host."
    ).format(host=host)


def table_did_not_start(log: str) -> str:
    """The table's process ended before the table stood."""
    return _("The table's own process ended before the table stood; its log is {log}.").format(log=log)


def no_terminal(command: str) -> str:
    """A screen was asked for where there is none."""
    instead = {
        "host": _("use `sixqp host --plain` to play by lines of text, `sixqp serve` for a table without a player"),
        "join": _(
            "use `sixqp join --plain` to play by lines of text, or without a screen "
            "`sixqp join TABLE --bot` or `sixqp join TABLE --watch --json`"
        ),
        "play": _("use `sixqp play --plain` to play by lines of text"),
        "local": _("handing the keyboard round needs a screen that can hide the hands"),
    }.get(command, _("use `sixqp join --plain` to play by lines of text, or start it in a terminal window"))
    return _("This needs a terminal, and there is none here: {instead}.").format(instead=instead)


def no_table_called(title: str, seconds: float) -> str:
    """Nothing of that name was found."""
    sentence = _(
        "No table called “{title}” was found on this LAN in {seconds} s, and no machine of that name. "
        "Ask its host for the address and type: sixqp join HOST:PORT"
    )
    return sentence.format(title=title, seconds=format(seconds, "g"))


def several_tables_called(title: str, addresses: Sequence[str]) -> str:
    """A title that is not enough to tell tables apart."""
    lines = _(" or ").join(f"sixqp join {address}" for address in addresses)
    sentence = ngettext(
        "{n} table is called “{title}”. Choose by address: {lines}",
        "{n} tables are called “{title}”. Choose by address: {lines}",
        len(addresses),
    )
    return sentence.format(n=len(addresses), title=title, lines=lines)


def same_title_here(title: str, join_line: str) -> str:
    """Another table of the LAN bears the same title as ours."""
    sentence = _("Another table here is called “{title}” too: tell your guests to type {join_line}")
    return sentence.format(title=title, join_line=join_line)


def bad_address(text: str) -> str:
    """HOST:PORT with an impossible port."""
    return _("Expected HOST or HOST:PORT with a port from 1 to 65535, got “{text}”.").format(text=text)


def needs_target(option: str) -> str:
    """An option of `join` that needs a table to be named."""
    return _("{option} needs a table: sixqp join TITLE {option}, or HOST[:PORT].").format(option=option)


def json_needs_watch() -> str:
    """--json without --watch."""
    return _("--json prints what a watcher sees: give --watch too.")


def bot_or_watch() -> str:
    """--bot and --watch at once."""
    return _("--bot plays and --watch looks on: give one of them.")


def plain_alone(option: str) -> str:
    """--plain and another way to do without a screen."""
    return _("--plain is for a person, {option} is not: give one of them.").format(option=option)


def level_needs_bot() -> str:
    """--level without --bot."""
    return _("--level is how well a bot plays: give --bot too.")


def kept_open(join_line: str) -> str:
    """The host has left and the table stands."""
    return _("The table stays open. Come back to it with: {join_line}").format(join_line=join_line)


def bot_sits(name: str, title: str) -> str:
    """A bot has taken its seat."""
    return _("{name} (a bot) sits at “{title}”.").format(name=name, title=title)


def endless() -> str:
    """Neither a limit nor a number of rounds."""
    return _("This game would never end: give --limit, --rounds, or both.")


def too_many_bots(bots: int, seats: int) -> str:
    """No chair is left for anybody else."""
    sentence = ngettext(
        "{n} bot leaves no chair free at a table of {seats}: at most {most} fit.",
        "{n} bots leave no chair free at a table of {seats}: at most {most} fit.",
        bots,
    )
    return sentence.format(n=bots, seats=seats, most=seats - 1)


def too_few_to_start(wanted: int, seats: int) -> str:
    """--start-with asks for more than there are chairs."""
    sentence = _("--start-with {wanted} can never be reached at a table of {seats}: at most {seats} fit.")
    return sentence.format(wanted=wanted, seats=seats)


def bot() -> str:
    """What a bot is called that was sent without a name."""
    return _("Bot")


def game_not_over() -> str:
    """The connection ended before the game did, and nobody knows why."""
    return _("The connection to the table ended before the game did.")


def not_for_hands() -> str:
    """An option that only `host` gives to the table that it starts."""
    return _("--owned is how `sixqp host` starts its table: type `sixqp host` or `sixqp serve`.")


def empty_target() -> str:
    """A table was named with an empty text."""
    return _("Expected a table's title or HOST[:PORT], got nothing.")

"""What the command line says: help, how to join, and why something could not be done."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext


def about() -> str:
    """What the program is, above its help."""
    return _(
        "6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal. "
        "Without a command: the tables found here."
    )


def command_help(command: str) -> str:
    """What a command does, in one line of help."""
    return {
        "host": _("open a table on this LAN and sit down at it"),
        "serve": _("open a table without a player or a screen (a dedicated host)"),
        "join": _("sit down at a table of this LAN, or look on"),
    }[command]


def option_help(option: str) -> str:
    """What an option does, in one line of help."""
    return {
        "title": _("what the table is called (at most 24 characters)"),
        "name": _("your name at the table (at most 16 characters)"),
        "port": _("the TCP port; default 4666, or the next free one"),
        "variant": _("classic (default), tactic (cards 1 to 10n+4 only) or draft (everybody picks ten cards)"),
        "limit": _("heads that end the game (default 66), or none"),
        "limit-rule": _("the game ends when a total goes over (default) the limit, or when it reaches it"),
        "rounds": _("the largest number of rounds; alone it is the only end"),
        "seats": _("how many chairs the table has, 2 to 10 (default 10)"),
        "bots": _("how many bots sit down at once, 0 to 9"),
        "timer": _("seconds for a decision (default 90), or none"),
        "seed": _("any text: the same seed deals the same cards"),
        "config": _("a file of names and settings (default: config.txt, where there is one)"),
        "start-with": _("start as soon as this many are seated (default: all of --seats)"),
        "once": _("end after one game, with exit code 0"),
        "target": _("the table's title, or HOST[:PORT]; without it, the list of tables found"),
        "watch": _("look on without a seat"),
        "bot": _("let a bot play, without a screen, until the game ends"),
        "json": _("with --watch: print every public fact of the game as one line of JSON"),
        "trust-new": _("accept that the table at this address has another certificate than before"),
        "lang": _("the language: en or fr (default: that of the system)"),
        "version": _("print the version and end"),
    }[option]


def metavar(key: str) -> str:
    """What stands for the value of an option in the help."""
    return {
        "command": _("COMMAND"),
        "title": _("TITLE"),
        "name": _("NAME"),
        "rounds": _("ROUNDS"),
        "seats": _("SEATS"),
        "bots": _("BOTS"),
        "timer": _("TIMER"),
        "variant": _("VARIANT"),
        "limit": _("LIMIT"),
        "limit-rule": _("LIMIT-RULE"),
        "seed": _("SEED"),
        "config": _("FILE"),
        "target": _("TABLE"),
    }.get(key, key.upper())


def see_help(program: str) -> str:
    """Where to read on after a wrong command line."""
    return _("(see {program} --help)").format(program=program)


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


def table_did_not_start(log: str) -> str:
    """The table's process ended before the table stood."""
    return _("The table's own process ended before the table stood; its log is {log}.").format(log=log)


def no_terminal(command: str) -> str:
    """A screen was asked for where there is none."""
    instead = {
        "host": _("use `sixqp serve` for a table without a screen"),
        "join": _("use `sixqp join TABLE --bot` or `sixqp join TABLE --watch --json` without a screen"),
    }.get(command, _("start it in a terminal window"))
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

"""What the command line says: help, how to join, and why something could not be done."""

from collections.abc import Sequence

ABOUT = (
    "6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal. Without a command: the tables found here."
)


def command_help(command: str) -> str:
    """What a command does, in one line of help."""
    return {
        "host": "open a table on this LAN and sit down at it",
        "serve": "open a table without a player or a screen (a dedicated host)",
        "join": "sit down at a table of this LAN, or look on",
        "arena": "let bots play bots, without a screen, and print how they fared",
    }[command]


def option_help(option: str) -> str:
    """What an option does, in one line of help."""
    return {
        "title": "what the table is called (at most 24 characters)",
        "name": "your name at the table (at most 16 characters)",
        "port": "the TCP port; default 4666, or the next free one",
        "variant": "classic (default), tactic (cards 1 to 10n+4 only) or draft (everybody picks ten cards)",
        "limit": "heads that end the game (default 66), or none",
        "limit-rule": "the game ends when a total goes over (default) the limit, or when it reaches it",
        "rounds": "the largest number of rounds; alone it is the only end",
        "seats": "how many chairs the table has, 2 to 10 (default 10)",
        "bots": "how many bots sit down at once, 0 to 9",
        "level": "how well the bots play: easy, medium (default) or hard",
        "bot-pause": "seconds that a bot takes for a decision at most, 0 to 10 (default 2)",
        "timer": "seconds for a decision (default 90), or none",
        "seed": "any text: the same seed deals the same cards",
        "config": "a file of names and settings (default: config.txt, where there is one)",
        "start-with": "start as soon as this many are seated (default: all of --seats)",
        "once": "end after one game, with exit code 0",
        "target": "the table's title, or HOST[:PORT]; without it, the list of tables found",
        "watch": "look on without a seat",
        "bot": "let a bot play, without a screen, until the game ends",
        "json": "with --watch: print every public fact of the game as one line of JSON",
        "trust-new": "accept that the table at this address has another certificate than before",
        "levels": "easy, medium or hard, one a player; the last fills the other chairs (default: hard medium)",
        "arena-players": "how many play, 2 to 10 (default 4)",
        "arena-rounds": "how many rounds at least (default 400): every deal is played in all seatings",
        "arena-thinking": "milliseconds that a hard bot searches for each decision (default 300)",
        "arena-deals": "instead, how many deals it tries for each decision: repeatable on any machine",
        "arena-jobs": "how many processes play at once (default: one a core)",
        "arena-json": "print the figures as one line of JSON",
        "arena-csv": "print the figures as CSV",
        "version": "print the version and end",
    }[option]


def see_help(program: str) -> str:
    """Where to read on after a wrong command line."""
    return f"(see {program} --help)"


def default_title(name: str) -> str:
    """What a table is called when its host gives it no title."""
    return f"{name}'s table"


def nobody() -> str:
    """The name of a player whose name is not to be found out."""
    return "Player"


def table_is_open(title: str, table: str, join_lines: Sequence[str]) -> str:
    """How to join a table that was just opened, for the screen of a dedicated host."""
    lines = "\n".join(f"  {line}" for line in join_lines)
    return f"The table “{title}” ({table}) is open. Others join it with\n{lines}"


def no_address() -> str:
    """A table is open on a machine that no other one can reach."""
    return "This machine has no network address: only players on this machine can join."


def seats_filled(taken: int, needed: int) -> str:
    """How far a dedicated table is from its start."""
    return f"{taken} seated; the game starts with {needed}."


def game_starts() -> str:
    """A dedicated table's game begins."""
    return "The game begins."


def game_over() -> str:
    """A dedicated table's game is over."""
    return "The game is over."


def discovery_unavailable(detail: str) -> str:
    """Zeroconf does not work here; typed addresses still do."""
    return f"Automatic discovery is unavailable here ({detail}): others must type the address."


def port_taken(port: int) -> str:
    """The port that was asked for is in use."""
    return f"Port {port} is taken by another program: give another one with --port, or leave --port out."


def no_port() -> str:
    """None of the usual ports is free."""
    return "All the usual ports, from 4666 on, are taken: give a free one with --port."


def cannot_listen(port: int | None, reason: str) -> str:
    """The system refuses to listen."""
    where = "" if port is None else f" on port {port}"
    return f"This machine does not let a table listen{where}: {reason}."


def table_did_not_start(log: str) -> str:
    """The table's process ended before the table stood."""
    return f"The table's own process ended before the table stood; its log is {log}."


def no_terminal(command: str) -> str:
    """A screen was asked for where there is none."""
    instead = {
        "host": "use `sixqp serve` for a table without a screen",
        "join": "use `sixqp join TABLE --bot` or `sixqp join TABLE --watch --json` without a screen",
    }.get(command, "start it in a terminal window")
    return f"This needs a terminal, and there is none here: {instead}."


def no_table_called(title: str, seconds: float) -> str:
    """Nothing of that name was found."""
    return (
        f"No table called “{title}” was found on this LAN in {seconds:g} s, and no machine of that name. "
        "Ask its host for the address and type: sixqp join HOST:PORT"
    )


def several_tables_called(title: str, addresses: Sequence[str]) -> str:
    """A title that is not enough to tell tables apart."""
    lines = " or ".join(f"sixqp join {address}" for address in addresses)
    return f"{len(addresses)} tables are called “{title}”. Choose by address: {lines}"


def same_title_here(title: str, join_line: str) -> str:
    """Another table of the LAN bears the same title as ours."""
    return f"Another table here is called “{title}” too: tell your guests to type {join_line}"


def bad_address(text: str) -> str:
    """HOST:PORT with an impossible port."""
    return f"Expected HOST or HOST:PORT with a port from 1 to 65535, got “{text}”."


def needs_target(option: str) -> str:
    """An option of `join` that needs a table to be named."""
    return f"{option} needs a table: sixqp join TITLE {option}, or HOST[:PORT]."


def json_needs_watch() -> str:
    """--json without --watch."""
    return "--json prints what a watcher sees: give --watch too."


def bot_or_watch() -> str:
    """--bot and --watch at once."""
    return "--bot plays and --watch looks on: give one of them."


def level_needs_bot() -> str:
    """--level without --bot."""
    return "--level is how well a bot plays: give --bot too."


def kept_open(join_line: str) -> str:
    """The host has left and the table stands."""
    return f"The table stays open. Come back to it with: {join_line}"


def bot_sits(name: str, title: str) -> str:
    """A bot has taken its seat."""
    return f"{name} (a bot) sits at “{title}”."


def endless() -> str:
    """Neither a limit nor a number of rounds."""
    return "This game would never end: give --limit, --rounds, or both."


def too_many_bots(bots: int, seats: int) -> str:
    """No chair is left for anybody else."""
    return f"{bots} bots leave no chair free at a table of {seats}: at most {seats - 1} fit."


def too_few_to_start(wanted: int, seats: int) -> str:
    """--start-with asks for more than there are chairs."""
    return f"--start-with {wanted} can never be reached at a table of {seats}: at most {seats} fit."


def bot() -> str:
    """What a bot is called that was sent without a name."""
    return "Bot"


def game_not_over() -> str:
    """The connection ended before the game did, and nobody knows why."""
    return "The connection to the table ended before the game did."

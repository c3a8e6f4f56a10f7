"""The help of the command line: what there is to type, and what it does."""

from sixqp_tui.i18n.catalog import gettext as _


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
        "play": _("play alone against bots, at once and without a network"),
        "local": _("play around one keyboard, handing it from one to the next"),
        "doctor": _("find out whether tables can be found from this machine, and what is in the way"),
        "arena": _("let bots play bots, without a screen, and print how they fared"),
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
        "level": _("how well the bots play: easy, medium (default) or hard"),
        "bot-pause": _("seconds that a bot takes for a decision at most, 0 to 10 (default 2)"),
        "timer": _("seconds for a decision (default 90), or none"),
        "cards-seen": _("whether the table lists the cards seen this round: on (default) or off"),
        "seed": _("any text: the same seed deals the same cards"),
        "config": _("a file of names and settings (default: config.txt, where there is one)"),
        "resume": _("go on with an unfinished table: the newest, or the one with this title or id"),
        "start-with": _("start as soon as this many are seated (default: all of --seats)"),
        "once": _("end after one game, with exit code 0"),
        "target": _("the table's title, HOST[:PORT] or a sixqp:// invitation; without it, the list of tables"),
        "watch": _("look on without a seat"),
        "bot": _("let a bot play, without a screen, until the game ends"),
        "json": _("with --watch: print every public fact of the game as one line of JSON"),
        "plain": _("play by lines of text, without a screen: for screen readers and pipes"),
        "levels": _("easy, medium or hard, one a player; the last fills the other chairs (default: hard medium)"),
        "arena-players": _("how many play, 2 to 10 (default 4)"),
        "arena-rounds": _("how many rounds at least (default 400): every deal is played in all seatings"),
        "arena-thinking": _("milliseconds that a hard bot searches for each decision (default 300)"),
        "arena-deals": _("instead, how many deals it tries for each decision: repeatable on any machine"),
        "arena-jobs": _("how many processes play at once (default: one a core)"),
        "arena-json": _("print the figures as one line of JSON"),
        "arena-csv": _("print the figures as CSV"),
        "lang": _("the language: en or fr (default: the preferred one, or that of the system)"),
        "pace": _("how slowly it is shown what happened in a turn"),
        "hint": _("whether a lifted card shows where it would land"),
        "bell": _("whether the terminal's bell rings when it is your turn"),
        "theme": _("the colours"),
        "ascii": _("draw nothing but plain ASCII signs"),
        "doctor-json": _("print what was found out as JSON for a bug report, without addresses and names"),
        "version": _("print the version and end"),
        **_at_one_keyboard(),
        **_at_the_door(),
    }[option]


def preferences_heading() -> str:
    """The options that are the player's own, in the help."""
    return _("how it looks to you, in this run (the key o changes it for good)")


def _at_one_keyboard() -> dict[str, str]:
    return {
        "bots-here": _("how many bots play (default 3, or those that config.txt names)"),
        "bots-around": _("how many bots sit there, the named ones included (default: those)"),
        "mixed-level": _("how well the bots play: easy, medium (default) or hard; several, as in easy,hard, mix"),
        "players": _("who plays, in this order: names between commas, also `bot NAME LEVEL` (default: config.txt)"),
        "timer-here": _("seconds for a decision, or none (default)"),
    }


def _at_the_door() -> dict[str, str]:
    return {
        "lock": _("ask newcomers for a room code: CODE (4 to 16 letters and digits), or one made for you"),
        "code": _("the room code of a locked table, as its host tells it"),
        "trust-new": _("accept that the table at this address has another certificate than before"),
    }


def metavar(key: str) -> str:
    """What stands for the value of an option in the help."""
    return {
        "command": _("COMMAND"),
        "title": _("TITLE"),
        "name": _("NAME"),
        "rounds": _("ROUNDS"),
        "seats": _("SEATS"),
        "bots": _("BOTS"),
        "timer": _("SECONDS"),
        "bot-pause": _("SECONDS"),
        "cards-seen": "on|off",
        "lock": _("CODE"),
        "code": _("CODE"),
        "variant": _("VARIANT"),
        "level": _("LEVEL"),
        "limit": _("LIMIT"),
        "limit-rule": _("LIMIT-RULE"),
        "seed": _("SEED"),
        "config": _("FILE"),
        "players": _("NAMES"),
        "target": _("TABLE"),
    }.get(key, key.upper())


def see_help(program: str) -> str:
    """Where to read on after a wrong command line."""
    return _("(see {program} --help)").format(program=program)

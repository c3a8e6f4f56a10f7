"""What the command line says: its help, how to join, and why something could not be done."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from sixqp_tui.i18n import _, ngettext


def default_title(name: str) -> str:
    """What a table is called when its host gives it no title."""
    return _("{name}'s table").format(name=name)


def table_is_open(title: str, table: str, join_lines: Sequence[str]) -> str:
    """How to join a table that was just opened, for the screen of a dedicated host."""
    first = _("The table “{title}” ({table}) is open. Others join it with").format(title=title, table=table)
    return "\n".join((first, *(f"  {line}" for line in join_lines)))


def seats_filled(taken: int, needed: int) -> str:
    """How far a dedicated table is from its start."""
    sentence = ngettext(
        "{n} seated; the game starts with {needed}.", "{n} seated; the game starts with {needed}.", taken
    )
    return sentence.format(n=taken, needed=needed)


def port_taken(port: int) -> str:
    """The port that was asked for is in use."""
    return _("Port {port} is taken by another program: give another one with --port, or leave --port out.").format(
        port=port
    )


def cannot_listen(port: int | None, reason: str) -> str:
    """The system refuses to listen."""
    if port is None:
        return _("This machine does not let a table listen: {reason}.").format(reason=reason)
    return _("This machine does not let a table listen on port {port}: {reason}.").format(port=port, reason=reason)


def known_tables_damaged(path: str) -> str:
    """The file of the tables played at before cannot be understood."""
    # Translators: the game remembers the certificate of each table; without the file it can warn of no change.
    return _(
        "“{path}” is damaged: no table of earlier visits is recognised. "
        "The next visit keeps it aside and begins anew."
    ).format(path=path)


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


def plain_alone(option: str) -> str:
    """--plain and another way to do without a screen."""
    return _("--plain is for a person, {option} is not: give one of them.").format(option=option)


def kept_open(join_line: str) -> str:
    """The host has left and the table stands."""
    return _("The table stays open. Come back to it with: {join_line}").format(join_line=join_line)


def bot_sits(name: str, title: str) -> str:
    """A bot has taken its seat."""
    return _("{name} (a bot) sits at “{title}”.").format(name=name, title=title)


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


def no_names(file: str) -> str:
    """`sixqp local` knows nobody's name."""
    sentence = _(
        "There is no {file} here that says who plays: write one name a line into it, or give --players A,B."
    )
    return sentence.format(file=file)


def nobody_named(file: str) -> str:
    """The file, or the list, names bots at most."""
    sentence = _("{file} names nobody who plays: write one name a line into it, or give --players A,B.")
    return sentence.format(file=file)


def one_name_only(name: str) -> str:
    """One person, and no bots."""
    sentence = _("{name} is the only name, and a game needs two players: add another, or a line such as `bot Hal`.")
    return sentence.format(name=name)


def too_many_players(count: int, most: int) -> str:
    """More people and bots than a table has chairs."""
    sentence = ngettext("{n} player and bot are too many", "{n} players and bots are too many", count)
    return _("{too_many}: at most {most} sit at a table.").format(too_many=sentence.format(n=count), most=most)


def cannot_begin() -> str:
    """The table in this process did not begin its game."""
    return _("The game could not begin; the log says why.")


class Told(Protocol):
    """The figures of one level."""

    @property
    def name(self) -> str:
        """The level."""

    @property
    def rounds(self) -> int:
        """How many rounds it has played."""

    @property
    def heads(self) -> float:
        """Heads a round."""

    @property
    def heads_within(self) -> float:
        """How far off that may be by chance."""

    @property
    def wins(self) -> float:
        """The share of wins of one player."""

    @property
    def wins_within(self) -> float:
        """How far off that may be by chance."""

    @property
    def milliseconds(self) -> float:
        """A move takes so long."""


def arena_told(variant: str, players: int, seed: str, figures: Iterable[Told]) -> str:
    """The figures as lines for people."""
    return "\n".join(_lines(variant, players, seed, list(figures)))


def _lines(variant: str, players: int, seed: str, figures: list[Told]) -> Iterator[str]:
    rounds = figures[0].rounds
    first = ngettext(
        "{n} round of {players} players, {variant}, seed {seed}; every deal in {players} seatings",
        "{n} rounds of {players} players, {variant}, seed {seed}; every deal in {players} seatings",
        rounds,
    )
    yield first.format(n=rounds, players=players, variant=variant, seed=seed)
    headings = (_("heads a round"), _("wins a player"), _("ms a move"))
    yield "{:10} {:>16} {:>18} {:>10}".format("", *headings)
    for each in figures:
        heads = f"{each.heads:.2f} ± {each.heads_within:.2f}"
        wins = f"{100 * each.wins:.1f} ± {100 * each.wins_within:.1f} %"
        yield f"{each.name:10} {heads:>16} {wins:>18} {each.milliseconds:>10.2f}"
    last = _("± is the {certainty} confidence interval over the deals; an even player wins {share}.")
    yield last.format(certainty="95 %", share=f"{100 / players:.1f} %")


def more_levels_than_players(levels: int, players: int) -> str:
    """There are not chairs enough for all levels named."""
    sentence = _("{levels} levels are named for {players} players: give --players {levels}, or fewer levels.")
    return sentence.format(levels=levels, players=players)


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


def translate(message: str) -> str:
    """One of argparse's messages."""
    return _messages().get(message, message)


def translate_count(singular: str, plural: str, n: int) -> str:
    """One of argparse's messages about a number."""
    if singular == "expected %s argument":
        return ngettext("expected %s argument", "expected %s arguments", n)
    return singular if n == 1 else plural


def _messages() -> dict[str, str]:
    return {
        "usage: ": _("usage: "),
        "positional arguments": _("positional arguments"),
        "options": _("options"),
        "show this help message and exit": _("show this help message and exit"),
        "argument %(argument_name)s: %(message)s": _("argument %(argument_name)s: %(message)s"),
        "the following arguments are required: %s": _("the following arguments are required: %s"),
        "unrecognized arguments: %s": _("unrecognized arguments: %s"),
        "expected one argument": _("expected one argument"),
        "expected at most one argument": _("expected at most one argument"),
        "expected at least one argument": _("expected at least one argument"),
        "ignored explicit argument %r": _("ignored explicit argument %r"),
        "not allowed with argument %s": _("not allowed with argument %s"),
        "invalid choice: %(value)r (choose from %(choices)s)": _(
            "invalid choice: %(value)r (choose from %(choices)s)"
        ),
        "unknown parser %(parser_name)r (choices: %(choices)s)": _(
            "unknown parser %(parser_name)r (choices: %(choices)s)"
        ),
    }

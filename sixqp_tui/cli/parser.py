"""The command line: what may be written, and one sentence for what may not. Imports nothing that is slow."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from sixqp_protocol.text import clean
from sixqp_tui import __version__, i18n
from sixqp_tui.cli.option_values import converted, integer, level_list, secret, table_option, word_of
from sixqp_tui.cli.secret_options import VARIABLES, take_from_environment
from sixqp_tui.i18n import _
from sixqp_tui.i18n.system import system_language
from sixqp_tui.store.players import parse_players
from sixqp_tui.store.preferences import SWITCH, WORDS
from sixqp_tui.terminal.output import print_error
from sixqp_tui.terminal.preferences import stored_language

TABLE_KEYS = (
    "title", "name", "port", "variant", "limit", "limit-rule", "rounds", "seats", "bots", "level",
    "bot-pause", "timer", "bank", "round-pause", "cards-seen", "lock", "seed", "page", "page-tls", "ssh",
)  # fmt: skip

_PLAYED_HERE = (
    "title", "variant", "limit", "limit-rule", "rounds", "seats", "bots", "bot-pause", "timer", "bank",
    "round-pause", "cards-seen", "seed",
)  # fmt: skip

THEMES: dict[str, str] = {
    "too-low": "too low",
    "sixth-card": "sixth card",
    "counting": "counting",
    "last-three": "last three",
    "tactic": "tactic",
    "draft": "draft",
}
"""The themes of the puzzles, as they are typed."""

_STAND_ALONE = ("lock", "page", "page-tls", "ssh")
"""Options of a table that are switched on where no value follows."""

_NAMED_TWICE = re.compile(r".*?(?P<option>--\S+?) ?: (?P<sentence>(?P=option) ?: .*)", re.DOTALL)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        # Translators: at the end of every sentence about a wrong command line; {program} may be “sixqp host”
        see_help = _("(see {program} --help)").format(program=self.prog)
        sentence = f"{self.prog}: {_named_once(message)} {see_help}"
        print_error(clean(sentence, len(sentence) * 2))
        sys.exit(2)


class _NoCoach(argparse.Action):
    """Nobody is coached at a table with another person."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:

        parser.error(only_alone())


def _named_once(message: str) -> str:
    """The sentence alone: argparse names the option before it, also where the sentence begins with it."""
    twice = _NAMED_TWICE.fullmatch(message)
    return twice["sentence"] if twice else message


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for; `command` names the module whose `run` does it. Exits with 2 where it is unclear.

    The language is in use from here on: `--lang` wherever it stands, else the preferred one, else the system's.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    asked = _language_asked_for(given)
    i18n.use(asked if asked in i18n.LANGUAGES else stored_language() or system_language())
    with i18n.standard_library_too():
        parser, commands = _parsers(given)
        if given and given[0] not in commands:
            from sixqp_tui.cli.misplaced_options import explain_misplaced

            if sentence := explain_misplaced(given, parser, commands):
                parser.error(sentence)
        parsed = parser.parse_args(given)
        try:
            take_from_environment(parsed)
        except argparse.ArgumentTypeError as error:
            parser.error(str(error))
        return parsed


def _parsers(given: Sequence[str]) -> tuple[_Parser, dict[str, _Parser]]:
    """The command line, described in the language in use, and its commands by their names.

    All commands are there unless what is `given` begins with one, or is nothing: then no other one is needed, and
    to describe them all would take some milliseconds of every start.
    """
    parser = _Parser(
        prog="sixqp",
        description=_(
            "6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal. Without a command, shows the "
            "tables found here."
        ),
        allow_abbrev=False,
    )
    version = _("print the version and exit")
    parser.add_argument("--version", action="version", version=f"sixqp {__version__}", help=version)
    _lang(parser)
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.cli.home", secrets=())
    named: dict[str, _Parser] = {}
    # Translators: what a player puts in this place of the command line: “sixqp COMMAND”
    commands = parser.add_subparsers(metavar=_("COMMAND"), parser_class=_Parser)
    described = (
        ("host", _host, _("open a table on this LAN and play at it")),
        ("join", _join, _("join a table on this LAN, or watch it")),
        ("play", _play, _("play alone against bots, at once, without a network")),
        ("local", _local, _("play together on one keyboard, passing it around")),
        ("learn", _learn, _("learn the game at the table, in a few short lessons")),
        ("puzzles", _puzzles, _("find the best card: five puzzles a day, the same for everybody, and more")),
        ("replay", _replay, _("replay a finished game")),
        ("serve", _serve, _("open a table without a player or a screen (a dedicated host)")),
        ("lend", _lend, _("lend the program to guests on this LAN who do not have it")),
        ("history", _history, _("list your finished games, or delete old ones")),
        (
            "scores",
            _scores,
            _("show your results and everybody else's: games, heads, rows taken, ratings, evenings"),
        ),
        ("persons", _persons, _("list everybody you have played with, and merge players who are the same person")),
        ("export", _export, _("write a finished game to a file, to share it")),
        ("import", _import, _("add a game file that somebody gave you to your history")),
        ("review", _review, _("review a finished game: what was luck, and which decisions were costly")),
        ("doctor", _doctor, _("check whether tables can be found from this machine, and what is in the way")),
        ("arena", _arena, _("let bots play each other, without a screen, and print the results")),
    )
    needed = [each for each in described if each[0] in given[:1]]
    for command, fill, about in needed or (described if given else ()):
        sub = commands.add_parser(command, help=about, description=about, allow_abbrev=False)
        _lang(sub)
        fill(sub)
        if command in ("host", "join", "local", "serve"):
            sub.add_argument("--coach", action=_NoCoach, nargs=0, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        if secrets := sub.get_default("secrets"):
            sub.epilog = _about_secrets([VARIABLES[key] for key in secrets])
        named[command] = sub
    return parser, named


def _about_secrets(variables: Sequence[str]) -> str:
    # Translators: CODE and SEED stand for what follows --code, --lock and --seed; {variables} is such as SIXQP_CODE
    sentence = _(
        "Other users of this machine may see your command line. For CODE or SEED, it is safer to give - (reads a "
        "line from standard input) or to set {variables}."
    )
    return sentence.format(variables=", ".join(variables))


def _language_asked_for(given: Sequence[str]) -> str:
    """What stands behind `--lang`, before anything is said; "" where nothing does."""
    if not any(word.partition("=")[0] == "--lang" for word in given):
        return ""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?", default="")
    language: str | None = early.parse_known_args(given)[0].lang
    return (language or "").strip().lower()


def _lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        type=word_of("lang", tuple(i18n.LANGUAGES)),
        default=argparse.SUPPRESS,
        metavar="|".join(i18n.LANGUAGES),
        help=_("language: en or fr (default: your preference, else the system's)"),
    )


def _preferences(parser: argparse.ArgumentParser) -> None:
    """How this run looks to its player, whatever the file of preferences says."""
    # Translators: a heading in the help, in lower case as argparse's own; o is the key to press
    group = parser.add_argument_group(_("your preferences, for this run (the key o changes them for good)"))
    for key, about in (
        ("pace", _("how slowly each turn is shown")),
        ("hint", _("show where a lifted card would land")),
        ("bell", _("ring the terminal's bell when it is your turn")),
        ("last_card", _("play the last card of a round for you after a moment")),
        ("theme", _("choose the colours")),
        ("be_known", _("let other players' programs recognise you")),
    ):
        option = key.replace("_", "-")
        group.add_argument(
            f"--{option}",
            type=word_of(option, WORDS[key]),
            default=argparse.SUPPRESS,
            metavar="|".join(WORDS[key]),
            help=about,
        )
    plain_signs = _("draw with plain ASCII characters only")
    group.add_argument(
        "--ascii", action="store_const", const=SWITCH[0], default=argparse.SUPPRESS, help=plain_signs
    )


def _table_option(parser: argparse.ArgumentParser, key: str, about: str = "") -> None:
    """Add an option of a table; `about` where its help differs from the usual one."""
    metavar, usual = _table_help()[key]
    alone: dict[str, Any] = {"nargs": "?", "const": SWITCH[0]} if key in _STAND_ALONE else {}
    parser.add_argument(
        f"--{key}",
        type=secret(key, f"--{key}") if key in VARIABLES else table_option(key),
        default=argparse.SUPPRESS,
        metavar=metavar,
        help=about or usual,
        **alone,
    )


def _table_help() -> dict[str, tuple[str, str]]:
    """What stands for the value of each option of a table, and what it does."""
    return {
        # Translators: the words in capitals stand for what a player types, as in “--title TITLE”
        "title": (_("TITLE"), _("title of the table (at most 24 characters)")),
        "name": (_("NAME"), _("your name at the table (at most 16 characters)")),
        "port": ("PORT", _("TCP port (default 4666, or the next free one)")),
        "variant": (
            _("VARIANT"),
            # Translators: classic, tactic and draft are typed as they stand; n is the number of players
            _("classic (default), tactic (cards 1 to 10n+4 only) or draft (pro: everybody picks ten)"),
        ),
        "limit": (_("LIMIT"), _("number of heads that ends the game (default 66), or none")),
        "limit-rule": (
            _("LIMIT-RULE"),
            _("end the game when a total goes over the limit (over, the default) or reaches it (reach)"),
        ),
        "rounds": (_("ROUNDS"), _("largest number of rounds; without --limit, only this ends the game")),
        "seats": (_("SEATS"), _("number of chairs at the table, 2 to 10 (default 10)")),
        "bots": (_("BOTS"), _("number of bots seated from the start, 0 to 9")),
        "level": (_("LEVEL"), _("how well the bots play: easy, medium (default), hard or expert")),
        "bot-pause": (_("SECONDS"), _("longest time a bot may think, in seconds, 0 to 10 (default 2)")),
        "timer": (_("SECONDS"), _("time for each decision, in seconds (default 90), or none")),
        "bank": (_("SECONDS"), _("extra time each player has for the whole game, in seconds (default 0)")),
        "round-pause": (
            _("SECONDS"),
            _(
                "longest pause between rounds, in seconds (default 60, or none without a clock); none: until "
                "everybody is ready; 0: no pause"
            ),
        ),
        "cards-seen": ("on|off", _("show the cards already seen this round: on (default) or off")),
        "lock": (
            _("CODE"),
            _("ask newcomers for a room code: CODE (4 to 16 letters and digits), or one made for you"),
        ),
        "page": (
            "PORT",
            # Translators: a guest needs a browser and nothing else; 4669 is the port
            _("let guests play from a phone, on a web page at PORT (default 4669, or the next free one)"),
        ),
        "page-tls": (
            "on|off",
            _("serve that page over TLS, with a self-signed certificate that browsers warn about (default off)"),
        ),
        "ssh": (
            "PORT",
            # Translators: a guest needs ssh and nothing else; 4668 is the port
            _("let guests play by ssh, without the program, on PORT (default 4668, or the next free one)"),
        ),
        "seed": (_("SEED"), _("any text: the same seed deals the same cards, and all players are told")),
    }


def _config(parser: argparse.ArgumentParser) -> None:
    about = _("file with names and settings (default: config.txt, if there is one)")
    parser.add_argument("--config", metavar=_("FILE"), default=None, help=about)


def _plain(parser: argparse.ArgumentParser) -> None:
    about = _("play in plain text, line by line, without a screen: for screen readers and pipes")
    parser.add_argument("--plain", action="store_true", help=about)


def _table(parser: argparse.ArgumentParser) -> None:
    for key in TABLE_KEYS:
        _table_option(parser, key)
    _config(parser)
    _resume(parser)
    parser.set_defaults(secrets=("lock", "seed"))


def _resume(parser: argparse.ArgumentParser) -> None:
    about = _("continue an unfinished table: the newest, or the one with this title or id")
    parser.add_argument("--resume", nargs="?", const="", default=None, metavar=_("TABLE"), help=about)


def _host(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    _plain(parser)
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.cli.host")


def _play(parser: argparse.ArgumentParser) -> None:
    _table_option(parser, "name")
    _at_this_keyboard(parser, _("number of bots (default 3, or the ones named in config.txt)"))
    _plain(parser)
    # Translators: b is the key to press
    coach = _("let a coach tell you after a turn if another card was clearly better (b: before it, too)")
    parser.add_argument("--coach", action="store_const", const=SWITCH[0], default=argparse.SUPPRESS, help=coach)
    parser.set_defaults(command="sixqp_tui.cli.play")


def _local(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=converted(parse_players),
        default=argparse.SUPPRESS,
        metavar=_("NAMES"),
        # Translators: “bot NAME LEVEL” is typed so, with a name and easy, medium, hard or expert
        help=_("who plays, in this order: names separated by commas, also `bot NAME LEVEL` (default: config.txt)"),
    )
    _at_this_keyboard(parser, _("number of bots, including the named ones (default: only those)"))
    parser.set_defaults(command="sixqp_tui.cli.local")


def _at_this_keyboard(parser: argparse.ArgumentParser, bots: str) -> None:
    """A game in this process; `bots` is what its number of bots means."""
    here = {"bots": bots, "timer": _("time for each decision, in seconds, or none (default)")}
    for key in _PLAYED_HERE:
        _table_option(parser, key, here.get(key, ""))
    _preferences(parser)
    parser.add_argument(
        "--level",
        type=level_list,
        default=argparse.SUPPRESS,
        metavar=_("LEVEL"),
        help=_(
            "how well the bots play: easy, medium (default), hard or expert; give several for a mix, as in "
            "easy,hard"
        ),
    )
    _config(parser)
    _resume(parser)


def _serve(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    parser.add_argument(
        "--start-with",
        type=table_option("seats", "start-with"),
        metavar="N",
        default=None,
        help=_("start as soon as this many players are seated (default: all of --seats)"),
    )
    once = _("exit with code 0 after one game, once its players have the result, or a minute later")
    parser.add_argument("--once", action="store_true", help=once)
    parser.add_argument("--owned", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(command="sixqp_tui.cli.serve")


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        nargs="?",
        # Translators: the title, address or invitation of a table
        metavar=_("TABLE"),
        help=_("title of the table, HOST[:PORT] or a sixqp:// invitation (default: show the list of tables)"),
    )
    for key in ("name", "level"):
        _table_option(parser, key)
    parser.add_argument(
        "--code",
        type=secret("code", "--code"),
        default=None,
        metavar=_("CODE"),
        help=_("room code of a locked table; ask its host for it"),
    )
    parser.add_argument("--watch", action="store_true", help=_("watch without a seat"))
    bot = _("let a bot play, without a screen, until the game ends")
    parser.add_argument("--bot", action="store_true", help=bot)
    lines = _("with --watch: print each public fact of the game as one line of JSON")
    parser.add_argument("--json", action="store_true", help=lines)
    _plain(parser)
    trust = _("accept a new certificate from the table at this address")
    parser.add_argument("--trust-new", action="store_true", help=trust)
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.cli.join", secrets=("code",))


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        # Translators: a game that is over
        metavar=_("GAME"),
        help=_("number of the game (1, the default, is the newest), the beginning of its id, or a file"),
    )


def _learn(parser: argparse.ArgumentParser) -> None:
    # Translators: what is typed for a lesson
    lesson = _("number of a lesson, or a lesson file (default: where you left off)")
    parser.add_argument("lesson", nargs="?", default=None, metavar=_("LESSON"), help=lesson)
    parser.add_argument("--plain", action="store_true", help=_("learn in plain text, line by line"))
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.features.lessons.command")


def _replay(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    seat = _("see the game from this player's seat, by name or number; none: as a watcher (default: all hands)")
    # Translators: what is typed for a player
    parser.add_argument("--seat", metavar=_("PLAYER"), default=None, help=seat)
    start = _("start at this round, or at a turn of it, such as 3.5")
    # Translators: “TURN” and “ROUND” stand for numbers
    parser.add_argument("--from", dest="start", metavar=_("ROUND[.TURN]"), default=None, help=start)
    plain = _("show the game in plain text, line by line; Enter continues, and a pipe gets everything at once")
    parser.add_argument("--plain", action="store_true", help=plain)
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.features.replay.command")


def _puzzles(parser: argparse.ArgumentParser) -> None:
    own = _("use positions from your own games: they are searched for first, and kept")
    parser.add_argument("--own", action="store_true", help=own)
    endless = _("start endless puzzles at once, instead of the five of the day")
    parser.add_argument("--endless", action="store_true", help=endless)
    theme = _("show only puzzles on this theme: {themes}").format(themes=", ".join(THEMES))
    theme_word = word_of("about", tuple(THEMES))
    # Translators: what is typed for the theme of a puzzle
    parser.add_argument("--about", type=lambda text: THEMES[theme_word(text)], metavar=_("THEME"), help=theme)
    strength = _("show only puzzles of this difficulty: 1 easy, 2 medium, 3 hard")
    parser.add_argument("--strength", type=integer("strength", 1, 3), metavar="N", help=strength)
    share = _("print today's five in one line for your friends, without giving anything away")
    parser.add_argument("--share", action="store_true", help=share)
    plain = _("ask in plain text, line by line")
    parser.add_argument("--plain", action="store_true", help=plain)
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.features.puzzles.command")


def _lend(parser: argparse.ArgumentParser) -> None:
    port = _("TCP port (default 4670, or the next free one)")
    parser.add_argument("--port", type=table_option("port"), default=None, metavar="PORT", help=port)
    prepare = _("download what other systems need from the Internet, with pip, and exit")
    parser.add_argument("--prepare", action="store_true", help=prepare)
    parser.set_defaults(command="sixqp_tui.gateways.lend.command")


def _doctor(parser: argparse.ArgumentParser) -> None:
    about = _("print the findings as JSON for a bug report, without addresses or names")
    parser.add_argument("--json", action="store_true", help=about)
    parser.set_defaults(command="sixqp_tui.features.doctor.command")


def _review(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    deals = _("number of deals to try for each decision (default 200)")
    parser.add_argument("--seat", metavar=_("NAME"), default=None, help=_("show only this player's decisions"))
    turns = _("show every decision, turn by turn, not only the three costliest")
    parser.add_argument("--turns", action="store_true", help=turns)
    _number(parser, "deals", 10, 100_000, 200, deals)
    _number(parser, "jobs", 1, 256, None, _("number of processes to use (default: one per core)"))
    parser.add_argument("--json", action="store_true", help=_("print the review as one line of JSON"))
    plain = _("print plain text instead of opening a screen (always so into a pipe)")
    parser.add_argument("--plain", action="store_true", help=plain)
    _preferences(parser)
    parser.set_defaults(command="sixqp_tui.features.review.command")


def _history(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=_("list all games, not only the newest"))
    parser.add_argument("--json", action="store_true", help=_("print all games as one line of JSON"))
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--prune", action="store_true", help=_("delete old games for good (asks first)"))
    one = _("delete this game for good (asks first): its number or id")
    change.add_argument("--delete", default=None, metavar=_("GAME"), help=one)
    days = _("with --prune: delete the games that ended more than N days ago")
    _number(parser, "older-than", 0, 100_000, None, days)
    parser.add_argument("--yes", action="store_true", help=_("with --prune or --delete: do not ask"))
    _painted(parser)
    parser.set_defaults(command="sixqp_tui.features.history.command")


def _scores(parser: argparse.ArgumentParser) -> None:
    person = _("whose scores to show, by name or as listed by `sixqp persons` (default: yours)")
    # Translators: a person, as a value of the command line
    parser.add_argument("person", nargs="?", default=None, metavar=_("PERSON"), help=person)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=_("print the scores as one line of JSON"))
    shape.add_argument("--csv", action="store_true", help=_("print everybody's scores as CSV"))
    _painted(parser)
    parser.set_defaults(command="sixqp_tui.features.history.scores_command")


def _persons(parser: argparse.ArgumentParser) -> None:
    change = parser.add_mutually_exclusive_group()
    person = _("PERSON")
    joining = _("treat these two as one person, by name or as listed")
    change.add_argument("--join", nargs=2, default=None, metavar=(person, person), help=joining)
    separating = _("separate the players who were merged with this person")
    change.add_argument("--separate", default=None, metavar=person, help=separating)
    parser.set_defaults(command="sixqp_tui.features.history.persons_command")


def _export(parser: argparse.ArgumentParser) -> None:
    game = _("number of the game (1, the default, is the newest), the beginning of its id, or a file")
    parser.add_argument("game", nargs="?", default=None, metavar=_("GAME"), help=game)
    shape = parser.add_mutually_exclusive_group(required=True)
    facts = _("write the whole game in protocol terms, every card dealt and played; `sixqp import` reads it")
    shape.add_argument("--json", action="store_const", dest="form", const="json", help=facts)
    scores = _("write the scores of the game as CSV, for spreadsheets")
    shape.add_argument("--csv", action="store_const", dest="form", const="csv", help=scores)
    notation = _("write the game as text that people can read, one line for each turn")
    shape.add_argument("--notation", action="store_const", dest="form", const="txt", help=notation)
    html = _("write a self-contained page for any browser: result, curves, every turn, the review")
    shape.add_argument("--html", action="store_const", dest="form", const="html", help=html)
    output = _("file to write, or folder for it (default: a page goes to the current folder, all else is printed)")
    parser.add_argument("-o", "--output", type=Path, default=None, metavar=_("FILE"), help=output)
    parser.add_argument("--no-review", action="store_true", help=_("leave the review out of the page"))
    parser.add_argument("--force", action="store_true", help=_("replace a file that already exists"))
    parser.set_defaults(command="sixqp_tui.features.history.export_command")


def _import(parser: argparse.ArgumentParser) -> None:
    files = _("file written by `sixqp export --json`, here or elsewhere")
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=files)
    parser.set_defaults(command="sixqp_tui.features.history.import_command")


def _painted(parser: argparse.ArgumentParser) -> None:
    """How lines are painted that a terminal shows."""
    colours = word_of("theme", WORDS["theme"])
    parser.add_argument(
        "--theme",
        type=colours,
        default=argparse.SUPPRESS,
        metavar="|".join(WORDS["theme"]),
        help=_("choose the colours"),
    )
    plain_signs = _("draw with plain ASCII characters only")
    parser.add_argument(
        "--ascii", action="store_const", const=SWITCH[0], default=argparse.SUPPRESS, help=plain_signs
    )


def _arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "levels",
        nargs="*",
        type=table_option("level"),
        metavar=_("LEVEL"),
        help=_(
            "easy, medium, hard or expert, one per player; the last one fills the other seats (default: hard "
            "medium)"
        ),
    )
    for key in ("variant", "seed"):
        _table_option(parser, key)
    precision = _("play until the first level's share of wins is known to within ± N percent (default 5)")
    rounds = _("play this many rounds instead (with --precision: at most); every deal is played in all seatings")
    deals = _(
        "number of deals a hard or expert bot tries for each decision (default 100): repeatable on any machine"
    )
    # Translators: the option after --deals; “it” is the hard or expert bot
    thinking = _("instead of --deals: milliseconds it may think about each decision (at a table: 200, expert 300)")
    _number(parser, "players", 2, 10, 4, _("number of players, 2 to 10 (default 4)"))
    _number(parser, "precision", 1, 50, None, precision)
    _number(parser, "rounds", 1, 10_000_000, None, rounds)
    _number(parser, "deals", 1, 1_000_000, None, deals)
    _number(parser, "thinking", 1, 60_000, None, thinking)
    _number(parser, "jobs", 1, 256, None, _("number of processes to use (default: one per core)"))
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=_("print the figures as one line of JSON"))
    shape.add_argument("--csv", action="store_true", help=_("print the figures as CSV"))
    parser.set_defaults(command="sixqp_tui.features.arena.command")


def _number(parser: argparse.ArgumentParser, key: str, low: int, high: int, usual: int | None, about: str) -> None:
    parser.add_argument(f"--{key}", type=integer(key, low, high), default=usual, metavar="N", help=about)


def only_alone() -> str:
    return _("The coach only helps when you play alone against bots: sixqp play --coach")

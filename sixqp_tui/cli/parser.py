"""The command line: its options, and one sentence for each mistake. Imports nothing slow."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from shutil import get_terminal_size
from textwrap import fill
from typing import NoReturn

from sixqp_protocol.text import clean
from sixqp_tui import __version__, i18n
from sixqp_tui.features import FEATURES
from sixqp_tui.i18n import N_, _
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.i18n.system import system_language
from sixqp_tui.presentation.feature import Command
from sixqp_tui.store.options import OPTIONS, parse_players
from sixqp_tui.store.preferences import SWITCH
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import print_error, print_line
from sixqp_tui.terminal.preferences import stored_language

MAX_SHOWN = 40
"""Cells of an unknown command."""
MIN_HELP_WIDTH = 40
SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
"""Those that shtab knows."""
TABLE_KEYS = tuple(key for key in OPTIONS if key != "expect")
"""`expect` only makes sense with the names in config.txt."""

_PLAYED_HERE = (
    "title", "game", "variant", "limit", "limit-rule", "rounds", "seats", "bots", "bot-pause", "timer",
    "round-pause", "seed",
)  # fmt: skip

_NAMED_TWICE = r"(?s).*?(?P<option>--\S+?) ?: (?P<sentence>(?P=option) ?: .*)"
_ANSWERED_AT_ONCE = ("-h", "--help", "--version", "--print-completion")
"""Nothing behind them is read."""


FIRST_COMMANDS = ("join", "host", "play", "local", "learn")
"""The commands that players need, in the order of the help."""


class _Parser(argparse.ArgumentParser):
    more: Sequence[Command] = ()
    """The commands that the help lists last."""

    def format_help(self) -> str:
        width = max(MIN_HELP_WIDTH, get_terminal_size().columns - 2)
        lines = [
            fill(each.about(), width, initial_indent=f"  {each.name:<21} ", subsequent_indent=" " * 24)
            for each in self.more
        ]
        # Translators: the heading of a list of commands; a colon comes right behind it. End with a space if your
        # language has one there
        if not lines:
            return super().format_help()
        about = fill(published_game(), width)
        return super().format_help() + "\n".join(("", _("more commands") + ":", *lines, "", about, ""))

    def error(self, message: str) -> NoReturn:
        # Translators: at the end of every sentence about a wrong command line; {program} may be “sixqp host”
        see_help = _("(see {program} --help)").format(program=self.prog)
        sentence = f"{self.prog}: {_named_once(message)} {see_help}"
        print_error(clean(sentence, len(sentence) * 2))
        sys.exit(2)


class _PrintCompletion(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, _parsed: object, shell: object, *_given: object
    ) -> NoReturn:
        import shtab

        print_line(shtab.complete(complete_parser(), str(shell)))
        parser.exit()


class _NoCoach(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:
        parser.error(only_alone())


def _named_once(message: str) -> str:
    twice = re.fullmatch(_NAMED_TWICE, message)
    return twice["sentence"] if twice else message


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """`command` is the path of its function. Exits with 2 on a mistake. Sets the language."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = _wanted_language(given)
    i18n.use(wanted if wanted in i18n.LANGUAGES else stored_language() or system_language())
    with i18n.standard_library_too():
        parser, commands = _parsers(given)
        if given and given[0] not in (*commands, *_ANSWERED_AT_ONCE):
            from sixqp_tui.cli.misplaced_options import explain_misplaced

            if sentence := explain_misplaced(given, parser, lambda: _parsers(given, complete=True)[1]):
                parser.error(sentence)
            if sentence := _explain_unknown(given, [each.name for each in _commands()]):
                parser.error(sentence)
        return parser.parse_args(given)


def published_game() -> str:
    return _(
        "sixqp is a free implementation of the rules of 6 nimmt!, a game by Wolfgang Kramer. It contains no "
        "artwork of the published game. Neither its author nor its publishers endorse sixqp. All names belong to "
        "their owners."
    )


def complete_parser() -> argparse.ArgumentParser:
    return _parsers(("--help",), complete=True)[0]


def _parsers(given: Sequence[str], *, complete: bool = False) -> tuple[_Parser, dict[str, _Parser]]:
    """The command line, and its commands by name.

    Only commands that are `given` have their arguments, unless all are to be `complete`, which loads every feature.
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
    parser.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        type=arguments.word_of("print-completion", SHELLS),
        metavar="SHELL",
        help=_("print the completions of commands for bash, zsh, fish, tcsh or powershell, and exit"),
    )
    _lang(parser)
    arguments.add_preferences(parser)
    parser.set_defaults(command="sixqp_tui.cli.home:run")
    named: dict[str, _Parser] = {}
    # Translators: what a player puts in this place of the command line: “sixqp COMMAND”
    # Translators: the heading of a list of commands; a colon comes right behind it. End with a space if your
    # language has one there
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)
    described = _commands()
    needed = [each for each in described if each.name in given[:1]]
    if given and not needed:
        needed = sorted(described, key=_rank)
        parser.more = needed[len(FIRST_COMMANDS) :]
    for command in needed:
        if complete or command.name in given:
            named[command.name] = _add_command(commands.add_parser, command, listed=complete)
        elif command.name in FIRST_COMMANDS:
            commands.add_parser(command.name, help=command.about(), add_help=False)
    return parser, named


def _add_command(add_parser: Callable[..., _Parser], command: Command, *, listed: bool) -> _Parser:
    """The help lists it if `listed` or a first command."""
    about = command.about()
    if listed or command.name in FIRST_COMMANDS:
        sub = add_parser(command.name, help=about, description=about, allow_abbrev=False)
    else:  # without a help argparse doesn't list it
        sub = add_parser(command.name, description=about, allow_abbrev=False)
    _lang(sub)
    sub.set_defaults(command=command.run)
    command.add_arguments(sub)
    if command.name in ("host", "join", "local", "serve"):
        sub.add_argument("--coach", action=_NoCoach, nargs=0, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return sub


def _rank(command: Command) -> int:
    return FIRST_COMMANDS.index(command.name) if command.name in FIRST_COMMANDS else len(FIRST_COMMANDS)


def _commands() -> tuple[Command, ...]:
    return (
        Command("host", lambda: _("open a table on this LAN and play at it"), "sixqp_tui.cli.host:run", _host),
        Command("join", lambda: _("join a table on this LAN, or watch it"), "sixqp_tui.cli.join:run", _join),
        Command(
            "play",
            lambda: _("play alone against bots, at once, without a network"),
            "sixqp_tui.cli.play:run",
            _play,
        ),
        Command(
            "local",
            lambda: _("play together on one keyboard, passing it around"),
            "sixqp_tui.cli.play:run_local",
            _local,
        ),
        Command(
            "serve",
            lambda: _("open a table without a player or a screen (a dedicated host)"),
            "sixqp_tui.cli.serve:run",
            _serve,
        ),
        *(each for feature in FEATURES for each in feature.commands),
    )


def _explain_unknown(given: Sequence[str], commands: Sequence[str]) -> str:
    """The sentence about a command that doesn't exist, with the one that was probably meant, or ""."""
    early = _Parser(prog="sixqp", add_help=False, allow_abbrev=False)
    for flag in ("-h", "--help", "--version"):
        early.add_argument(flag, action="store_true", dest="asked")
    _lang(early)
    arguments.add_preferences(early)
    early.add_argument("command", nargs="?")
    known = early.parse_known_args(given)[0]
    if known.asked or known.command is None or known.command in commands:
        return ""
    word = quoted(clean(known.command, MAX_SHOWN))
    if near := get_close_matches(known.command, commands, n=1):
        return _("There is no command {word}. Did you mean {command}?").format(word=word, command=near[0])
    return _("There is no command {word}.").format(word=word)


def _about_secrets() -> str:
    # Translators: CODE and SEED stand for what follows --code, --lock and --seed
    return _(
        "Other users of this machine may see your command line. For CODE or SEED, it is safer to give -, which "
        "reads a line from standard input."
    )


def _wanted_language(given: Sequence[str]) -> str:
    if not any(word.partition("=")[0] == "--lang" for word in given):
        return ""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?", default="")
    language: str | None = early.parse_known_args(given)[0].lang
    return (language or "").strip().lower()


def _lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        type=arguments.word_of("lang", tuple(i18n.LANGUAGES)),
        default=argparse.SUPPRESS,
        metavar="|".join(i18n.LANGUAGES),
        help=_("language: en or fr (default: your preference, else the system's)"),
    )


def _config(parser: argparse.ArgumentParser) -> None:
    about = _("file with names and settings (default: config.txt, if there is one)")
    parser.add_argument("--config", metavar=_("FILE"), default=None, help=about)


def _plain(parser: argparse.ArgumentParser) -> None:
    about = _("play in plain text, line by line, without a screen: for screen readers and pipes")
    parser.add_argument("--plain", action="store_true", help=about)


def _table(parser: argparse.ArgumentParser) -> None:
    arguments.add_table_options(parser, *TABLE_KEYS)
    _config(parser)
    _resume(parser)
    parser.epilog = _about_secrets()


def _resume(parser: argparse.ArgumentParser) -> None:
    about = _("continue an unfinished table: the newest, or the one with this title or id")
    parser.add_argument("--resume", nargs="?", const="", default=None, metavar=_("TABLE"), help=about)


def _host(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    _plain(parser)
    arguments.add_preferences(parser)


def _play(parser: argparse.ArgumentParser) -> None:
    arguments.add_table_options(parser, "name")
    _at_this_keyboard(parser, _("number of bots (default 3, or the ones named in config.txt)"))
    _plain(parser)
    # Translators: b is the key to press
    coach = _("let a coach tell you after a turn if another card was clearly better (b: before it, too)")
    parser.add_argument("--coach", action="store_const", const=SWITCH[0], default=argparse.SUPPRESS, help=coach)


def _local(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=arguments.converted(parse_players),
        default=argparse.SUPPRESS,
        metavar=_("NAMES"),
        # Translators: “bot NAME LEVEL” is typed so, with a name and easy, medium, hard or expert
        help=_("who plays, in this order: names separated by commas, also `bot NAME LEVEL` (default: config.txt)"),
    )
    _at_this_keyboard(parser, _("number of bots, including the named ones (default: only those)"))


def _at_this_keyboard(parser: argparse.ArgumentParser, bots: str) -> None:
    here = {"bots": bots, "timer": _("time for each decision, in seconds, or none (default)")}
    arguments.add_table_options(parser, *_PLAYED_HERE, about=here)
    arguments.add_preferences(parser)
    parser.add_argument(
        "--level",
        type=arguments.level_list,
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
        type=arguments.table_option("seats", "start-with"),
        metavar="N",
        default=None,
        help=_("start as soon as this many players are seated (default: all of --seats)"),
    )
    once = _("exit with code 0 after one game, once its players have the result, or a minute later")
    parser.add_argument("--once", action="store_true", help=once)
    parser.add_argument("--owned", action="store_true", help=argparse.SUPPRESS)


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        nargs="?",
        # Translators: the title, address or invitation of a table
        metavar=_("TABLE"),
        help=_("title of the table, HOST[:PORT] or a sixqp:// invitation (default: show the list of tables)"),
    )
    arguments.add_table_options(parser, "name", "level")
    parser.add_argument(
        "--code",
        type=arguments.secret("code"),
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
    arguments.add_preferences(parser)
    parser.epilog = _about_secrets()


only_alone = N_("The coach only helps when you play alone against bots: sixqp play --coach")

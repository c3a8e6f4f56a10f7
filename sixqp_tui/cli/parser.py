"""The command line: its commands, and one sentence for each mistake. Imports nothing slow."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module  # noqa: TID251 (a command is loaded when it is asked for)
from itertools import pairwise
from shutil import get_terminal_size
from textwrap import fill
from typing import Final, NoReturn

from sixqp_protocol.text import clean
from sixqp_tui import __version__, i18n
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.i18n.system import system_language
from sixqp_tui.store.options import Expected
from sixqp_tui.store.preferences import WORDS
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import print_error, print_line
from sixqp_tui.terminal.preferences import stored_language

MAX_SHOWN = 40
"""Cells of an unknown command."""
MIN_HELP_WIDTH = 40
SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
"""Those that shtab knows."""
ALONE = ("-h", "--help", "--version")
VALUED = ("--lang", "--print-completion", *(f"--{key}" for key in WORDS))
"""The options before a command, and of those the ones with a value."""
COMMANDS: Final = {
    "join": "sixqp_tui.cli.join",
    "host": "sixqp_tui.cli.host",
    "play": "sixqp_tui.cli.play",
    "local": "sixqp_tui.cli.local",
    "learn": "sixqp_tui.features.lessons.command",
    "challenge": "sixqp_tui.cli.challenge",
    "history": "sixqp_tui.features.history.command",
    "scores": "sixqp_tui.features.history.scores",
    "replay": "sixqp_tui.features.replay.command",
    "review": "sixqp_tui.features.review.command",
    "export": "sixqp_tui.features.review.export",
    "import": "sixqp_tui.features.history.import_command",
    "serve": "sixqp_tui.cli.serve",
    "doctor": "sixqp_tui.features.doctor.command",
}
"""By name, the module with two functions: `add_arguments` takes the command's parser, and `run` leads from parsed
arguments to the exit code.
"""
EXPLAINED = ("join", "host", "play", "local", "learn")
"""The commands that players need; the help only names the others."""


def _about(command: str) -> str:
    return {
        "join": _("join a table on this LAN, or watch it"),
        "host": _("open a table on this LAN and play at it"),
        "play": _("play alone against bots, at once, without a network"),
        "local": _("play together on one keyboard, passing it around"),
        "learn": _("learn the game at the table, in a few short lessons"),
        "challenge": _("play the deal of the day against the same bots as everybody else, and compare"),
        "history": _("list your finished games, show one, or delete it"),
        "scores": _("show everybody's results, and who won the last evenings"),
        "replay": _("replay a finished game"),
        "review": _("review a finished game: what was luck, and which decisions were costly"),
        "export": _("write a finished game to a file, to share it"),
        "import": _("add a game file that somebody gave you to your history"),
        "serve": _("open a table without a player or a screen (a dedicated host)"),
        "doctor": _("check whether tables can be found from this machine, and what is in the way"),
    }[command]


def published_game() -> str:
    return _(
        "sixqp is a free implementation of the rules of 6 nimmt!, a game by Wolfgang Kramer. It contains no "
        "artwork of the published game. Neither its author nor its publishers endorse sixqp. All names belong to "
        "their owners."
    )


vars(argparse)["_"] = _  # by this name, argparse looks up its own messages


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Our own sentences name the option, so what argparse puts before it goes."""
        twice = re.fullmatch(r"(?s).*?(--\S+?) ?: (?P<sentence>\1 ?: .*)", message)
        # Translators: at the end of every sentence about a wrong command line; {program} may be “sixqp host”
        see_help = _("(see {program} --help)").format(program=self.prog)
        sentence = f"{self.prog}: {twice['sentence'] if twice else message} {see_help}"
        print_error(clean(sentence, len(sentence) * 2))
        sys.exit(2)


class _PrintCompletion(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, _parsed: object, shell: object, *_given: object
    ) -> NoReturn:
        import shtab

        print_line(shtab.complete(complete_parser(), str(shell)))
        parser.exit()


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """`command` is the module of the command. Exits with 2 on a mistake. Sets the language."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    i18n.use(_wanted_language(given) or stored_language() or system_language())
    parser = create_parser(given)
    if mistake := _mistake_before_command(given):
        parser.error(mistake)
    parsed, unknown = parser.parse_known_args(given)
    if unknown:
        parser.prog = f"sixqp {next(word for word in given if word in COMMANDS)}"
        parser.error(_unknown(" ".join(unknown)))
    return parsed


def _unknown(words: str) -> str:
    return _("unknown option or word: {words}").format(words=quoted(clean(words, MAX_SHOWN)))


def _mistake_before_command(given: Sequence[str]) -> str:
    """Argparse would take the value of an unknown option for a command."""
    for before, word in pairwise(("", *given)):
        if word.startswith("-"):
            if word.partition("=")[0] not in (*ALONE, *VALUED):
                return _unknown(word)
        elif before not in VALUED:
            if word in COMMANDS:
                return ""
            unknown = _("There is no command {word}.").format(word=quoted(clean(word, MAX_SHOWN)))
            meant = _("Did you mean {command}?")
            near = get_close_matches(word, COMMANDS, n=1)
            return " ".join((unknown, *(meant.format(command=each) for each in near)))
    return ""


def complete_parser() -> argparse.ArgumentParser:
    return create_parser(COMMANDS, explained=tuple(COMMANDS))


def create_parser(given: Sequence[str] | dict[str, str], explained: Sequence[str] = EXPLAINED) -> _Parser:
    """Only commands that are `given` have their arguments, because those load the command."""
    width = max(MIN_HELP_WIDTH, get_terminal_size().columns - 2)
    others = ", ".join(name for name in COMMANDS if name not in explained)
    # Translators: {names} are commands with commas; “sixqp COMMAND --help” is typed so
    more = _("Other commands, which sixqp COMMAND --help explains: {names}.").format(names=others)
    about = _(
        "6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal. Without a command, shows the "
        "tables found here."
    )
    parser = _Parser(
        prog="sixqp",
        description=fill(about, width),
        epilog=fill(published_game(), width),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    version = _("print the version and exit")
    parser.add_argument("--version", action="version", version=f"sixqp {__version__}", help=version)
    parser.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        type=arguments.value_of("print-completion", Expected(words=SHELLS)),
        metavar="SHELL",
        help=_("print the completions of commands for bash, zsh, fish, tcsh or powershell, and exit"),
    )
    _add_language(parser)
    parser.set_defaults(command="sixqp_tui.cli.home")
    # Translators: the heading of a list of commands; a colon comes right behind it. End with a space if your
    # language has one there
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)
    for name in [each for each in COMMANDS if each in given] or explained:
        _add_command(commands.add_parser, name, COMMANDS[name] if name in given else "", shown=name in explained)
    parser.add_argument_group(description=fill(more, width - 2))
    arguments.add_preferences(parser)
    return parser


def _add_command(add_parser: Callable[..., _Parser], name: str, module: str, *, shown: bool) -> None:
    about = _about(name)
    sub = add_parser(name, description=about, allow_abbrev=False, **({"help": about} if shown else {}))
    if module:
        _add_language(sub)
        sub.set_defaults(command=module)
        import_module(module).add_arguments(sub)


def _wanted_language(given: Sequence[str]) -> str:
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--lang", nargs="?", default="")
    language = early.parse_known_args(given)[0].lang or ""
    return language.strip().lower() if language.strip().lower() in i18n.LANGUAGES else ""


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        type=arguments.value_of("lang", Expected(words=tuple(i18n.LANGUAGES))),
        default=argparse.SUPPRESS,
        metavar="|".join(i18n.LANGUAGES),
        help=_("language: en or fr (default: your preference, else the system's)"),
    )

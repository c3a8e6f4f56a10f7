"""The command line: its options, and one sentence for each mistake. Imports nothing slow."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module  # noqa: TID251 (a command is loaded when it is asked for)
from shutil import get_terminal_size
from textwrap import fill
from typing import NoReturn

from sixqp_protocol.text import clean
from sixqp_tui import __version__, i18n
from sixqp_tui.cli.commands import COMMANDS, Command
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.i18n.system import system_language
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import print_error, print_line
from sixqp_tui.terminal.preferences import stored_language

MAX_SHOWN = 40
"""Cells of an unknown command."""
MIN_HELP_WIDTH = 40
SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
"""Those that shtab knows."""
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
            fill(
                i18n.translate(each.about), width, initial_indent=f"  {each.name:<21} ", subsequent_indent=" " * 24
            )
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


def _named_once(message: str) -> str:
    twice = re.fullmatch(_NAMED_TWICE, message)
    return twice["sentence"] if twice else message


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """`command` is the module of the command. Exits with 2 on a mistake. Sets the language."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = _wanted_language(given)
    i18n.use(wanted if wanted in i18n.LANGUAGES else stored_language() or system_language())
    with i18n.standard_library_too():
        parser, commands = _parsers(given)
        if given and given[0] not in (*commands, *_ANSWERED_AT_ONCE):
            from sixqp_tui.cli.misplaced_options import explain_misplaced

            if sentence := explain_misplaced(given, parser, lambda: _parsers(given, complete=True)[1]):
                parser.error(sentence)
            if sentence := _explain_unknown(given, [each.name for each in COMMANDS]):
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

    Only commands that are `given` have their arguments, unless all are to be `complete`, which loads every command.
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
    parser.set_defaults(command="sixqp_tui.cli.home")
    named: dict[str, _Parser] = {}
    # Translators: what a player puts in this place of the command line: “sixqp COMMAND”
    # Translators: the heading of a list of commands; a colon comes right behind it. End with a space if your
    # language has one there
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)
    needed = [each for each in COMMANDS if each.name in given[:1]]
    if given and not needed:
        needed = sorted(COMMANDS, key=_rank)
        parser.more = needed[len(FIRST_COMMANDS) :]
    for command in needed:
        if complete or command.name in given:
            named[command.name] = _add_command(commands.add_parser, command, listed=complete)
        elif command.name in FIRST_COMMANDS:
            commands.add_parser(command.name, help=i18n.translate(command.about), add_help=False)
    return parser, named


def _add_command(add_parser: Callable[..., _Parser], command: Command, *, listed: bool) -> _Parser:
    """The help lists it if `listed` or a first command."""
    about = i18n.translate(command.about)
    if listed or command.name in FIRST_COMMANDS:
        sub = add_parser(command.name, help=about, description=about, allow_abbrev=False)
    else:  # without a help argparse doesn't list it
        sub = add_parser(command.name, description=about, allow_abbrev=False)
    _lang(sub)
    sub.set_defaults(command=command.module)
    import_module(command.module).add_arguments(sub)
    return sub


def _rank(command: Command) -> int:
    return FIRST_COMMANDS.index(command.name) if command.name in FIRST_COMMANDS else len(FIRST_COMMANDS)


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

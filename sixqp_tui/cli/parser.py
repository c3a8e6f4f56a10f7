"""The command line: what may be written, and one sentence for what may not. Imports nothing that is slow."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module  # noqa: TID251 (a command loads what it needs)
from typing import Any, NoReturn

from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import clean
from sixqp_tui import __version__, i18n
from sixqp_tui.cli.preferences import stored_language
from sixqp_tui.i18n import _
from sixqp_tui.i18n import cli as cli_words
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.i18n.system import system_language
from sixqp_tui.store.options import OPTION_PARSERS, OptionError
from sixqp_tui.store.players import parse_players
from sixqp_tui.store.preferences import SWITCH, WORDS

TABLE_KEYS = (
    "title", "name", "port", "variant", "limit", "limit-rule", "rounds", "seats", "bots", "level",
    "bot-pause", "timer", "cards-seen", "lock", "seed",
)  # fmt: skip

_PLAYED_HERE = (
    "title", "variant", "limit", "limit-rule", "rounds", "seats", "bots", "bot-pause", "timer", "cards-seen",
    "seed",
)  # fmt: skip

_STAND_ALONE = ("lock",)
"""Options of a table that are switched on where no value follows."""

_NAMED_TWICE = re.compile(r".*?(?P<option>--\S+?) ?: (?P<sentence>(?P=option) ?: .*)", re.DOTALL)

_COUNTS = (
    ("players", 2, 10, 4), ("rounds", 1, 10_000_000, 400), ("thinking", 1, 60_000, 300),
    ("deals", 1, 1_000_000, None), ("jobs", 1, 256, None),
)  # fmt: skip


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        sentence = f"{self.prog}: {_named_once(message)} {cli_words.see_help(self.prog)}"
        print(clean(sentence, len(sentence) * 2), file=sys.stderr)
        sys.exit(2)


# argparse looks its own words up in these two names of its module, and offers no other way to set the language
# of one program.
vars(argparse).update(_=cli_words.translate, ngettext=cli_words.translate_count)


def _named_once(message: str) -> str:
    """The sentence alone: argparse names the option before it, also where the sentence begins with it."""
    twice = _NAMED_TWICE.fullmatch(message)
    return twice["sentence"] if twice else message


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for; `run` is the function that does it. Exits with 2 and a sentence where it is unclear.

    The language is in use from here on: `--lang` wherever it stands, else the preferred one, else the system's.
    """
    asked = _language_asked_for(arguments)
    i18n.use(asked if asked in i18n.LANGUAGES else stored_language() or system_language())
    parser = _Parser(
        prog="sixqp",
        description=_(
            "6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal. "
            "Without a command: the tables found here."
        ),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"sixqp {__version__}", help=cli_words.option_help("version")
    )
    _lang(parser)
    _preferences(parser)
    parser.set_defaults(run=_lazily("sixqp_tui.cli.home"))
    commands = parser.add_subparsers(metavar=cli_words.metavar("command"), parser_class=_Parser)
    for command, fill in _COMMANDS.items():
        about = cli_words.command_help(command)
        sub = commands.add_parser(command, help=about, description=about, allow_abbrev=False)
        _lang(sub)
        fill(sub)
    return parser.parse_args(arguments)


def _language_asked_for(arguments: Sequence[str] | None) -> str:
    """What stands behind `--lang`, before anything is said; "" where nothing does."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?", default="")
    language: str | None = early.parse_known_args(arguments)[0].lang
    return (language or "").strip().lower()


def _lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        type=word_of("lang", tuple(i18n.LANGUAGES)),
        default=argparse.SUPPRESS,
        metavar="|".join(i18n.LANGUAGES),
        help=cli_words.option_help("lang"),
    )


def _preferences(parser: argparse.ArgumentParser) -> None:
    """How this run looks to its player, whatever the file of preferences says."""
    group = parser.add_argument_group(_("how it looks to you, in this run (the key o changes it for good)"))
    for key in ("pace", "hint", "bell", "theme"):
        group.add_argument(
            f"--{key}",
            type=word_of(key, WORDS[key]),
            default=argparse.SUPPRESS,
            metavar="|".join(WORDS[key]),
            help=cli_words.option_help(key),
        )
    about = cli_words.option_help("ascii")
    group.add_argument("--ascii", action="store_const", const=SWITCH[0], default=argparse.SUPPRESS, help=about)


def _lazily(module: str) -> Callable[[argparse.Namespace], int]:
    def run(parsed: argparse.Namespace) -> int:
        code: int = import_module(module).run(parsed)
        return code

    return run


def _option(parser: argparse.ArgumentParser, key: str, about: str | None = None) -> None:
    alone: dict[str, Any] = {"nargs": "?", "const": SWITCH[0]} if key in _STAND_ALONE else {}
    parser.add_argument(
        f"--{key}",
        type=table_option(key),
        default=argparse.SUPPRESS,
        metavar=cli_words.metavar(key),
        help=cli_words.option_help(about or key),
        **alone,
    )


def _flag(parser: argparse.ArgumentParser, key: str) -> None:
    parser.add_argument(f"--{key}", action="store_true", help=cli_words.option_help(key))


def _table(parser: argparse.ArgumentParser) -> None:
    for key in TABLE_KEYS:
        _option(parser, key)
    parser.add_argument(
        "--config", metavar=cli_words.metavar("config"), default=None, help=cli_words.option_help("config")
    )
    table, about = cli_words.metavar("target"), cli_words.option_help("resume")
    parser.add_argument("--resume", nargs="?", const="", default=None, metavar=table, help=about)


def _host(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    _flag(parser, "plain")
    _preferences(parser)
    parser.set_defaults(run=_lazily("sixqp_tui.cli.host"))


def _play(parser: argparse.ArgumentParser) -> None:
    _option(parser, "name")
    _at_this_keyboard(parser, "bots-here")
    _flag(parser, "plain")
    parser.set_defaults(run=_lazily("sixqp_tui.cli.play"))


def _local(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=converted(parse_players),
        default=argparse.SUPPRESS,
        metavar=cli_words.metavar("players"),
        help=cli_words.option_help("players"),
    )
    _at_this_keyboard(parser, "bots-around")
    parser.set_defaults(run=_lazily("sixqp_tui.cli.local"))


def _at_this_keyboard(parser: argparse.ArgumentParser, bots: str) -> None:
    for key in _PLAYED_HERE:
        _option(parser, key, {"bots": bots, "timer": "timer-here"}.get(key))
    _preferences(parser)
    about = cli_words.option_help("mixed-level")
    parser.add_argument(
        "--level", type=level_list, default=argparse.SUPPRESS, metavar=cli_words.metavar("level"), help=about
    )
    parser.add_argument(
        "--config", metavar=cli_words.metavar("config"), default=None, help=cli_words.option_help("config")
    )


def _serve(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    parser.add_argument(
        "--start-with",
        type=table_option("seats", "start-with"),
        metavar="N",
        default=None,
        help=cli_words.option_help("start-with"),
    )
    _flag(parser, "once")
    parser.add_argument("--owned", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=_lazily("sixqp_tui.cli.serve"))


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target", nargs="?", metavar=cli_words.metavar("target"), help=cli_words.option_help("target")
    )
    for key in ("name", "level"):
        _option(parser, key)
    parser.add_argument(
        "--code",
        type=room_code,
        default=None,
        metavar=cli_words.metavar("code"),
        help=cli_words.option_help("code"),
    )
    for key in ("watch", "bot", "json", "plain", "trust-new"):
        _flag(parser, key)
    _preferences(parser)
    parser.set_defaults(run=_lazily("sixqp_tui.cli.join"))


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=cli_words.option_help("doctor-json"))
    parser.set_defaults(run=_lazily("sixqp_tui.cli.doctor"))


def _arena(parser: argparse.ArgumentParser) -> None:
    level = table_option("level")
    parser.add_argument(
        "levels", nargs="*", type=level, metavar=cli_words.metavar("level"), help=cli_words.option_help("levels")
    )
    for key in ("variant", "seed"):
        _option(parser, key)
    for key, low, high, usual in _COUNTS:
        about = cli_words.option_help(f"arena-{key}")
        parser.add_argument(f"--{key}", type=integer(key, low, high), default=usual, metavar="N", help=about)
    shape = parser.add_mutually_exclusive_group()
    for key in ("json", "csv"):
        shape.add_argument(f"--{key}", action="store_true", help=cli_words.option_help(f"arena-{key}"))
    parser.set_defaults(run=_lazily("sixqp_tui.cli.arena"))


_COMMANDS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "host": _host,
    "join": _join,
    "play": _play,
    "local": _local,
    "serve": _serve,
    "doctor": _doctor,
    "arena": _arena,
}


def word_of(key: str, allowed: tuple[str, ...]) -> Callable[[str], str]:
    """Takes one of these words."""

    def convert(text: str) -> str:
        word = text.strip().lower()
        if word in allowed:
            return word
        expected = (allowed, 0, 0, False, 0, False)
        raise argparse.ArgumentTypeError(option_sentence(f"--{key}", "value", clean(text, 40), expected))

    return convert


def table_option(key: str, option: str | None = None) -> Callable[[str], object]:
    """Takes what an option of the table takes, under the name of `option`."""
    return converted(OPTION_PARSERS[key], f"--{option or key}")


def converted(parse: Callable[[str], object], subject: str | None = None) -> Callable[[str], object]:
    """What `parse` makes of a text; its OptionError in words, about `subject` or what it names itself."""

    def convert(text: str) -> object:
        try:
            return parse(text)
        except OptionError as error:
            fault = (error.fault, error.got, error.expected, error.character)
            about = error.key if subject is None else subject
            raise argparse.ArgumentTypeError(option_sentence(about, *fault)) from None

    return convert


def level_list(text: str) -> tuple[object, ...]:
    """The levels between commas."""
    return tuple(table_option("level")(each) for each in text.split(","))


def integer(key: str, low: int, high: int) -> Callable[[str], int]:
    """Takes a number from low to high."""

    def convert(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        expected = ((), low, high, False, 0, False)
        raise argparse.ArgumentTypeError(option_sentence(f"--{key}", "value", text, expected))

    return convert


def room_code(text: str) -> str:
    """Takes a room code, as its host says it."""
    code = code_of(text)
    if code is None:
        expected = ((), 0, 0, False, 0, True)
        raise argparse.ArgumentTypeError(option_sentence("--code", "value", clean(text, 40), expected))
    return code

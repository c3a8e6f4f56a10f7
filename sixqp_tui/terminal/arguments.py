"""Arguments that several commands share, and converters of their values."""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.store.options import BadSetting, Expected, parse_option
from sixqp_tui.store.preferences import WORDS

SECRETS: Final = ("code", "lock", "seed")
"""Options whose values other users of the machine must not see."""
_STAND_ALONE = ("lock", "page", "ssh")
"""Options of a table that are switched on without a value."""
STANDARD_INPUT: Final = "-"
"""In place of a secret: read it from standard input."""


def value_of(key: str, expected: Expected | None = None) -> Callable[[str], object]:
    """Converts the value of `--key`, which must be as `expected`, else as the table of options says."""

    def parse(text: str) -> object:
        given = sys.stdin.readline() if key in SECRETS and text == STANDARD_INPUT else text
        return parse_option(key, given, expected)

    return converted(parse, f"--{key}")


def converted(parse: Callable[[str], object], subject: str | None = None) -> Callable[[str], object]:
    """Convert by `parse`, and put a BadSetting into words about `subject` or its own key."""

    def convert(text: str) -> object:
        try:
            return parse(text)
        except BadSetting as error:
            fault = error.fault if subject is None else error.fault._replace(key=subject)
            raise argparse.ArgumentTypeError(fault_sentence(*fault)) from None

    return convert


def level_list(text: str) -> tuple[object, ...]:
    return tuple(value_of("level")(each) for each in text.split(","))


def add_preferences(parser: argparse.ArgumentParser) -> None:
    # Translators: a heading in the help, in lower case as argparse's own; o is the key to press
    group = parser.add_argument_group(_("your preferences, for this run (the key o changes them for good)"))
    about = {
        "pace": _("how slowly each turn is shown"),
        "bell": _("ring the terminal's bell when it is your turn, or a row of 10 heads or more is taken"),
        "theme": _("choose the colours"),
    }
    for key in WORDS:
        group.add_argument(
            f"--{key}",
            type=value_of(key, Expected(words=WORDS[key])),
            default=argparse.SUPPRESS,
            metavar="|".join(WORDS[key]),
            help=about[key],
        )


def add_table_options(parser: argparse.ArgumentParser, *keys: str, about: Mapping[str, str] | None = None) -> None:
    """`about` has the help of a key where it isn't the usual one."""
    usual = {**_table_help(), **(about or {})}
    for key in keys:
        alone: dict[str, Any] = {"nargs": "?", "const": "on"} if key in _STAND_ALONE else {}
        parser.add_argument(
            f"--{key}",
            type=value_of(key),
            default=argparse.SUPPRESS,
            metavar="CODE" if key == "lock" else "PORT" if key in _STAND_ALONE else key.upper(),
            help=usual[key],
            **alone,
        )


def _table_help() -> dict[str, str]:
    return {
        "title": _("title of the table (at most 24 characters)"),
        "name": _("your name at the table (at most 16 characters)"),
        "port": _("TCP port (default 4666, or the next free one)"),
        # Translators: classic, tactic and draft are typed as they stand; n is the number of players
        "variant": _("classic (default), tactic (cards 1 to 10n+4 only) or draft (pro: everybody picks ten)"),
        "limit": _("number of heads that ends the game (default 66), or none"),
        "limit-rule": _("end the game when a total goes over the limit (over, the default) or reaches it (reach)"),
        "rounds": _("largest number of rounds; without --limit, only this ends the game"),
        "seats": _("number of chairs at the table, 2 to 10 (default 10)"),
        "bots": _("number of bots seated from the start, 0 to 9"),
        "level": _("how well the bots play: easy, medium (default) or hard"),
        "timer": _("time for each decision, in seconds (default 90), or none"),
        "round-pause": _(
            "longest pause between rounds, in seconds (default 60, or none without a clock); none: until "
            "everybody is ready; 0: no pause"
        ),
        "lock": _("ask newcomers for a room code: CODE (4 to 16 letters and digits), or one made for you"),
        # Translators: a guest needs a browser and nothing else; 4669 is the port
        "page": _("let guests play from a phone, on a web page at PORT (default 4669, or the next free one)"),
        # Translators: a guest needs ssh and nothing else; 4668 is the port
        "ssh": _("let guests play by ssh, without the program, on PORT (default 4668, or the next free one)"),
        "seed": _("any text: the same seed deals the same cards, and all players are told"),
    }


def add_number(
    parser: argparse.ArgumentParser, key: str, low: int, high: int, usual: int | None, about: str
) -> None:
    parse = value_of(key, Expected(low=low, high=high))
    parser.add_argument(f"--{key}", type=parse, default=usual, metavar="N", help=about)


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        # Translators: a game that is over
        metavar=_("GAME"),
        help=_("number of the game (1, the default, is the newest), the beginning of its id, or a file"),
    )


class TakesArguments(Protocol):
    """A parser, or a group of its arguments."""

    def add_argument(self, *names: str, action: str, help: str) -> object: ...


def add_plain(parser: TakesArguments) -> None:
    about = _("play in plain text, line by line, without a screen: for screen readers and pipes")
    parser.add_argument("--plain", action="store_true", help=about)


def about_secrets() -> str:
    # Translators: CODE and SEED stand for what follows --code, --lock and --seed
    return _(
        "Other users of this machine may see your command line. For CODE or SEED, it is safer to give -, which "
        "reads a line from standard input."
    )

"""What the player is called: by this command line, config.txt or the preferences; else they are asked once."""

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

from sixqp_protocol.text import printable
from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store import paths
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.store.options import OptionError, parse_option
from sixqp_tui.store.preferences import FILE_NAME, NAME, read_name, write_preferences
from sixqp_tui.terminal.config_file import load_config
from sixqp_tui.terminal.output import print_error


class Called(NamedTuple):
    """The player's `name`; `given` is the one of this command line. `asked`: nobody had set it before this run."""

    name: str
    given: str | None = None
    asked: bool = False


def find_name(parsed: argparse.Namespace, config: ConfigFile | None = None) -> Called:
    """What the player is called; their login where nobody has set it. Asks nothing.

    Without a `config` the usual file counts as far as it can be understood.
    """
    given: str | None = getattr(parsed, "name", None)
    return Called(given or _known(config) or _login(), given)


def ask_name(parsed: argparse.Namespace, config: ConfigFile | None = None, offered: Sequence[str] = ()) -> Called:
    """The same; but where nobody has set it, and a person is at the terminal, they are asked, and it is kept.

    `offered` are names that their guests expect: the player may be one of them.
    """
    given: str | None = getattr(parsed, "name", None)
    if known := given or _known(config):
        return Called(known, given)
    if not is_at_terminal() or (name := _ask(_login(), offered)) is None:
        return Called(_login())
    keep_name(name)
    return Called(name, asked=True)


def is_at_terminal() -> bool:
    """Whether a person may be there to answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def keep_name(name: str) -> None:
    """Keep the name for the next run; say so where that fails."""
    try:
        write_preferences(paths.config_dir() / FILE_NAME, {NAME: name})
    except OSError as error:
        from sixqp_tui.i18n import settings as settings_words

        path = paths.config_path() / FILE_NAME
        print_error(settings_words.preferences_not_kept(str(path), error.strerror or str(error)))


def _login() -> str:
    from sixqp_tui.joining.login import login_name

    return login_name()


def _known(config: ConfigFile | None) -> str:
    """The name that somebody has set, or nothing."""
    try:
        configured = (load_config(None) if config is None else config).options.get(NAME)
    except Failure:
        configured = None
    return str(configured or "") or read_name(paths.config_path() / FILE_NAME)


def _ask(proposal: str, offered: Sequence[str]) -> str | None:
    """The name that is typed, the proposal for an empty line; None where nothing can be typed any more."""
    print(printable(_ask_name_before(offered)))
    while True:
        try:
            typed = input(printable(_("Your name (Enter: {name}): ").format(name=proposal)))
            return str(parse_option(NAME, typed)) if typed.strip() else proposal
        except EOFError:
            print()
            return None
        except OptionError as error:
            print_error(option_sentence(error.key, error.fault, error.got, error.expected, error.character))


def _ask_name_before(offered: Sequence[str]) -> str:
    """Before the first question of all, which is asked once; `offered` are names that config.txt expects."""
    if offered:
        return _("What's your name? You'll only be asked once. Your table expects {names}.").format(
            names=listed(offered, 10)
        )
    return _("What's your name? You'll only be asked once. Every table shows it.")

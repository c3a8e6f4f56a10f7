"""The player's name: from the command line, config.txt or the preferences, or asked for once.

A name from the command line is kept in the preferences.
"""

import argparse
import sys
from collections.abc import Sequence

from sixqp_protocol.text import printable
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player, load_config, login_name, name_problem
from sixqp_tui.store import paths
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.store.options import parse_option
from sixqp_tui.store.preferences import FILE_NAME, NAME, read_name
from sixqp_tui.terminal.output import ask, print_error
from sixqp_tui.terminal.preferences import save_words


def find_name(parsed: argparse.Namespace, config: ConfigFile | None = None) -> Player:
    """The name that is set, or else the login name.

    Without a `config`, config.txt counts as far as it can be understood.
    """
    return _given(parsed) or Player(_known(config) or login_name())


def ask_name(parsed: argparse.Namespace, config: ConfigFile | None = None, offered: Sequence[str] = ()) -> Player:
    """Like `find_name`, but at a terminal ask for a name that isn't set, and store it.

    `offered` are names that the table expects.
    """
    if given := _given(parsed):
        return given
    if known := _known(config):
        return Player(known)
    if not is_at_terminal() or (name := _ask(login_name(), offered)) is None:
        return Player(login_name())
    keep_name(name)
    return Player(name, keep_name=keep_name)


def is_at_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def keep_name(name: str) -> None:
    if sentence := save_words({NAME: name}):
        print_error(sentence)


def _given(parsed: argparse.Namespace) -> Player | None:
    name: str | None = getattr(parsed, "name", None)
    if name is None:
        return None
    if name != read_name(paths.config_path() / FILE_NAME):
        keep_name(name)
    return Player(name, given=True)


def _known(config: ConfigFile | None) -> str:
    try:
        configured = (load_config(None) if config is None else config).options.get(NAME)
    except Failure:
        configured = None
    return str(configured or "") or read_name(paths.config_path() / FILE_NAME)


def _ask(proposal: str, offered: Sequence[str]) -> str | None:
    print(printable(_ask_name_before(offered)))
    while True:
        typed = ask(_("Your name (Enter: {name}): ").format(name=proposal))
        if typed is None:
            return None
        if not typed.strip():
            return proposal
        if not (problem := name_problem(typed)):
            return str(parse_option(NAME, typed))
        print_error(problem)


def _ask_name_before(offered: Sequence[str]) -> str:
    if offered:
        return _("What's your name? You can change it later. Your table expects {names}.").format(
            names=listed(offered, 10)
        )
    return _("What's your name? Every table shows it. You can change it later.")

"""`sixqp history`: lists the finished games, or deletes one."""

import argparse
import sys
from collections.abc import Collection, Sequence

import msgspec
from rich.table import Table
from rich.text import Text

from sixqp_protocol.text import clean
from sixqp_tui.features.history import games, words
from sixqp_tui.features.history.files import games_path, path_of
from sixqp_tui.features.history.game_list import describe_unreadable, own_accuracy, standings
from sixqp_tui.features.history.games import (
    MAX_SHOWN,
    SHORT_ID,
    delete_games,
    find_recorded_game,
    own_identities,
)
from sixqp_tui.features.history.scores import plain_table
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title, variant_name
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.terminal.jobs import progress_bar
from sixqp_tui.terminal.output import ask, print_error, print_json, print_line, print_rich, print_sentences

SHOWN = 20
"""Games that are listed unless all are asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=_("list all games, not only the newest"))
    parser.add_argument("--json", action="store_true", help=_("print all games as one line of JSON"))
    one = _("delete this game for good (asks first): its number or id")
    parser.add_argument("--delete", default=None, metavar=_("GAME"), help=one)
    parser.add_argument("--yes", action="store_true", help=_("with --delete: do not ask"))


def run(parsed: argparse.Namespace) -> int:
    if parsed.delete is not None:
        return _delete(parsed.delete, parsed.yes)
    found = read_history()
    if parsed.json:
        print_json(msgspec.json.encode(found))
        return 0
    if not found:
        print_sentences(words.nobody_yet())
        return 0
    shown = found if parsed.all else found[:SHOWN]
    print_rich(_game_table(shown, own_identities()))
    if more := len(found) - len(shown):
        sentence = ngettext("{n} older game: sixqp history --all", "{n} older games: sixqp history --all", more)
        print_error(sentence.format(n=more))
    return 0


def _game_table(found: Sequence[GameSummary], own: Collection[str]) -> Table:
    table = plain_table()
    table.show_header = False
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    table.add_column()
    for number, game in enumerate(found, 1):
        table.add_row(
            str(number),
            format_when(game.ended),
            game.id[:SHORT_ID],
            Text(f"{table_title(game.title)} · {variant_name(game.variant)}"),
            _players(game, own),
        )
    return table


def _players(game: GameSummary, own: Collection[str]) -> Text:
    text = Text(" · ").join(
        Text(f"{each.name} {each.heads}", "bold" if each.own else "") for each in standings(game, own)
    )
    if not game.winners:
        text.append(f" ({words.given_up()})")
    if accuracy := own_accuracy(game, own):
        text.append(f" · {accuracy}", "dim")
    return text


def _delete(wanted: str, sure: bool) -> int:
    game = find_recorded_game(wanted)
    if not path_of(games_path(), game.id).exists():
        raise Failure(words.no_such_game(clean(wanted, MAX_SHOWN)))
    if not sure and not sys.stdin.isatty():
        raise Failure(_("Without a terminal, --delete needs --yes."), code=2)
    if not sure:
        print_sentences(words.ask_delete(format_when(game.ended), table_title(game.title)))
        # Translators: a question at the end of a line; {yes} is what is typed
        question = _("Type {yes} to delete it: ").format(yes=words.word_yes())
        if (ask(question) or "").strip().casefold() != words.word_yes().casefold():
            print_line(_("Nothing was deleted."))
            return 0
    with os_errors_as_failures():
        delete_games((game.id,))
    print_line(_("The game is deleted."))
    return 0


def read_history() -> tuple[GameSummary, ...]:
    """Newest first. Raises Failure.

    Ctrl-C stops the reading and keeps the results so far. Unreadable files are reported on standard error.
    """
    with os_errors_as_failures(), progress_bar() as bar:
        task = bar.add_task(_("reading the games…"), total=None, visible=False)

        def show(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=True)

        found, unreadable = games.read_games(show)
    if unreadable:
        print_error(describe_unreadable(unreadable))
    return found

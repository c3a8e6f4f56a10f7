"""`sixqp history`: lists the finished games, shows one, or deletes it."""

import argparse
import sys
from collections.abc import Collection, Sequence
from shlex import quote

import msgspec
from rich.table import Table
from rich.text import Text

from sixqp_protocol.text import clean
from sixqp_tui.features.history import words
from sixqp_tui.features.history.games import MAX_SHOWN, SHORT_ID, find_game, own_identities
from sixqp_tui.features.history.store import delete_games, path_of, read_games
from sixqp_tui.features.history.summary import GameSummary, summarize
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title, variant_name
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.terminal.jobs import progress_bar
from sixqp_tui.terminal.output import ask, print_error, print_json, print_line, print_rich, print_sentences

SHOWN = 20
"""Games that are listed unless all are asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar=_("GAME"), help=_("show this game: its number, id or file"))
    parser.add_argument("--all", action="store_true", help=_("list all games, not only the newest"))
    parser.add_argument("--json", action="store_true", help=_("print all games as one line of JSON"))
    one = _("delete this game for good (asks first): its number or id")
    parser.add_argument("--delete", default=None, metavar=_("GAME"), help=one)
    parser.add_argument("--yes", action="store_true", help=_("with --delete: do not ask"))


def run(parsed: argparse.Namespace) -> int:
    if parsed.delete is not None:
        return _delete(parsed.delete, parsed.yes)
    if parsed.game is not None:
        return _show_game(parsed.game)
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
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    for number, game in enumerate(found, 1):
        table.add_row(
            str(number),
            format_when(game.ended),
            game.id[:SHORT_ID],
            Text(f"{table_title(game.title)} · {variant_name(game.variant)}"),
            _players(game, own),
        )
    return table


def _show_game(wanted: str) -> int:
    game = summarize(find_game(wanted))
    print_line(" · ".join((format_when(game.ended), table_title(game.title), variant_name(game.variant))))
    own = own_identities()
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    for _column in range(game.rounds + 1):
        table.add_column(justify="right")
    head = pgettext("column", "round"), *range(1, game.rounds + 1), pgettext("column", "total")
    table.add_row(*map(str, head), style="dim")
    for seat in game.ranked:
        heads = map(str, (*seat.rounds, seat.heads))
        table.add_row(Text(seat.name), *heads, style="bold" if seat.key in own else "")
    print_rich(table)
    print_line(_("More about this game: sixqp review {game}, sixqp replay {game}").format(game=quote(wanted)))
    return 0


def _players(game: GameSummary, own: Collection[str]) -> Text:
    text = Text(" · ").join(
        Text(f"{seat.name} {seat.heads}", "bold" if seat.key in own else "") for seat in game.ranked
    )
    if not game.winners:
        text.append(f" ({words.given_up()})")
    for seat in game.seats:
        if seat.key in own and seat.accuracy is not None:
            text.append(f" · {words.accuracy(seat.accuracy)}", "dim")
    return text


def _delete(wanted: str, sure: bool) -> int:
    game = find_game(wanted)
    if not path_of(game.id).exists():
        raise Failure(words.no_such_game(clean(wanted, MAX_SHOWN)))
    if not sure and not sys.stdin.isatty():
        raise Failure(_("Without a terminal, --delete needs --yes."), code=2)
    if not sure:
        print_sentences(words.ask_delete(format_when(game.ended), table_title(game.title)))
        # Translators: a word that is typed: yes, delete
        yes = _("yes")
        # Translators: a question at the end of a line; {yes} is what is typed
        question = _("Type {yes} to delete it: ").format(yes=yes)
        if (ask(question) or "").strip().casefold() != yes.casefold():
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
    with os_errors_as_failures(), progress_bar(words.reading()) as show:
        found, unreadable = read_games(show)
    if unreadable:
        print_error(words.files_unreadable(unreadable))
    return found

"""`sixqp history`, `scores` and `import`."""

import argparse
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import get_args

import msgspec
from rich.table import Table
from rich.text import Text

from sixqp_protocol.facts import Variant
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
    read_checked,
    save_game,
)
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    MisplacedFact,
    UnreadableRecord,
    check_order,
)
from sixqp_tui.features.history.scores import count_scores, describe_scores, plain_table
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.local_time import format_when, iso_moment
from sixqp_tui.i18n.phrases import table_title, variant_name
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.terminal.output import ask, print_error, print_json, print_line, print_rich, print_sentences
from sixqp_tui.terminal.progress_bar import progress_bar


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


SHOWN = 20
"""Games that are listed unless all are asked for."""
DAY = 24 * 3600
"""Seconds."""


def add_history_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=_("list all games, not only the newest"))
    parser.add_argument("--json", action="store_true", help=_("print all games as one line of JSON"))
    one = _("delete this game for good (asks first): its number or id")
    parser.add_argument("--delete", default=None, metavar=_("GAME"), help=one)
    parser.add_argument("--yes", action="store_true", help=_("with --delete: do not ask"))


def run_history(parsed: argparse.Namespace) -> int:
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


def add_scores_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", choices=get_args(Variant), default=None, help=_("count only these games"))
    parser.add_argument("--json", action="store_true", help=_("print the scores as one line of JSON"))


def run_scores(parsed: argparse.Namespace) -> int:
    scores = count_scores(read_history(), own_identities(), parsed.variant)
    if parsed.json:
        print_json(msgspec.json.encode(scores))
    else:
        print_rich(describe_scores(scores, parsed.variant))
    return 0


MAX_PATH = 200
"""Cells of a path or an error that a sentence shows."""


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    files = _("file written by `sixqp export --json`, here or elsewhere")
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=files)


def run_import(parsed: argparse.Namespace) -> int:
    """Raises Failure at the first file that is refused."""
    for file in parsed.files:
        _import(file)
    return 0


def _import(file: str) -> None:
    with os_errors_as_failures():
        record = _read(file)
        known = path_of(games_path(), record.id).exists()
        _refuse_another_form(file, record)
        kept = save_game(record)
    if known:
        sentence = _("The game {game} is already in your history.")
    else:
        # Translators: {game} is the id of a game, {title} what its table was called
        sentence = _("The game {game} of {date} at “{title}” is now in your history.")
    print_sentences(sentence.format(game=kept.id, title=kept.title, date=format_when(kept.ended)))


def _refuse_another_form(file: str, record: GameRecord) -> None:
    same = (record.table, record.number)
    kept = next((game.id for game in read_history() if (game.table, game.number) == same), record.id)
    if kept == record.id:
        return
    sentence = _(
        "“{file}” contains game {number} of “{title}”, which differs from game {game} in your history. To "
        "replace that one, delete it first: sixqp history --delete {game}"
    )
    shown = clean(file, MAX_PATH)
    raise Failure(sentence.format(file=shown, number=record.number, title=record.title, game=kept))


def _refuse_impossible_times(file: str, record: GameRecord) -> None:
    """Raises Failure. Clocks differ by a day at most."""
    shown = clean(file, MAX_PATH)
    if record.ended > time.time() + DAY:
        sentence = _("“{file}” contains a game that ended in the future, on {date}. Correct `ended` in the file.")
        raise Failure(sentence.format(file=shown, date=iso_moment(record.ended)))
    if record.began is not None and record.began > record.ended:
        sentence = _("“{file}” contains a game that began after its end. Correct `began` in the file.")
        raise Failure(sentence.format(file=shown))


def _read(file: str) -> GameRecord:
    """Raises Failure, and OSError."""
    shown = clean(file, MAX_PATH)
    try:
        record = read_checked(Path(file))
        check_order(record)
    except UnreadableRecord as error:
        # Translators: {reason} is in English: what is wrong, and where in the file
        text = _("“{file}” contains no game that this version can read: {reason}.")
        raise Failure(text.format(file=shown, reason=clean(str(error), MAX_PATH))) from None
    except ImpossibleGame as error:
        if error.fact is None:
            sentence = _("“{file}” contains a game that isn't over, or that was given up within a round.")
            raise Failure(sentence.format(file=shown)) from None
        fact = clean(msgspec.json.encode(error.fact).decode(), MAX_PATH)
        sentence = (
            _("“{file}” contains a game in an order that no host writes: fact {number} is out of place, {fact}.")
            if isinstance(error, MisplacedFact)
            else _("“{file}” contains a game that can't have happened: fact {number} is impossible, {fact}.")
        )
        raise Failure(sentence.format(file=shown, number=error.number, fact=fact)) from None
    _refuse_impossible_times(file, record)
    return record

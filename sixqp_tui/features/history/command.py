"""`sixqp history`: the games that were played to their end, and deleting old ones."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

import msgspec

from sixqp_protocol.text import cells, clean, printable
from sixqp_tui.features.history import file_words as games_words
from sixqp_tui.features.history import game_files
from sixqp_tui.features.history import score_words as score_words
from sixqp_tui.features.history import words as words
from sixqp_tui.features.history.access import consult_history
from sixqp_tui.features.history.game_list import player_groups
from sixqp_tui.features.history.games import delete_games
from sixqp_tui.features.history.persons import own_keys
from sixqp_tui.features.history.recorded_game import MAX_SHOWN, find_recorded_game
from sixqp_tui.features.history.summary import GameSummary, summarize
from sixqp_tui.features.history.words import word_yes
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.local_time import date_told
from sixqp_tui.i18n.phrases import decimal, variant_name
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.spans import Line, Span
from sixqp_tui.terminal.output import print_error, print_json, print_line, print_sentences
from sixqp_tui.terminal.painted_lines import line_width, print_painted, wrap_groups
from sixqp_tui.terminal.preferences import effective_preferences

SHOWN = 20
"""Games that are listed where not all are asked for."""
MAX_LENGTH = 200
"""Cells of a line where no terminal is narrower: ten players of long names."""
DAY = 24 * 3600
"""Seconds."""
SHORT_ID = 6
"""Digits of an id that are shown: of a thousand games no two are likely to share them."""


def run(parsed: argparse.Namespace) -> int:
    """List the games, or delete old ones; the exit code."""
    if parsed.delete is not None:
        return _delete(parsed.delete, parsed.yes)
    if parsed.prune:
        return _prune(parsed.older_than, parsed.yes)
    if parsed.older_than is not None or parsed.yes:
        raise Failure(_("--older-than and --yes go with --prune: add --prune."), code=2)
    limit = None if parsed.all or parsed.json else SHOWN
    games, total = consult_history(lambda index, show: (index.games(limit), index.count()))
    if parsed.json:
        print_json(msgspec.json.encode(games))
    elif not games:
        print_sentences(score_words.nobody_yet())
    else:
        print_painted(_lines(games), effective_preferences(parsed).preferences)
        if total > len(games):
            print_error(_more_games(total - len(games)))
    return 0


def _lines(games: Sequence[GameSummary]) -> Iterator[Line]:
    """A line a game; where not all fit into the terminal, who played stands below."""
    own, width = own_keys(), line_width(MAX_LENGTH)
    digits = len(str(len(games)))
    titles = max(cells(game.title) for game in games)
    variants = max(cells(variant_name(game.variant)) for game in games)
    played = [tuple(player_groups(game, own)) for game in games]
    heads = [
        (
            Span(f"{number:>{digits}}  ", "strong"),
            Span(f"{date_told(game.ended)}  {game.id[:SHORT_ID]}  ", "dim"),
            Span(game.title + " " * (titles - cells(game.title)) + "  "),
            Span(f"{variant_name(game.variant):{variants}}  ", "dim"),
        )
        for number, game in enumerate(games, 1)
    ]
    longest = max(_cells(head) + sum(map(_cells, seats)) for head, seats in zip(heads, played, strict=True))
    for head, seats in zip(heads, played, strict=True):
        if longest <= width:
            yield (*head, *(span for seat in seats for span in seat))
        else:
            yield head
            yield from wrap_groups(seats, width, digits + 2)


def _cells(line: Line) -> int:
    return sum(cells(span.text) for span in line)


def _delete(wanted: str, sure: bool) -> int:
    """Delete the game that is meant, when that is confirmed; the exit code."""
    game = summarize(find_recorded_game(wanted))
    if not game_files.path_of(game_files.games_path(), game.id).exists():
        raise Failure(games_words.no_such_game(clean(wanted, MAX_SHOWN)))
    if not sure and not sys.stdin.isatty():
        raise Failure(_("Without a terminal, --delete needs --yes."), code=2)
    return _delete_when_confirmed((game,), sure)


def _prune(older_than: int | None, sure: bool) -> int:
    """Delete the games that are older than so many days, when that is confirmed; the exit code."""
    at_terminal = sys.stdin.isatty()
    if not at_terminal and (older_than is None or not sure):
        raise Failure(_("Without a terminal, --prune needs --older-than DAYS and --yes."), code=2)
    days = _ask_days() if older_than is None else older_than
    if days is None:
        print_line(words.nothing_deleted())
        return 0
    old = _older(int(time.time()) - days * DAY)
    if not old:
        print_line(words.nothing_so_old(days))
        return 0
    return _delete_when_confirmed(old, sure)


def _delete_when_confirmed(old: Sequence[GameSummary], sure: bool) -> int:
    """Delete these games, the newest first among them, when that is confirmed; the exit code."""
    print_sentences(words.would_delete(len(old), _size(old), date_told(old[-1].ended), date_told(old[0].ended)))
    if not sure and _answer(_ask_deletion()).strip().casefold() != words.word_yes().casefold():
        print_line(words.nothing_deleted())
        return 0
    with os_errors_as_failures():
        delete_games(tuple(game.id for game in old))
    print_line(_deleted(len(old)))
    return 0


def _ask_days() -> int | None:
    """How many days somebody types; None for none, or for what is no number."""
    typed = _answer(words.ask_days()).strip()
    return int(typed) if typed.isdecimal() and len(typed) < len(str(sys.maxsize)) // 2 else None


def _answer(question: str) -> str:
    try:
        return input(printable(question))
    except EOFError:
        print()
        return ""


def _older(before: int) -> tuple[GameSummary, ...]:
    """The games that ended before then, the newest first."""
    games = consult_history(lambda index, show: index.games())
    return tuple(game for game in games if game.ended < before)


def _size(games: Sequence[GameSummary]) -> str:
    folder = game_files.games_path()
    with os_errors_as_failures():
        paths = (game_files.path_of(folder, game.id) for game in games)
        size = sum(path.stat().st_size for path in paths if path.exists())
    return f"{decimal(size / 1e6)} MB"


def _more_games(count: int) -> str:
    return ngettext("{n} older game: sixqp history --all", "{n} older games: sixqp history --all", count).format(
        n=count
    )


def _ask_deletion() -> str:
    # Translators: a question at the end of a line; {yes} is what is typed
    return _("Delete them? Type {yes}: ").format(yes=word_yes())


def _deleted(count: int) -> str:
    return ngettext("{n} game deleted.", "{n} games deleted.", count).format(n=count)

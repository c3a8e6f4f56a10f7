"""`sixqp history`, `scores`, `persons` and `import`."""

import argparse
import re
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from sixqp_protocol.text import cells, clean
from sixqp_tui.features import find_hook
from sixqp_tui.features.history import files as game_files, games, words
from sixqp_tui.features.history.files import games_path, path_of
from sixqp_tui.features.history.game_index import GameIndex, OnProgress
from sixqp_tui.features.history.game_list import describe_notes, own_accuracy, player_groups
from sixqp_tui.features.history.games import (
    MAX_SHOWN,
    SHORT_ID,
    delete_games,
    find_recorded_game,
    read_checked,
    save_game,
)
from sixqp_tui.features.history.history import games_to_review
from sixqp_tui.features.history.persons import join_persons, joined_persons, own_keys, separate_person
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    MisplacedFact,
    UnreadableRecord,
    check_order,
)
from sixqp_tui.features.history.scores import person_called, score_lines
from sixqp_tui.features.history.spreadsheet import scores_csv
from sixqp_tui.features.history.statistics import PersonScore, Scores, Selection, count_scores
from sixqp_tui.features.history.summary import GameSummary, person_code, summarize
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.local_time import format_when, iso_moment, month_limits
from sixqp_tui.i18n.phrases import decimal, quoted, variant_name
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.spans import Line, Span
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import ask, print_error, print_json, print_line, print_sentences
from sixqp_tui.terminal.painted_lines import line_width, print_painted, wrap_groups
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_bar import progress_bar

Result = TypeVar("Result")


def consult_history(work: Callable[[GameIndex, OnProgress], Result]) -> Result:
    """Raises Failure.

    Ctrl-C stops the work and keeps the results so far. Problems with the index go to standard error.
    """
    with os_errors_as_failures(), progress_bar() as bar:
        task = bar.add_task(_("reading the games…"), total=None, visible=False)

        def show(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=True)

        found, notes = games.consult(lambda index: work(index, show), show)
    for sentence in describe_notes(notes):
        print_error(sentence)
    return found


MAX_NAME = 100
"""Characters."""


def choose_person(people: Sequence[PersonScore], joined: Mapping[str, str], wanted: str) -> PersonScore:
    """A code may be that of a joined key. Raises Failure."""
    by_key = {each.person: each for each in people}
    keys = {**joined, **{key: key for key in by_key}}
    coded = {keys[key] for key in keys if wanted.casefold() in (key, person_code(key))} & by_key.keys()
    if len(coded) == 1:
        return by_key[coded.pop()]
    named = [each for each in people if not each.bot and each.name.casefold() == wanted.casefold()]
    shown = clean(wanted, MAX_NAME)
    if not named:
        raise Failure(
            _("Nobody in your games is called “{wanted}”. To see everybody, type sixqp persons.").format(
                wanted=shown
            ),
            code=2,
        )
    if len(named) > 1:
        # Translators: {codes} are what tells people of one name apart, such as “3f0a12bc, anna@k3f9”
        sentence = _("Several people are called “{wanted}”. Choose one of {codes}.")
        raise Failure(
            sentence.format(wanted=shown, codes=", ".join(person_code(each.person) for each in named)), code=2
        )
    return named[0]


SHOWN = 20
"""Games that are listed unless all are asked for."""
MAX_LENGTH = 200
"""Cells of a line outside a terminal: ten players with long names."""
DAY = 24 * 3600
"""Seconds."""


def add_history_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=_("list all games, not only the newest"))
    parser.add_argument("--json", action="store_true", help=_("print all games as one line of JSON"))
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--prune", action="store_true", help=_("delete old games for good (asks first)"))
    one = _("delete this game for good (asks first): its number or id")
    change.add_argument("--delete", default=None, metavar=_("GAME"), help=one)
    days = _("with --prune: delete the games that ended more than N days ago")
    arguments.add_number(parser, "older-than", 0, 100_000, None, days)
    parser.add_argument("--yes", action="store_true", help=_("with --prune or --delete: do not ask"))
    arguments.add_painting(parser)


def run_history(parsed: argparse.Namespace) -> int:
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
        print_sentences(words.nobody_yet())
    else:
        print_painted(_game_lines(games), effective_preferences(parsed).preferences)
        if more := total - len(games):
            sentence = ngettext("{n} older game: sixqp history --all", "{n} older games: sixqp history --all", more)
            print_error(sentence.format(n=more))
    return 0


def _game_lines(games: Sequence[GameSummary]) -> Iterator[Line]:
    """The players go on lines of their own if not everything fits."""
    own, width = own_keys(), line_width(MAX_LENGTH)
    digits = len(str(len(games)))
    titles = max(cells(game.title) for game in games)
    variants = max(cells(variant_name(game.variant)) for game in games)
    times = [format_when(game.ended) for game in games]
    longest_time = max(map(cells, times))
    played = [(*player_groups(game, own), *_accuracy(game, own)) for game in games]
    heads = [
        (
            Span(f"{number:>{digits}}  ", "strong"),
            Span(f"{when:{longest_time}}  {game.id[:SHORT_ID]}  ", "dim"),
            Span(game.title + " " * (titles - cells(game.title)) + "  "),
            Span(f"{variant_name(game.variant):{variants}}  ", "dim"),
        )
        for number, (game, when) in enumerate(zip(games, times, strict=True), 1)
    ]
    longest = max(_cells(head) + sum(map(_cells, seats)) for head, seats in zip(heads, played, strict=True))
    for head, seats in zip(heads, played, strict=True):
        if longest <= width:
            yield (*head, *(span for seat in seats for span in seat))
        else:
            yield head
            yield from wrap_groups(seats, width, digits + 2)


def _accuracy(game: GameSummary, own: Collection[str]) -> Iterator[Line]:
    if accuracy := own_accuracy(game, own):
        yield (Span(f" · {accuracy}", "dim"),)


def _cells(line: Line) -> int:
    return sum(cells(span.text) for span in line)


def _delete(wanted: str, sure: bool) -> int:
    game = summarize(find_recorded_game(wanted))
    if not game_files.path_of(game_files.games_path(), game.id).exists():
        raise Failure(words.no_such_game(clean(wanted, MAX_SHOWN)))
    if not sure and not sys.stdin.isatty():
        raise Failure(_("Without a terminal, --delete needs --yes."), code=2)
    return _delete_when_confirmed((game,), sure)


def _prune(older_than: int | None, sure: bool) -> int:
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
    """Games come newest first."""
    print_sentences(words.would_delete(len(old), _size(old), format_when(old[-1].ended), format_when(old[0].ended)))
    if not sure and (ask(_ask_deletion()) or "").strip().casefold() != words.word_yes().casefold():
        print_line(words.nothing_deleted())
        return 0
    with os_errors_as_failures():
        delete_games(tuple(game.id for game in old))
    print_line(ngettext("{n} game deleted.", "{n} games deleted.", len(old)).format(n=len(old)))
    return 0


def _ask_days() -> int | None:
    """None if nobody typed a number."""
    # Translators: a question, the answer is typed behind it
    typed = (ask(_("Delete games older than how many days? (Enter: none) ")) or "").strip()
    return int(typed) if typed.isdecimal() and len(typed) < len(str(sys.maxsize)) // 2 else None


def _older(before: int) -> tuple[GameSummary, ...]:
    games = consult_history(lambda index, show: index.games())
    return tuple(game for game in games if game.ended < before)


def _size(games: Sequence[GameSummary]) -> str:
    folder = game_files.games_path()
    with os_errors_as_failures():
        paths = (game_files.path_of(folder, game.id) for game in games)
        size = sum(path.stat().st_size for path in paths if path.exists())
    return f"{decimal(size / 1e6)} MB"


def _ask_deletion() -> str:
    # Translators: a question at the end of a line; {yes} is what is typed
    return _("Delete them? Type {yes}: ").format(yes=words.word_yes())


WIDTH = 76
"""Cells of a line, as many as the smallest window has."""


def add_scores_arguments(parser: argparse.ArgumentParser) -> None:
    person = _("whose scores to show, by name or as listed by `sixqp persons` (default: yours)")
    # Translators: a person, as a value of the command line
    parser.add_argument("person", nargs="?", default=None, metavar=_("PERSON"), help=person)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=_("print the scores as one line of JSON"))
    shape.add_argument("--csv", action="store_true", help=_("print everybody's scores as CSV"))
    page = _("write what your decisions cost to a page for any browser, in the current folder")
    shape.add_argument("--html", action="store_true", help=page)
    month = _("count only the games of this month, such as 2026-11")
    # Translators: a year and a month, as a value of the command line
    parser.add_argument("--month", type=_month, metavar=_("MONTH"), help=month)
    people = _("count only games without bots")
    parser.add_argument("--people-only", action="store_true", help=people)
    parser.add_argument("--bots", action="store_true", help=_("list the bots too, and not only people"))
    ratings = _("show the ratings as figures too, and not only who is ahead")
    parser.add_argument("--ratings", action="store_true", help=ratings)
    review = _("first review your games that aren't reviewed yet; Ctrl-C stops, and what is done stays")
    parser.add_argument("--review", action="store_true", help=review)
    arguments.add_painting(parser)


def _review_waiting() -> None:
    with progress_bar(counted=False) as bar, closing(find_hook("review_games")(games_to_review(), None)) as steps:
        task = bar.add_task(_("reviewing your games…"), total=None)
        with suppress(KeyboardInterrupt):
            for done, of in steps:
                bar.update(task, completed=done, total=of)


def run_scores(parsed: argparse.Namespace) -> int:
    if parsed.review:
        _review_waiting()
    since, until = parsed.month or (None, None)
    selection = Selection(since=since, until=until, people_only=parsed.people_only)
    scores = consult_history(partial(_count, wanted=parsed.person, selection=selection))
    if parsed.html:
        return _write_page(scores)
    if parsed.json:
        print_json(msgspec.json.encode(scores))
    elif parsed.csv:
        for line in scores_csv(scores).splitlines():
            print_line(line)
    else:
        lines = score_lines(
            scores, line_width(WIDTH), selection, with_bots=parsed.bots, with_ratings=parsed.ratings
        )
        print_painted(lines.in_one_column, effective_preferences(parsed).preferences)
    return 0


def _write_page(scores: Scores) -> int:

    decisions = scores.details.decisions if scores.details else None
    if decisions is None or not decisions.games:
        raise Failure(_("None of your games is reviewed yet. To review them, type sixqp scores --review --html."))
    path = find_hook("scores_page")(decisions)
    print_sentences(_("Saved to “{path}”. Open it in any browser.").format(path=path))
    return 0


def _month(text: str) -> tuple[int, int]:
    """In seconds since 1970."""
    if re.fullmatch(r"2[0-9]{3}-(0[1-9]|1[0-2])", text):
        year, month = map(int, text.split("-"))
        return month_limits(year, month)
    raise argparse.ArgumentTypeError(
        _("expected a year and a month such as 2026-11, got {given}").format(given=quoted(clean(text, MAX_NAME)))
    )


def _count(index: GameIndex, on_progress: OnProgress, wanted: str | None, selection: Selection) -> Scores:
    joined, own = joined_persons(), own_keys()
    scores = count_scores(index, joined, own, on_progress=on_progress, selection=selection)
    if wanted is None:
        return scores
    person = choose_person(scores.people, joined, wanted).person
    return count_scores(index, joined, own, person, on_progress, selection)


def add_persons_arguments(parser: argparse.ArgumentParser) -> None:
    change = parser.add_mutually_exclusive_group()
    person = _("PERSON")
    joining = _("treat these two as one person, by name or as listed")
    change.add_argument("--join", nargs=2, default=None, metavar=(person, person), help=joining)
    separating = _("separate the players who were merged with this person")
    change.add_argument("--separate", default=None, metavar=person, help=separating)


def run_persons(parsed: argparse.Namespace) -> int:
    scores = consult_history(
        lambda index, show: count_scores(index, joined_persons(), own_keys(), on_progress=show)
    )
    if parsed.join:
        _join(scores, *parsed.join)
    elif parsed.separate:
        _separate(scores, parsed.separate)
    else:
        _list(scores)
    return 0


def _join(scores: Scores, one: str, other: str) -> None:
    """This user if one of them is, else the first."""
    joined = joined_persons()
    first, second = (choose_person(scores.people, joined, wanted) for wanted in (one, other))
    if first.bot or second.bot:
        raise Failure(_("Bots count by their level: only people can be merged."), code=2)
    into, gone = (second, first) if second.own else (first, second)
    with os_errors_as_failures():
        join_persons((gone.person,), into.person)
    name, other = (f"{each.name} ({person_code(each.person)})" for each in (first, second))
    print_line(_("{name} and {other} now count as one person.").format(name=name, other=other))


def _separate(scores: Scores, wanted: str) -> None:
    person = choose_person(scores.people, joined_persons(), wanted)
    with os_errors_as_failures():
        apart = separate_person(person.person)
    print_line(
        ngettext(
            "{name} and {n} other are separate people again.",
            "{name} and {n} others are separate people again.",
            len(apart),
        ).format(name=person.name, n=len(apart))
        if apart
        else _("Nobody has been merged with {name}.").format(name=person.name)
    )


def _list(scores: Scores) -> None:
    people = [each for each in scores.people if not each.bot]
    if not people:
        print_line(words.nobody_yet())
        return
    joined = list(joined_persons().values())
    names = [person_called(each.person, each.name, each.own) for each in people]
    codes = [person_code(each.person) for each in people]
    name_width, code_width = max(map(cells, names)), max(map(cells, codes))
    for each, name, code in zip(people, names, codes, strict=True):
        padded = name + " " * (name_width - cells(name)), code + " " * (code_width - cells(code))
        line = [*padded, words.games_played(each.count.games)]
        if others := joined.count(each.person):
            line.append(ngettext("merged with {n} other", "merged with {n} others", others).format(n=others))
        print_line("  ".join(line))


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
    kept = consult_history(lambda index, show: index.id_of(record.table, record.number))
    if kept is None or kept == record.id:
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

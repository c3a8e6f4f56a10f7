"""`sixqp export`: a finished game as a file for others, as JSON, notation or a page for a browser."""

import argparse
import re
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import Final
from unicodedata import normalize

from sixqp_protocol.text import clean_path, clean_reason
from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.result import Review
from sixqp_tui.engine import notation
from sixqp_tui.features.history.files import kept_review, with_kept_accuracies
from sixqp_tui.features.history.games import find_recorded_game
from sixqp_tui.features.history.record import GameRecord, encode_record
from sixqp_tui.features.review.review_run import ReviewRun, begin_review, make_review
from sixqp_tui.i18n import _, language, pgettext
from sixqp_tui.i18n.local_time import format_moment, local_moment
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.files import write_atomically
from sixqp_tui.terminal.output import ask, print_error, print_json, print_line, print_sentences
from sixqp_tui.terminal.player_name import is_at_terminal

MAX_TITLE = 40
"""Letters of the title in the name of a report; every disk takes the whole name."""


def may_write(path: Path, force: bool) -> bool:
    """Whether the file is new, or the user agrees to replace it.

    Raises Failure if nobody is there to ask, or if it can be no file.
    """
    try:
        if not path.exists():
            return True
        if not path.is_file():
            raise Failure(_cannot_write(path, _("it is not a file")))
    except OSError as error:
        raise Failure(_cannot_write(path, error.strerror or str(error))) from None
    if force:
        return True
    there = _("“{path}” already exists.").format(path=clean_path(path))
    if not is_at_terminal():
        # Translators: follows “… already exists.”
        hint = _("Use --force to replace it, or choose another name with -o.")
        raise Failure(f"{there} {hint}")
    # Translators: a question in the terminal: y stands for yes and is typed, everything else means no
    question = _("Replace it? [y/N]")
    typed = (ask(f"{there} {question} ") or "").strip().casefold()[:1]
    return typed in ("y", pgettext("typed answer", "y"))


def name_file(output: Path | None, name: str) -> Path:
    """`name` in this folder, or in `output` if that is a folder. Raises Failure."""
    if output is None:
        return Path(name)
    try:
        return output / name if output.is_dir() else output
    except OSError as error:
        raise Failure(_cannot_write(output, error.strerror or str(error))) from None


def write_file(path: Path, data: bytes) -> None:
    """Write the whole file or nothing, readable as its folder allows. Raises Failure."""
    try:
        write_atomically(path, data, private=False)
    except OSError as error:
        raise Failure(_cannot_write(path, error.strerror or str(error))) from None


def _cannot_write(path: Path, reason: str) -> str:
    return _("“{path}” can't be written ({reason}).").format(path=clean_path(path), reason=clean_reason(reason))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    game = _("number of the game (1, the default, is the newest), the beginning of its id, or a file")
    parser.add_argument("game", nargs="?", default=None, metavar=_("GAME"), help=game)
    shape = parser.add_mutually_exclusive_group(required=True)
    facts = _("write the whole game in protocol terms, every card dealt and played; `sixqp import` reads it")
    shape.add_argument("--json", action="store_const", dest="form", const="json", help=facts)
    notation_text = _("write the game as text that people can read, one line for each turn")
    shape.add_argument("--notation", action="store_const", dest="form", const="txt", help=notation_text)
    html = _(
        "write a self-contained page for any browser: result, curve, luck or skill, the decisions that mattered"
    )
    shape.add_argument("--html", action="store_const", dest="form", const="html", help=html)
    output = _("file to write, or folder for it (default: a page goes to the current folder, all else is printed)")
    parser.add_argument("-o", "--output", type=Path, default=None, metavar=_("FILE"), help=output)
    parser.add_argument("--no-review", action="store_true", help=_("leave the review out of the page"))
    parser.add_argument("--force", action="store_true", help=_("replace a file that already exists"))


def run(parsed: argparse.Namespace) -> int:
    """Raises Failure."""
    record = find_recorded_game(parsed.game)
    if parsed.form == "html":
        return export_html(record, parsed.output, with_review=not parsed.no_review, force=parsed.force)
    text = FORMS[parsed.form](record)
    if parsed.output is None:
        whole = text.removesuffix("\n")
        print_json(whole.encode()) if parsed.form == "json" else print_line(whole)
        return 0
    path = name_file(parsed.output, f"{record.id}.{parsed.form}")
    if not may_write(path, parsed.force):
        return 1
    write_file(path, text.encode())
    print_error(_("The game {game} is in “{file}”.").format(game=record.id, file=clean_path(path)))
    return 0


FORMS: Final[dict[str, Callable[[GameRecord], str]]] = {
    "json": lambda record: encode_record(with_kept_accuracies(record)).decode() + "\n",
    "txt": lambda record: notation.write(record.facts),
}
"""What makes each text form, by file suffix; each has an option of the command line."""


def export_html(record: GameRecord, output: Path | None, *, with_review: bool, force: bool) -> int:
    """Without an `output` it goes to the current folder; an output that is a folder gets its default name.

    Raises Failure.
    """
    path = name_file(output, usual_name(record))
    if not may_write(path, force):
        return 1
    write_report(record, path, _review(begin_review(record)) if with_review else None)
    print_sentences(
        _("The game is in “{path}”. Open it in any browser, no network needed.").format(path=clean_path(path))
    )
    return 0


def report_file_name(record: GameRecord, day: str) -> str:
    """A name that every system takes: day, title in Latin letters, and the game's id."""
    plain = normalize("NFKD", re.sub("['’]", "", record.title)).encode("ascii", "ignore").decode().lower()
    title = re.sub("[^a-z0-9]+", "-", plain)[:MAX_TITLE].strip("-")
    return "-".join(part for part in ("sixqp", day, title, record.id) if part) + ".html"


def usual_name(record: GameRecord) -> str:
    return report_file_name(record, f"{local_moment(record.ended):%Y-%m-%d}")


def write_report(record: GameRecord, path: Path, review: Review | None) -> None:
    from sixqp_tui.features.review.report import html_report  # Jinja takes 50 ms, which a review doesn't need

    html = html_report(record, review, language(), format_moment(local_moment(record.ended)))
    write_file(path, html.encode())


def export_beside(record: GameRecord, review: Review | None) -> str:
    """Under a new name in the current folder. Raises Failure."""
    path = _free_name(usual_name(record))
    write_report(record, path, review)
    return clean_path(path.absolute())


def _free_name(usual: str) -> Path:
    """With a number where there is such a file."""
    first = Path(usual)
    names = chain((first,), (first.with_stem(f"{first.stem}-{number}") for number in count(2)))
    return next(name for name in names if not name.exists())


def _review(run: ReviewRun) -> Review | None:
    """None for a game without a complete round."""
    if not run.tasks:
        return None
    review = make_review(run)
    if not review.whole:
        print_error(_("Stopped: nothing was written. Add --no-review to write it at once, without the review."))
        raise KeyboardInterrupt
    return review


def export_record(record: GameRecord) -> str:
    """With its review if one is saved. Raises Failure."""
    return export_beside(record, kept_review(record, DEALS))

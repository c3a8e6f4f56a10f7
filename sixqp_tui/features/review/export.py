"""`sixqp export`: a finished game as a file for others, as JSON, notation or a page for a browser."""

import argparse
import errno
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import Final
from unicodedata import normalize

from sixqp_protocol.text import clean_path, clean_reason
from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.result import Review
from sixqp_tui.engine import notation
from sixqp_tui.features.history import words
from sixqp_tui.features.history.games import find_game
from sixqp_tui.features.history.record import GameRecord, encode_record
from sixqp_tui.features.history.store import kept_review, with_kept_accuracies
from sixqp_tui.features.review.review_run import make_review_at_terminal
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import format_moment, local_moment
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.files import write_atomically
from sixqp_tui.terminal.output import print_error, print_json, print_line, print_sentences

MAX_TITLE = 40
"""Letters of the title in the name of a report; every disk takes the whole name."""
FORMS: Final[dict[str, Callable[[GameRecord], str]]] = {
    "json": lambda record: encode_record(with_kept_accuracies(record)).decode() + "\n",
    "txt": lambda record: notation.write(record.facts),
}
"""The writer of each text format, by file suffix; each has an option of the command line."""


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
    record, page = find_game(parsed.game), parsed.form == "html"
    if parsed.output is None and not page:
        whole = FORMS[parsed.form](record).removesuffix("\n")
        print_json(whole.encode()) if parsed.form == "json" else print_line(whole)
        return 0
    path = _named(parsed.output or Path(), usual_name(record) if page else f"{record.id}.{parsed.form}")
    _refuse_existing(path, parsed.force)
    if page:
        review = None if parsed.no_review else make_review_at_terminal(record)
        _write(path, _report(record, review if review and review.tasks else None))
        print_sentences(words.saved(clean_path(path)))
    else:
        _write(path, FORMS[parsed.form](record))
        print_error(words.saved(clean_path(path), page=False))
    return 0


def export_beside(record: GameRecord, review: Review | None = None) -> str:
    """Under a new name in the current folder, with this review, or the one that is saved. Raises Failure."""
    usual = Path(usual_name(record))
    names = chain((usual,), (usual.with_stem(f"{usual.stem}-{number}") for number in count(2)))
    path = next(name for name in names if not name.exists())
    _write(path, _report(record, review or kept_review(record, DEALS)))
    return clean_path(path.absolute())


def usual_name(record: GameRecord) -> str:
    """A name that every system takes: day, title in Latin letters, and the game's id."""
    plain = normalize("NFKD", re.sub("['’]", "", record.title)).encode("ascii", "ignore").decode().lower()
    title = re.sub("[^a-z0-9]+", "-", plain)[:MAX_TITLE].strip("-")
    day = f"{local_moment(record.ended):%Y-%m-%d}"
    return "-".join(part for part in ("sixqp", day, title, record.id) if part) + ".html"


def _report(record: GameRecord, review: Review | None) -> str:
    from sixqp_tui.features.review.report import html_report  # Jinja takes 50 ms, which a review doesn't need

    return html_report(record, review, format_moment(local_moment(record.ended)))


# -- files --------------------------------------------------------------------------------------------


def _named(output: Path, name: str) -> Path:
    """`name` in `output` if that is a folder. Raises Failure."""
    with _refused_as_failure(output):
        return output / name if output.is_dir() else output


def _refuse_existing(path: Path, force: bool) -> None:
    """Raises Failure if a file may not be written: it is there, or it can be no file."""
    with _refused_as_failure(path):
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, _("it is not a file"))
        if path.exists() and not force:
            sentence = _("“{path}” already exists. Use --force to replace it, or choose another name with -o.")
            raise Failure(sentence.format(path=clean_path(path)))


def _write(path: Path, text: str) -> None:
    """Write the whole file or nothing, readable as its folder allows. Raises Failure."""
    with _refused_as_failure(path):
        write_atomically(path, text.encode(), mode=0o666)


@contextmanager
def _refused_as_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        sentence = _("“{path}” can't be written ({reason}).")
        reason = clean_reason(error.strerror or str(error))
        raise Failure(sentence.format(path=clean_path(path), reason=reason)) from None

"""`sixqp export --html`: a game that is over as one file to give away."""

from itertools import chain, count
from pathlib import Path

from sixqp_protocol.text import clean_path
from sixqp_tui.analysis.result import Review
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.progress import make_review
from sixqp_tui.features.review.report.file_name import report_file_name
from sixqp_tui.features.review.report.page import html_report
from sixqp_tui.features.review.review_run import ReviewRun
from sixqp_tui.i18n import _, language
from sixqp_tui.i18n.local_time import local_moment, told_moment
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal.output import print_sentences
from sixqp_tui.terminal.output_file import may_write, name_file, write_file


def export_html(record: GameRecord, output: Path | None, *, with_review: bool, force: bool) -> int:
    """Write the report of this game, and say where it lies; the exit code.

    Without an `output` it goes into the folder in which the command was typed; one that is a folder gets it with
    its usual name. A file that is there is replaced where it is forced, or a person at the terminal says so.
    Raises Failure.
    """
    path = name_file(output, usual_name(record))
    if not may_write(path, force):
        return 1
    write_report(record, path, _review(ReviewRun(record)) if with_review else None)
    print_sentences(
        _("The game is in “{path}”. Open it in any browser, no network needed.").format(path=clean_path(path))
    )
    return 0


def usual_name(record: GameRecord) -> str:
    return report_file_name(record, f"{local_moment(record.ended):%Y-%m-%d}")


def write_report(record: GameRecord, path: Path, review: Review | None) -> None:
    """Write the report of this game in the language in use; what lies there is replaced. Raises Failure."""
    html = html_report(record, review, language(), told_moment(local_moment(record.ended)))
    write_file(path, html.encode())


def export_beside(record: GameRecord, review: Review | None) -> str:
    """Write the report of this game into the folder in which the command was typed; the path of the file.

    Nothing that lies there is replaced: a number makes the name another one. Raises Failure.
    """
    usual = Path(usual_name(record))
    names = chain((usual,), (usual.with_stem(f"{usual.stem}-{number}") for number in count(2)))
    path = next(name for name in names if not name.exists())
    write_report(record, path, review)
    return clean_path(path.absolute())


def _review(run: ReviewRun) -> Review | None:
    """The review; None for a game without a whole round. Raises Failure where it is stopped."""
    if not run.tasks:
        return None
    review = make_review(run)
    if not review.whole:
        sentence = _("Stopped: nothing was written. Add --no-review to write it at once, without the review.")
        raise Failure(sentence, code=130)
    return review

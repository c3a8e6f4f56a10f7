"""`sixqp export --html`: a game that is over as one file to give away."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sixqp_protocol.text import clean, printable
from sixqp_tui.cli.terminal.output import print_sentences
from sixqp_tui.cli.terminal.player_name import is_at_terminal
from sixqp_tui.cli.terminal.review_progress import make_review
from sixqp_tui.history.record import GameRecord
from sixqp_tui.i18n import _, language, pgettext
from sixqp_tui.i18n.game.dates import told_moment
from sixqp_tui.report.file_name import report_file_name
from sixqp_tui.report.page import html_report
from sixqp_tui.review.result import Review
from sixqp_tui.runtime.failure import Failure
from sixqp_tui.runtime.review_run import ReviewRun
from sixqp_tui.store.atomic_write import write_atomically

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PATH_CELLS = 200
"""Cells of a path that a sentence shows."""


def export_html(record: GameRecord, output: Path | None, *, with_review: bool, force: bool) -> int:
    """Write the report of this game, and say where it lies; the exit code.

    Without an `output` it goes into the folder in which the command was typed; one that is a folder gets it with
    its usual name. A file that is there is replaced where it is forced, or a person at the terminal says so.
    Raises Failure.
    """
    path = _path(output, usual_name(record))
    if not _may_write(path, force):
        return 1
    write_report(record, path, _review(ReviewRun(record)) if with_review else None)
    print_sentences(
        _("The game is in “{path}”: any browser shows it, without a network.").format(path=shown_path(path))
    )
    return 0


def usual_name(record: GameRecord) -> str:
    """What the report of this game is called where nobody says otherwise."""
    return report_file_name(record, f"{_ended(record):%Y-%m-%d}")


def write_report(record: GameRecord, path: Path, review: Review | None) -> None:
    """Write the report of this game in the language in use; what lies there is replaced. Raises Failure."""
    html = html_report(record, review, language(), told_moment(_ended(record)))
    try:
        write_atomically(path, html.encode(), private=False)
    except OSError as error:
        raise Failure(_cannot_write(path, error.strerror or str(error))) from None


def _ended(record: GameRecord) -> datetime:
    return _local(_EPOCH + timedelta(seconds=record.ended))


def _local(moment: datetime) -> datetime:
    """By this machine's clock; as it is where the system reckons no time zone for it, as for the year 9999."""
    try:
        return moment.astimezone()
    except (OSError, OverflowError, ValueError):
        return moment


def _path(output: Path | None, name: str) -> Path:
    if output is None:
        return Path(name)
    return output / name if output.is_dir() else output


def _may_write(path: Path, force: bool) -> bool:
    """Whether nothing is lost by it, or somebody wants it so. Raises Failure where nobody is there to ask."""
    try:
        if not path.exists():
            return True
        if not path.is_file():
            raise Failure(_cannot_write(path, _("it is no file")))
    except OSError as error:
        raise Failure(_cannot_write(path, error.strerror or str(error))) from None
    if force:
        return True
    there = _("“{path}” is there already.").format(path=shown_path(path))
    if not is_at_terminal():
        # Translators: behind “… is there already.”
        raise Failure(f"{there} {_('Give --force to replace it, or another name with -o.')}")
    # Translators: a question in the terminal: y stands for yes and is typed, everything else means no
    asked = _("Replace it? [y/N]")
    return _answer(f"{there} {asked} ") in ("y", pgettext("typed answer", "y"))


def _answer(question: str) -> str:
    """The first letter of what is typed; nothing where nothing can be typed any more."""
    try:
        return input(printable(question)).strip().casefold()[:1]
    except EOFError:
        print()
        return ""


def _review(run: ReviewRun) -> Review | None:
    """The review; None for a game without a whole round. Raises Failure where it is stopped."""
    if not run.tasks:
        return None
    review = make_review(run)
    if not review.whole:
        sentence = _("Stopped: nothing was written. With --no-review it is written at once, without the review.")
        raise Failure(sentence, code=130)
    return review


def _cannot_write(path: Path, reason: str) -> str:
    return _("“{path}” cannot be written ({reason}).").format(
        path=shown_path(path), reason=clean(reason, _PATH_CELLS)
    )


def shown_path(path: Path) -> str:
    """The path as a sentence may show it."""
    return clean(str(path), _PATH_CELLS)

"""A review that is made while somebody waits."""

from sixqp_tui.analysis.result import Review
from sixqp_tui.features.review.review_run import ReviewRun
from sixqp_tui.i18n import _
from sixqp_tui.terminal.progress_bar import progress_bar


def make_review(run: ReviewRun) -> Review:
    """The review, with a bar on a terminal while it is made; Ctrl-C stops it, and what is done stays."""
    doing = run.examine()
    with progress_bar() as bar:
        task = bar.add_task(_("reviewing the game…"), total=run.tasks)
        try:
            for done in doing:
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            doing.close()
    return run.review

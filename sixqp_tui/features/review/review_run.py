"""Makes a review in several processes, and keeps it."""

from contextlib import closing, suppress
from functools import partial

from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.result import Review
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.history.store import kept_review, write_review
from sixqp_tui.features.review.review import Finding, examine, plan_review, put_together
from sixqp_tui.i18n import _
from sixqp_tui.joining.background import OnProgress
from sixqp_tui.terminal.jobs import CORES, progress_bar, run_tasks, worker_pool


def make_review(record: GameRecord, on_progress: OnProgress, deals: int = DEALS) -> Review:
    """The review of a checked game. That of a saved game is saved beside it, and then there is nothing to do.

    Blocks; it ends at once if `on_progress` raises.
    """
    plan = plan_review(record.facts, deals)
    if kept := kept_review(record, plan.deals):
        return kept
    findings: list[Finding] = []
    work = partial(examine, deals=plan.deals)
    with worker_pool(CORES) as pool, closing(run_tasks(pool, work, plan.tasks, 2 * CORES)) as found:
        for finding in found:
            findings.append(finding)
            on_progress(len(findings), len(plan.tasks))
    review = put_together(plan, findings)
    with suppress(OSError):  # it can be made again
        write_review(record.id, review)
    return review


def make_review_at_terminal(record: GameRecord, deals: int = DEALS) -> Review:
    """With a bar."""
    with progress_bar(_("reviewing the game…")) as show:
        return make_review(record, show, deals)

"""A table shows another certificate than before: its player decides whether to trust the new one."""

from sixqp_tui.i18n import _, pgettext
from sixqp_tui.tui.dialogs.question import Answer, Ask


def whether_to_trust() -> Ask:
    """What is asked then; only `trust` goes on."""
    return Ask(
        lambda: _(
            "Another machine than the one that you know answers there: it shows another certificate. That may be "
            "somebody who listens in. Trust it only if the table's host says that it is the right one."
        ),
        _answers,
    )


def _answers() -> list[Answer]:
    return [
        Answer("no", "escape", pgettext("answer", "do not trust it")),
        Answer("trust", "t", pgettext("answer", "trust the new certificate, and join")),
    ]

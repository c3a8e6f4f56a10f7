"""What is said where a table shows another certificate than the one that is known."""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import pgettext


def ask_trust() -> str:
    """Before a new certificate is trusted."""
    return _(
        "Another machine than the one that you know answers there: it shows another certificate. That may be "
        "somebody who listens in. Trust it only if the table's host says that it is the right one."
    )


def answer_no() -> str:
    """Stay away."""
    return pgettext("answer", "do not trust it")


def answer_trust() -> str:
    """Go on, and remember the new one."""
    return pgettext("answer", "trust the new certificate, and join")


def not_trusted() -> str:
    """The player stayed away."""
    return _("The new certificate was not trusted; you have not joined.")


def not_who_invites() -> str:
    """Who answers is not the host that an invitation is from."""
    return _(
        "Another machine than the one that this invitation is from answers there: it shows another certificate. "
        "Ask the host for a new invitation."
    )

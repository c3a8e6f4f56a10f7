"""The tally of the evening."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import listed


def nothing_yet() -> str:
    return _("No round has been finished at this table yet.")


def left() -> str:
    # Translators: a mark behind the name of a player who has left the table
    return pgettext("chair", "left")


def others_below(count: int) -> str:
    return ngettext("and {n} other", "and {n} others", count).format(n=count)


def watching(names: Sequence[str], most: int = 20) -> str:
    # Translators: people who watch without a seat
    return _("Watching: {names}").format(names=listed(names, most))

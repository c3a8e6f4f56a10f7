"""What the commands around games that are over say: history, scores, persons, export, import."""

from sixqp_tui.i18n import _, ngettext


def files_unreadable(count: int, first: str) -> str:
    """Files in the folder of games that hold none."""
    return ngettext(
        "{n} file among your games contains no game that this version can read: “{first}”.",
        "{n} files among your games contain no game that this version can read; the first is “{first}”.",
        count,
    ).format(n=count, first=first)


def ask_days() -> str:
    # Translators: a question, the answer is typed behind it
    return _("Delete games older than how many days? (Enter: none) ")


def nothing_so_old(days: int) -> str:
    return ngettext("No game is older than {n} day.", "No game is older than {n} days.", days).format(n=days)


def would_delete(count: int, size: str, oldest: str, newest: str) -> str:
    """Which games are to be deleted: how many, how large, the dates of the first and the last."""
    # Translators: {size} is “12.5 MB”; {oldest} and {newest} are dates
    return ngettext(
        "{n} game would be deleted for good ({size}): that of {newest}.",
        "{n} games would be deleted for good ({size}), from {oldest} to {newest}.",
        count,
    ).format(n=count, size=size, oldest=oldest, newest=newest)


def word_yes() -> str:
    # Translators: a word that is typed: yes, delete
    return _("yes")


def nothing_deleted() -> str:
    return _("Nothing was deleted.")

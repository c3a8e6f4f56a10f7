"""What is said of tables that outlive their process: journals, resuming, what is in the way of either."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext


def nothing_to_resume(hosted: bool) -> str:
    """`--resume` where no table was left unfinished."""
    if hosted:
        return _("No table that was hosted here is unfinished: open a new one with `sixqp host`.")
    return _("No table that was served here is unfinished: open a new one with `sixqp serve`.")


def no_such_table(wanted: str) -> str:
    """`--resume TABLE` where no unfinished table is called so."""
    return _("No unfinished table here is called “{wanted}”.").format(wanted=wanted)


def several_kept(title: str, ids: Sequence[str]) -> str:
    """`--resume TITLE` where several unfinished tables are called so."""
    sentence = ngettext(
        "{n} unfinished table is called “{title}”. Choose by its id: {ids}",
        "{n} unfinished tables are called “{title}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), title=title, ids=", ".join(ids))


def nobody_hosts(title: str, table: str) -> str:
    """`host --resume` of a table that has no owner."""
    return _("Nobody who plays at “{title}” is its host: resume it with `sixqp serve --resume {table}`.").format(
        title=title, table=table
    )


def table_is_held(table: str, holder: tuple[int, str, str] | None) -> str:
    """Another process hosts the table already; `holder`: its number, its machine, since when by the clock."""
    if holder is None:
        return _("The table {table} is open already, in another program.").format(table=table)
    pid, host, since = holder
    sentence = _("The table {table} is open already: process {pid} on {host} has it, since {since}.")
    return sentence.format(table=table, pid=pid, host=host, since=since)


def journal_is_newer(path: str) -> str:
    """A journal that a newer program wrote."""
    return _("The journal “{path}” was written by a newer version of the game: resume it with that one.").format(
        path=path
    )


def journal_is_damaged(path: str) -> str:
    """A journal whose very beginning cannot be read, or that tells of what cannot have happened."""
    return _("The journal “{path}” is damaged, and no game can be read from it.").format(path=path)


def end_was_lost(size: int) -> str:
    """The end of a journal was not whole; the table goes on from before it."""
    sentence = ngettext(
        "The last {n} byte of the table's journal was not whole; the table goes on from before it.",
        "The last {n} bytes of the table's journal were not whole; the table goes on from before them.",
        size,
    )
    return sentence.format(n=size)


def table_goes_on(title: str) -> str:
    """A table was resumed, for the screen of a dedicated host."""
    return _("“{title}” goes on as it was.").format(title=title)


def journal_was_lost() -> str:
    """The disk gives the journal back no more: the table's process ends."""
    return _("The disk can neither take nor give the table's journal; the table ends here.")


def resuming(title: str) -> str:
    """A kept table is being opened again."""
    return _("Going on with “{title}” …").format(title=title)


def offer(title: str, round: int) -> str:
    """The home screen's offer of a table whose game was not finished."""
    return _("press g to go on with “{title}”, round {round}").format(title=title, round=round)


def closed_in_mid_game() -> str:
    """The host has closed a table whose game was not finished."""
    return _("The game is kept. Go on with it another time: sixqp host --resume")


def back_to_your_seat(title: str) -> str:
    """The prompt while a table is pointed at where this player has a seat."""
    return _("Enter: back to your seat at {title}.").format(title=title)


def waits_for_disk() -> str:
    """The table pauses by itself."""
    return _("The host's disk takes nothing: the table waits, and goes on when it does")

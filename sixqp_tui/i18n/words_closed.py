"""Why a connection ended: a sentence for every code that a host or a client gives."""

from sixqp_tui.i18n.catalog import gettext as _


def why_closed(code: str | None) -> str:
    """Why the connection ended; `code` is a farewell's or a client's own trouble's, None where nobody knows."""
    return _sentences().get(code or "", _("The connection to the table has ended."))


def _sentences() -> dict[str, str]:
    return {
        "too_slow": _("The table dropped this connection because it could not keep up."),
        "restart": _("The table is restarting. Join again in a moment."),
        "elsewhere": _("Your seat was taken up from another window or machine."),
        "left": _("You have left the table."),
        "closed": _("The host has closed the table."),
        "kicked": _("The host has removed you from the table."),
        "version": _("This table speaks another version of the game. Update the older of the two programs."),
        "full": _("The table is full. You can watch it instead."),
        "begun": _("The game there has begun without you. You can watch it instead."),
        "other_table": _("Another table than the one you asked for answers at this address."),
        "wrong_code": _("The room code was wrong."),
        "codes_paused": _(
            "Too many wrong room codes were tried at this table. It has a new code now, and takes it in half a "
            "minute: ask its host."
        ),
        "code_wanted": _("This table is locked. Its host tells you the room code: add --code CODE."),
        "code_not_proved": _(
            "Whoever answers there does not know the room code, so it may not be the table that you mean. If its "
            "host says that the table is not locked, join without a code."
        ),
        "bad_message": _(
            "The table could not read what was sent to it. The two programs may be of different versions."
        ),
        "too_late": _("The table waited too long for this program to introduce itself."),
        "too_fast": _("The table ended this connection because far too much came by it at once."),
        "unreachable": _(
            "The table does not answer. Is its address right, is it still open, and are both machines "
            "on the same network? A guest network may keep machines apart: a cable or a phone's hotspot helps."
        ),
        "other_certificate": _(
            "Another machine than the one that you know answers there, or its host was set up anew: it shows "
            "another certificate. That may be somebody who listens in. If its host says that it is the right one, "
            "type: sixqp join ADDRESS --trust-new"
        ),
        "not_a_table": _("Something answers at this address, but it is not a table of 6 qui prend."),
        "table_died": _(
            "The table's own process ended again and again. What was played is kept: `sixqp host --resume` goes on."
        ),
        "broken_host": _("The table sent something that this program cannot read. Its version may be another."),
    }

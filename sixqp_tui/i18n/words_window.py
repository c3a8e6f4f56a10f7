"""What the title of the terminal's window says."""

from sixqp_tui.i18n.catalog import gettext as _

PROGRAM = "sixqp"
BETWEEN = " · "


def window_title(table: str, sign: str, yours: bool) -> str:
    """The window's title: whose turn it is if it is the reader's, with a sign before it, and at which table."""
    called = _("{sign} your turn").format(sign=sign) if yours else ""
    parts = (called, table, PROGRAM)
    return BETWEEN.join(part for part in parts if part)

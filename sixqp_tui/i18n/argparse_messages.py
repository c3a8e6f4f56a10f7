"""The messages of argparse that users read, for pybabel to find.

argparse looks them up itself, with what `cli/parser.py` gives it.
"""

from sixqp_tui.i18n import _


def catalog_entries() -> None:
    """Read by pybabel, never called."""
    _("usage: ")
    # Translators: a heading; a colon comes right behind it. End with a space if your language has one there
    _("positional arguments")
    # Translators: a heading; a colon comes right behind it. End with a space if your language has one there
    _("options")
    _("show this help message and exit")
    # Translators: a sentence about one option, such as “argument --port: expected one argument”
    _("argument %(argument_name)s: %(message)s")
    _("the following arguments are required: %s")
    _("expected one argument")
    _("expected at most one argument")
    _("ignored explicit argument %r")
    _("expected at least one argument")
    _("one of the arguments %s is required")
    _("not allowed with argument %s")
    _("invalid choice: %(value)r (choose from %(choices)s)")

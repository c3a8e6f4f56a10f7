"""The messages of argparse (Python 3.11 to 3.14) that users read, for pybabel to find.

argparse looks them up itself, inside `i18n.standard_library_too`.
"""

from sixqp_tui.i18n import _, ngettext


def catalog_entries() -> None:
    """Read by pybabel, never called."""
    _("usage: ")
    # Translators: a heading; a colon comes right behind it. End with a space if your language has one there
    _("positional arguments")
    # Translators: a heading; a colon comes right behind it. End with a space if your language has one there
    _("options")
    # Translators: a heading; a colon comes right behind it. End with a space if your language has one there
    _("subcommands")
    _("show this help message and exit")
    _("show program's version number and exit")
    _(" (default: %(default)s)")
    _("%(prog)s: error: %(message)s\n")
    _("%(prog)s: warning: %(message)s\n")
    # Translators: a sentence about one option, such as “argument --port: expected one argument”
    _("argument %(argument_name)s: %(message)s")
    _("the following arguments are required: %s")
    _("one of the arguments %s is required")
    _("unrecognized arguments: %s")
    _("unexpected option string: %s")
    _("ambiguous option: %(option)s could match %(matches)s")
    _("expected one argument")
    _("expected at most one argument")
    _("expected at least one argument")
    _("ignored explicit argument %r")
    _("not allowed with argument %s")
    _("invalid %(type)s value: %(value)r")
    _("invalid choice: %(value)r (choose from %(choices)s)")
    _("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)")
    # Translators: a “parser” is a command here, such as join
    _("unknown parser %(parser_name)r (choices: %(choices)s)")
    _("can't open '%(filename)s': %(error)s")
    _("command '%(parser_name)s' is deprecated")
    _("option '%(option)s' is deprecated")
    _("argument '%(argument_name)s' is deprecated")
    ngettext("expected %s argument", "expected %s arguments", 1)

"""What the standard library's argparse says of a command line, in the language in use.

The message ids are argparse's own: it hands them to `translate` and `translate_count`. Those that cannot come up
here are left out, and stay English.
"""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext


def translate(message: str) -> str:
    """One of argparse's messages."""
    return _messages().get(message, message)


def translate_count(singular: str, plural: str, n: int) -> str:
    """One of argparse's messages about a number."""
    if singular == "expected %s argument":
        return ngettext("expected %s argument", "expected %s arguments", n)
    return singular if n == 1 else plural


def _messages() -> dict[str, str]:
    return {
        "usage: ": _("usage: "),
        "positional arguments": _("positional arguments"),
        "options": _("options"),
        "show this help message and exit": _("show this help message and exit"),
        "argument %(argument_name)s: %(message)s": _("argument %(argument_name)s: %(message)s"),
        "the following arguments are required: %s": _("the following arguments are required: %s"),
        "unrecognized arguments: %s": _("unrecognized arguments: %s"),
        "expected one argument": _("expected one argument"),
        "expected at most one argument": _("expected at most one argument"),
        "expected at least one argument": _("expected at least one argument"),
        "ignored explicit argument %r": _("ignored explicit argument %r"),
        "not allowed with argument %s": _("not allowed with argument %s"),
        "invalid choice: %(value)r (choose from %(choices)s)": _(
            "invalid choice: %(value)r (choose from %(choices)s)"
        ),
        "unknown parser %(parser_name)r (choices: %(choices)s)": _(
            "unknown parser %(parser_name)r (choices: %(choices)s)"
        ),
    }

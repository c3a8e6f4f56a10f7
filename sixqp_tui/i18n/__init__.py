"""The text that players read, in the current language."""

from sixqp_tui.i18n.catalog import (
    LANGUAGES,
    N_,
    NC_,
    SOURCE,
    gettext as _,
    language,
    next_language,
    ngettext,
    pgettext,
    rules,
    speaking,
    translate,
    use,
)

__all__ = [
    "LANGUAGES",
    "NC_",
    "N_",
    "SOURCE",
    "_",
    "language",
    "next_language",
    "ngettext",
    "pgettext",
    "rules",
    "speaking",
    "translate",
    "use",
]

"""The words that players read, all in one place, in the language in use."""

from sixqp_tui.i18n.catalog import LANGUAGES, SOURCE, in_every_language, language, next_language, use

__all__ = ["LANGUAGES", "SOURCE", "in_every_language", "language", "next_language", "use"]

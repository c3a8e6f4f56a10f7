"""The preferences of this run: options over the file over the defaults."""

import argparse
from collections.abc import Mapping

from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import LANGUAGES, _
from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.store import paths
from sixqp_tui.store.preferences import (
    FILE_NAME,
    SYSTEM,
    WORDS,
    Preferences,
    StoredPreferences,
    read_preferences,
    write_preferences,
)


def stored_language() -> str:
    """A code, or "" for the language of the system."""
    language = _stored().preferences.language
    return "" if language == SYSTEM else language


def effective_preferences(parsed: argparse.Namespace) -> tuple[Preferences, str]:
    """And a sentence about a file that can't be understood, or ""."""
    kept, options = _stored(), vars(parsed)
    given = {key: options[key] for key in WORDS if key in options}
    if "lang" in options:
        given["language"] = options["lang"]
    return kept.preferences._replace(**given), _sentence(kept)


def save_words(words: Mapping[str, str]) -> str | None:
    """Write these keys into the file. Returns a sentence about any problem."""
    path = paths.config_path() / FILE_NAME
    try:
        aside = write_preferences(paths.config_dir() / FILE_NAME, words)
    except OSError as error:
        sentence = _("Can't write to “{path}” ({reason}): your preferences only apply to this run.")
        return sentence.format(path=clean_path(str(path)), reason=error.strerror or error)
    return (
        _("“{path}” wasn't a usable text file. It is now at “{aside}”.").format(
            path=clean_path(str(path)), aside=clean_path(str(aside))
        )
        if aside
        else None
    )


def _stored() -> StoredPreferences:
    return read_preferences(paths.config_path() / FILE_NAME, tuple(LANGUAGES))


def _sentence(kept: StoredPreferences) -> str:
    if kept.fault is None:
        return ""
    if kept.fault.problem in ("value", "no_equals"):
        told = _("{sentence} The default is used instead; the other lines apply.")
    else:
        told = _("{sentence} sixqp uses its defaults. The file stays; changing a preference sets it aside.")
    return told.format(sentence=fault_sentence(*kept.fault))

"""Text in the language in use, looked up by gettext.

English is in the code, every other language in a catalog below `locale/`. A screen's language is chosen when the
program starts; the page and the ssh gateway speak to every guest in the guest's own. A sentence that players read
follows these rules:

- Look it up when it is shown, never at import or in a default. Where it stands in a table or a key binding, mark it
  with `N_("…")` or `NC_("context", "…")`, and look it up with `translate`.
- Pass a constant to `_`, never an f-string. Fill named `{placeholders}` with `.format`.
- Use `ngettext` with a number, even if English has one form.
- Use `pgettext` if an English word is several in other languages; the context says where it stands.
- Explain a short or ambiguous text in a `# Translators:` comment right above the call; pybabel copies it.
- A constant sentence belongs where it is shown. This package is for those that depend on a value, or have several
  users.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

DOMAIN: Final = "sixqp"
FOLDER: Final = Path(__file__).with_name("locale")
SOURCE: Final = "en"
LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""Each language's name for itself."""

_CONTEXT_END: Final = "\x04"
"""As in the files of gettext."""
_language: str = SOURCE
_catalog: NullTranslations = NullTranslations()


def use(language: str) -> None:
    global _language, _catalog
    _language = language if language in LANGUAGES else SOURCE
    _catalog = _loaded(_language)


@cache
def _loaded(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as compiled:
        return GNUTranslations(compiled)


@cache
def rules(language: str) -> str:
    """The rules of the game, a Markdown file for each language."""
    return Path(__file__).with_name(f"rules.{language}.md").read_text(encoding="utf-8")


def language() -> str:
    return _language


def next_language() -> str:
    codes = list(LANGUAGES)
    return codes[(codes.index(_language) + 1) % len(codes)]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language inside, in a process whose readers have different languages. Await nothing inside."""
    before = _language
    use(language)
    try:
        yield
    finally:
        use(before)


def gettext(message: str) -> str:
    return _catalog.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    return _catalog.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    return _catalog.pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802 (gettext's name for a message that is looked up later)
    return message


def NC_(context: str, message: str) -> str:  # noqa: N802
    return f"{context}{_CONTEXT_END}{message}"


def translate(marked: str) -> str:
    """What `N_` or `NC_` marked, in the current language."""
    context, end, message = marked.rpartition(_CONTEXT_END)
    return _catalog.pgettext(context, message) if end else _catalog.gettext(message)

"""The words of the language in use, looked up by the standard library's gettext.

English is what the code says; every other language is a catalog below `locale/`. Each call looks its words up
anew, so that the language may change while the program runs.
"""

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

DOMAIN: Final = "sixqp"
FOLDER: Final = Path(__file__).with_name("locale")
SOURCE: Final = "en"
LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""Every language by its code, and what it calls itself."""

_language: str = SOURCE
_catalog: NullTranslations = NullTranslations()


def use(language: str) -> None:
    """Speak this language from now on; English where it is not one of LANGUAGES."""
    global _language, _catalog
    _language = language if language in LANGUAGES else SOURCE
    _catalog = _loaded(_language)


@cache
def _loaded(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as compiled:
        return GNUTranslations(compiled)


def language() -> str:
    """The code of the language in use."""
    return _language


def next_language() -> str:
    """The language that comes after the one in use, around the end."""
    codes = list(LANGUAGES)
    return codes[(codes.index(_language) + 1) % len(codes)]


def in_every_language(said: Callable[[], str]) -> tuple[str, ...]:
    """What is said, once in each of LANGUAGES; the one in use stays so."""
    before = _language
    told = []
    for code in LANGUAGES:
        use(code)
        told.append(said())
    use(before)
    return tuple(told)


def gettext(message: str) -> str:
    """The message in the language in use."""
    return _catalog.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form that this number asks for in the language in use."""
    return _catalog.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """The message where English has one word for what are several in other languages."""
    return _catalog.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """The form that this number asks for, in such a context."""
    return _catalog.npgettext(context, singular, plural, n)

"""The words of the language in use, looked up by the standard library's gettext.

English is what the code says; every other language is a catalog below `locale/`. Each call looks its words up
anew, so that the language may change while the program runs. A sentence that a player reads keeps these rules:

- Look it up when it is said: never at import, in a default, or in a value that outlives a change of language.
  What is kept for later is kept as a function: `N_("…")`, `NC_("context", "…")` or `lambda: …`.
- Hand `_` a constant, never an f-string: the catalog knows nothing but what stands in the code. Named
  `{placeholders}` are filled in by `.format` afterwards, and a language may change their order.
- Whatever goes with a number is `ngettext`, also where English says the same for one and for many.
- `pgettext` where one English word is several in other languages; its context says where the word stands.
- A `# Translators:` comment, right above the call, where the words alone do not tell what they mean: a word or two,
  a heading, a placeholder that its name does not explain. pybabel copies it into the `.po`.
- A constant sentence stands where it is said. A function of this package is for one that depends on a number or a
  name, and for one that several places say.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations, bindtextdomain, textdomain
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


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """In here this language is in use: for a process whose readers have several. Nothing may be awaited in it."""
    before = _language
    use(language)
    try:
        yield
    finally:
        use(before)


@contextmanager
def standard_library_too() -> Iterator[None]:
    """In here the standard library's own sentences, such as argparse's, are in the language in use too.

    `gettext.gettext` looks in the domain of the program, and reads anew for each message which language is wanted:
    in the environment, LANGUAGE first, on every system. Both are put back at the end: a child process that is
    started later, of whatever program, hears what its user has set.
    """
    domain, wanted = textdomain(), os.environ.get("LANGUAGE")
    bindtextdomain(DOMAIN, str(FOLDER))
    textdomain(DOMAIN)
    os.environ["LANGUAGE"] = _language
    try:
        yield
    finally:
        textdomain(domain)
        if wanted is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = wanted


def gettext(message: str) -> str:
    return _catalog.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    return _catalog.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    return _catalog.pgettext(context, message)


def N_(message: str) -> Callable[[], str]:  # noqa: N802 (gettext's name for a translation that comes later)
    """A function that looks up this message in the language in use when it is called."""
    return lambda: _catalog.gettext(message)


def NC_(context: str, message: str) -> Callable[[], str]:  # noqa: N802
    """As `N_`, with a context."""
    return lambda: _catalog.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    return _catalog.npgettext(context, singular, plural, n)

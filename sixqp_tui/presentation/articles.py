"""The articles of the rules, and how they are found by words."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple
from unicodedata import category, normalize

from sixqp_tui.i18n import _
from sixqp_tui.i18n import rules as rules_words
from sixqp_tui.i18n.rules import ArticleName

_LIGATURES = {"œ": "oe", "æ": "ae"}


class Article(NamedTuple):
    """An article of the rules: its name, its heading, its text, and what stands beside its example."""

    name: ArticleName
    heading: str
    text: str
    figure: tuple[str, ...] = ()


class Found(NamedTuple):
    """An article that has the words; `named`: they stand in its heading, or it is known by them."""

    article: Article
    named: bool


def read_articles() -> tuple[Article, ...]:
    """All articles, in the language in use and in the order of the page."""
    return tuple(
        Article(name, *words(), rules_words.FIGURES[name]() if name in rules_words.FIGURES else ())
        for name, words in rules_words.ARTICLES.items()
    )


def find_articles(typed: str) -> tuple[Found, ...]:
    """The articles in which each of the typed words begins a word, those first that are named so.

    Accents and capitals are all one. Nothing typed finds nothing.
    """
    words = split_words(typed)
    found = filter(None, map(partial(_look_into, words), read_articles())) if words else ()
    return tuple(sorted(found, key=lambda each: not each.named))


def split_words(typed: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", _fold(typed)[0]))


def places(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where in a text those words stand that one of these begins: from, up to."""
    folded, origins = _fold(text)
    for match in re.finditer(r"\w+", folded):
        begun = [len(word) for word in words if match[0].startswith(word)]
        if begun:
            yield origins[match.start()], origins[match.start() + max(begun) - 1] + 1


def _look_into(words: Sequence[str], article: Article) -> Found | None:
    name = f"{article.heading} {_other_words(article.name)}"
    named = _has(name, words)
    if named or _has(" ".join((name, article.text, *article.figure)), words):
        return Found(article, named)
    return None


def _has(text: str, words: Sequence[str]) -> bool:
    held = split_words(text)
    return all(any(each.startswith(word) for each in held) for word in words)


def _fold(text: str) -> tuple[str, list[int]]:
    """The text without accents and capitals, and of each of its letters where it stood."""
    letters, origins = [], []
    for at, letter in enumerate(text):
        plain = normalize("NFD", letter).casefold()
        for part in "".join(_LIGATURES.get(each, each) for each in plain):
            if category(part) != "Mn":
                letters.append(part)
                origins.append(at)
    return "".join(letters), origins


def _other_words(article: ArticleName) -> str:
    """Words by which an article is looked for, though they may not stand in it."""
    match article:
        case "sixth":
            # Translators: words to find an article of the rules by; not shown
            return _("6th card full row")
        case "too low":
            # Translators: words to find an article of the rules by; not shown
            return _("lower smaller")
        case "scoring":
            # Translators: words to find an article of the rules by; not shown
            return _("score points end winner")
        case "variants":
            # Translators: words to find an article of the rules by; not shown
            return _("pro professional")
        case "away":
            # Translators: words to find an article of the rules by; not shown
            return _("stand-in timer bank absent")
    return ""

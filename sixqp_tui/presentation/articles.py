"""The articles of the rules, and searching them."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple
from unicodedata import category, normalize

from sixqp_tui.i18n import _
from sixqp_tui.i18n.rules import ARTICLES, ArticleName

_LIGATURES = {"œ": "oe", "æ": "ae"}


class Article(NamedTuple):
    """`figure` is the example beside the text, line by line."""

    name: ArticleName
    heading: str
    text: str
    figure: tuple[str, ...] = ()


class Found(NamedTuple):
    """A match; `named` if the words are in the heading or keywords."""

    article: Article
    named: bool


def read_articles() -> tuple[Article, ...]:
    return tuple(
        Article(name, words.heading(), words.text(), tuple(text() for text in words.figure or ()))
        for name, words in ARTICLES.items()
    )


def find_articles(typed: str) -> tuple[Found, ...]:
    """The articles where each typed word begins a word, headings first, without regard to case and accents.

    An empty search finds nothing.
    """
    words = split_words(typed)
    found = filter(None, map(partial(_look_into, words), read_articles())) if words else ()
    return tuple(sorted(found, key=lambda each: not each.named))


def split_words(typed: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", _fold(typed)[0]))


def places(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
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
    """The text without accents and case, and each letter's position in the original."""
    letters, origins = [], []
    for at, letter in enumerate(text):
        plain = normalize("NFD", letter).casefold()
        for part in "".join(_LIGATURES.get(each, each) for each in plain):
            if category(part) != "Mn":
                letters.append(part)
                origins.append(at)
    return "".join(letters), origins


def _other_words(article: ArticleName) -> str:
    """Keywords that find an article although its text may lack them."""
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
            return _("stand-in timer absent")
    return ""

"""The articles of the rules, as text without pictures."""

import re
from functools import cache
from typing import NamedTuple

from sixqp_tui.i18n import language, rules

_PICTURE = r"(?ms)^```.*?^```\n"


class Article(NamedTuple):
    heading: str
    text: str


def find_articles(typed: str) -> tuple[Article, ...]:
    """The articles with these words in their heading, else those with them in their text."""
    words, articles = typed.casefold().split(), _articles(language())
    named = tuple(each for each in articles if _has(each.heading, words))
    return named or tuple(each for each in articles if _has(each.text, words))


@cache
def _articles(code: str) -> tuple[Article, ...]:
    _title, *sections = re.sub(_PICTURE, "", rules(code)).replace("**", "").split("\n## ")
    parts = (section.partition("\n") for section in sections)
    return tuple(Article(heading, " ".join(text.split())) for heading, _end, text in parts)


def _has(text: str, words: list[str]) -> bool:
    return all(word in text.casefold() for word in words)

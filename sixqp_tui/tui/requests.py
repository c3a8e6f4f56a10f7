"""Messages from screens and widgets to their app."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.style import Style

from sixqp_tui.i18n.rules import ArticleName

_ARTICLE = "article"
"""The key of an article in the style of a text."""


@dataclass
class NameChosen(Message):
    name: str


@dataclass
class ArticleRequested(Message):
    article: ArticleName


def leads_to(article: ArticleName) -> Style:
    return Style.from_meta({_ARTICLE: article})


def article_clicked(event: events.Click) -> ArticleName | None:
    article: ArticleName | None = event.style.meta.get(_ARTICLE)
    return article

"""A message to the app to open the rules at an article."""

from textual import events
from textual.message import Message
from textual.style import Style

from sixqp_tui.i18n.rules import ArticleName

_ARTICLE = "article"
"""The key of an article in the style of a text."""


class ArticleRequested(Message):
    def __init__(self, article: ArticleName) -> None:
        super().__init__()
        self.article = article


def leads_to(article: ArticleName) -> Style:
    """The style of a text that opens this article when clicked."""
    return Style.from_meta({_ARTICLE: article})


def article_clicked(event: events.Click) -> ArticleName | None:
    """The article of the clicked text."""
    article: ArticleName | None = event.style.meta.get(_ARTICLE)
    return article

"""What screens and widgets ask their app for."""

from textual import events
from textual.message import Message
from textual.style import Style

from sixqp_tui.i18n.rules import ArticleName

_ARTICLE = "article"
"""In the style of a text, the article that a click on it shows."""


class HookRequested(Message):
    """The app calls this hook of a feature with itself and these arguments."""

    def __init__(self, hook: str, *arguments: object) -> None:
        super().__init__()
        self.hook = hook
        self.arguments = arguments


class ArticleRequested(Message):
    """The rules are to be opened at this article, over the screen in front."""

    def __init__(self, article: ArticleName) -> None:
        super().__init__()
        self.article = article


def leads_to(article: ArticleName) -> Style:
    """The style of a text whose click asks for this article."""
    return Style.from_meta({_ARTICLE: article})


def article_clicked(event: events.Click) -> ArticleName | None:
    """The article that the clicked text leads to; None where it leads nowhere."""
    article: ArticleName | None = event.style.meta.get(_ARTICLE)
    return article

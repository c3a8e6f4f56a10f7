"""The rules on one page, with the worked example in cards; articles are found by number or by word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Static

from sixqp_tui.engine.rules import Rows
from sixqp_tui.i18n import N_, NC_, _, ngettext
from sixqp_tui.i18n.rules import ARTICLES, ArticleName
from sixqp_tui.presentation.articles import find_articles, places, read_articles, split_words
from sixqp_tui.tui.commands import CLOSE, SCROLL, Command, Text, check_action, close
from sixqp_tui.tui.scale import CARD_SMALL
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.game.rows import TableRows
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

EXAMPLE_START: Rows = ((12,), (37,), (43,), (58,))


class Figure(NamedTuple):
    """One turn of the example: the revealed cards, and the rows after it."""

    cards: tuple[int, ...]
    rows: Rows


EXAMPLE: dict[ArticleName, Figure] = {
    "turn": Figure((14, 15, 44, 61), ((12, 14, 15), (37,), (43, 44), (58, 61))),
    "sixth": Figure((21, 26, 30, 36), ((30, 36), (37,), (43, 44), (58, 61))),
    "too low": Figure((3, 9, 68, 83), ((30, 36), (3, 9), (43, 44), (58, 61, 68, 83))),
}
"""Article 6, from EXAMPLE_START on, by the article that a turn explains; in the third turn row 2 is chosen."""
ONE_OF_EACH = (1, 5, 10, 11, 55)
MAX_SEARCH = 40


class CardLine(CellWidget):
    DEFAULT_CSS = f"CardLine {{ height: {CARD_SMALL.lines}; width: auto; margin: 0 0 1 4; }}"

    def __init__(self, cards: tuple[int, ...]) -> None:
        super().__init__()
        self.cards = cards

    def render(self) -> Canvas:
        step = CARD_SMALL.width + 1
        canvas = Canvas(step * len(self.cards), CARD_SMALL.lines)
        for place, number in enumerate(self.cards):
            card.paint_card(canvas, step * place, 0, number)
        return canvas


_AT = "article at"
"""The key of an article's index in the style of its heading."""
_BETWEEN = "  "


class Contents(Widget):
    """While something is searched, the articles `found` stand out."""

    GESTURES: ClassVar = {"go": N_("Click a heading to go to its article")}
    ALLOW_SELECT = False

    headings: reactive[tuple[str, ...]] = reactive((), layout=True)
    found: reactive[frozenset[int] | None] = reactive[frozenset[int] | None](None)
    """The indices of the articles found; None without a search."""

    @dataclass
    class Chosen(Message):
        at: int

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.size.width))

    def on_click(self, event: events.Click) -> None:
        at = event.style.meta.get(_AT)
        if isinstance(at, int):
            self.post_message(self.Chosen(at))

    def _lines(self, width: int) -> Sequence[Content]:
        lines: list[Content] = []
        for at, heading in enumerate(self.headings):
            item = self._item(at, heading)
            if lines and lines[-1].cell_length + len(_BETWEEN) + item.cell_length <= width:
                lines[-1] = Content.assemble(lines[-1], _BETWEEN, item)
            else:
                lines.append(item)
        return lines or [Content()]

    def _item(self, at: int, heading: str) -> Content:
        ink = "$ink" if self.found is None else "bold underline $gold" if at in self.found else "$dim"
        item = Content.assemble((str(at + 1), "bold $gold"), " ", (heading, ink))
        return item.stylize(Style.from_meta({_AT: at}))


class SearchedText(Static):
    """Highlights `words`, which `split_words` returns."""

    words: reactive[tuple[str, ...]] = reactive[tuple[str, ...]]((), init=False)

    def __init__(self, sentence: str, classes: str) -> None:
        super().__init__(sentence, classes=classes, markup=False)
        self._sentence = sentence

    def watch_words(self) -> None:
        text = Content(self._sentence)
        for start, end in places(self._sentence, self.words):
            text = text.stylize("bold underline $gold", start, end)
        self.update(text)


NEXT_FOUND = Command(
    "n",
    "step(1)",
    # Translators: the next place where something was found
    NC_("key, what was looked for", "next"),
    N_("Go to the next article found (N: the previous one)"),
).when(lambda self: not self.entry.open and self._found)
GO_TO_ARTICLE = Command(
    "1",
    "go(0)",
    # Translators: go to an article of the rules: a noun
    NC_("key", "article"),
    N_("Go to an article by its number"),
    key_display=f"1-{len(ARTICLES)}",
).when(lambda self: not self.entry.open)


class RulesScreen(Screen[None]):
    DEFAULT_CSS = """
    RulesScreen Contents { height: auto; width: 100%; padding: 0 1; background: $slot; }
    RulesScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    RulesScreen .articles { width: 100%; max-width: 84; height: auto; }
    RulesScreen .article { height: auto; }
    RulesScreen .head { color: $gold; text-style: bold; }
    RulesScreen .-pointed .head { background: $ghost; }
    RulesScreen .text { height: auto; margin: 0 0 1 0; }
    RulesScreen .after { color: $dim; height: auto; margin: 0 0 2 0; }
    RulesScreen TableRows { margin: 0 0 1 0; }
    """

    BINDINGS = [
        GO_TO_ARTICLE,
        *(GO_TO_ARTICLE.by(str(at + 1), f"go({at})") for at in range(1, len(ARTICLES))),
        # Translators: find something by typing a word of it: a verb
        Command("slash", "search", NC_("key", "find"), N_("Find an article by typing a word of it")).when(
            lambda self: not self.entry.open
        ),
        NEXT_FOUND,
        NEXT_FOUND.by("N", "step(-1)"),
        SCROLL.by("up", "scroll(-1)"),
        SCROLL.by("down", "scroll(1)"),
        CLOSE,
        CLOSE.by("q"),
        CLOSE.by("f1", priority=True),
    ]

    page = getters.query_one(Page)
    contents = getters.query_one(Contents)
    articles = getters.query_one(VerticalScroll)
    entry = getters.query_one(Entry)

    def __init__(self, article: ArticleName | None = None) -> None:
        super().__init__()
        self._opens_at = article
        self._typed = ""
        self._found: tuple[int, ...] = ()
        self._step = 0

    def compose(self) -> ComposeResult:
        with Page(lambda: _("THE RULES"), self._place):
            yield Contents()
            with VerticalScroll(), Vertical(classes="articles"):
                for name in ARTICLES:
                    with Vertical(classes="article"):
                        yield from _article(name)
            yield Entry()

    def on_mount(self) -> None:
        self.contents.headings = tuple(article.heading for article in read_articles())
        self._show_found()
        self.articles.focus()
        if self._opens_at:
            self.action_go(list(ARTICLES).index(self._opens_at))

    check_action = check_action

    action_close = close

    def action_go(self, at: int) -> None:
        articles = list(self.query(".article"))
        for each in articles:
            each.set_class(each is articles[at], "-pointed")
        self.call_after_refresh(self.articles.scroll_to_widget, articles[at], top=True, animate=False, force=True)

    def action_search(self) -> None:
        self.entry.ask("search", _("Find:"), hint=_("a word of the rules"), longest=MAX_SEARCH)
        self._look_for("")

    def action_step(self, by: int) -> None:
        self._step = (self._step + by) % len(self._found)
        self.action_go(self._found[self._step])

    def action_scroll(self, by: int) -> None:
        self.articles.scroll_relative(y=by, animate=False)

    @on(Input.Changed)
    def follow_typing(self, event: Input.Changed) -> None:
        if self.entry.open:
            self._look_for(event.value)

    @on(Entry.Given)
    def keep_search(self, event: Entry.Given) -> None:
        self._look_for(event.text)

    @on(Entry.Closed)
    def end_search(self) -> None:
        self._look_for("")
        self.articles.focus()

    @on(Contents.Chosen)
    def go_to_chosen(self, event: Contents.Chosen) -> None:
        self.action_go(event.at)

    def _look_for(self, typed: str) -> None:
        self._typed = typed
        self._show_found()
        if self._found:
            self._step = 0
            self.action_go(self._found[0])

    def _show_found(self) -> None:
        words, names = split_words(self._typed), list(ARTICLES)
        self._found = tuple(names.index(found.article.name) for found in find_articles(self._typed))
        self.contents.found = frozenset(self._found) if words else None
        for text in self.query(SearchedText):
            text.words = words
        self.page.update_title()
        self.refresh_bindings()

    def _place(self) -> str:
        if not split_words(self._typed):
            return _("arrows or wheel to scroll")
        found = len(self._found)
        return (
            ngettext("{n} article", "{n} articles", found).format(n=found)
            if found
            else _("no article contains this")
        )


def _article(name: ArticleName) -> Iterator[Widget]:
    article = ARTICLES[name]
    yield SearchedText(article.heading(), classes="head")
    yield SearchedText(article.text(), classes="text")
    if name == "cards":
        yield CardLine(ONE_OF_EACH)
    if article.figure:
        yield from _figure(EXAMPLE[name], *article.figure)


def _figure(figure: Figure, before: Text, after: Text) -> Iterator[Widget]:
    yield SearchedText(before(), classes="text")
    yield CardLine(figure.cards)
    rows = TableRows()
    rows.rows = figure.rows
    yield rows
    yield SearchedText(after(), classes="after")

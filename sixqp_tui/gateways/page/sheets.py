"""The sheets that can cover the page, besides the score sheet."""

from collections.abc import Iterator

from sixqp_tui.i18n import (
    phrases,
)
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.rules import articles
from sixqp_tui.presentation.view_model import ViewModel

SAID = 60
"""Chat messages shown."""
LOGGED = 120
"""Log lines shown; a round of ten players has fewer."""


def _chat(model: ViewModel) -> Iterator[tuple[str, str]]:
    return ((said.name, phrases.words_of(said)) for said in model.said[-SAID:])


def _log(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line.sentence) for line in model.log[-LOGGED:])


def _last(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line.sentence) for line in model.last_turn)


def _seen(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line) for line in table_sentences.seen(model))


def _rules(_model: ViewModel) -> Iterator[tuple[str, str]]:
    return iter(articles())


def _tally(model: ViewModel) -> Iterator[tuple[str, str]]:
    lines = (*table_sentences.tally(model), *table_sentences.evening(model))
    watching = (table_sentences.watching(model.news),) if model.news and model.news.watchers else ()
    return (("", line) for line in (*lines, *watching))


SHEETS = {"chat": _chat, "tally": _tally, "log": _log, "last": _last, "seen": _seen, "rules": _rules}
"""The sheets that can cover the page, besides the score sheet, as headings and sentences."""

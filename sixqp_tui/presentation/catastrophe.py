"""Rows with so many heads that taking one is an event."""

from typing import Final

from sixqp_protocol.facts import Fact, RowTaken
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, phrases
from sixqp_tui.i18n.facts import LogEntry

CATASTROPHE: Final = 10
"""Heads; five cards cost eight on average."""


def is_catastrophe(fact: Fact) -> bool:
    return isinstance(fact, RowTaken) and heads_of(fact.cards) >= CATASTROPHE


def describe_catastrophe(fact: RowTaken, table: Table, you: int | None) -> LogEntry:
    sentence = (
        _("A catastrophe: you take {heads} at once")
        if fact.seat == you
        else _("A catastrophe: {name} takes {heads} at once")
    ).format(name=table.names[fact.seat], heads=phrases.heads(heads_of(fact.cards)))
    return LogEntry(sentence, "cost", fact.seat)

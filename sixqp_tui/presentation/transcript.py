"""The facts of a game that have been shown, and the log of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from sixqp_protocol import facts
from sixqp_protocol.facts import (
    CardDrafted,
    CardLaid,
    CardsRevealed,
    DraftOpened,
    Fact,
    GameStarted,
    RowTaken,
    StoodIn,
)
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import facts as facts_words
from sixqp_tui.i18n.facts import LogEntry, tell
from sixqp_tui.presentation.catastrophe import is_catastrophe, tell_catastrophe


class Transcript(NamedTuple):
    """The first `length` facts of a game, as one seat knows them.

    `entries` is the log, and `latest` where the last turn or draft begins in it. `renamings` are (number of facts,
    names by seat), for seats that changed hands. `stood_in` is the stand-in's decision for the reader, until their
    next own one (8.1); the StoodIn comes first. `costliest` are the heads of the costliest row taken so far.
    """

    view: View = View()
    length: int = 0
    entries: tuple[LogEntry, ...] = ()
    latest: int = 0
    renamings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    stood_in: Fact | None = None
    costliest: int = 0

    def named(self, names: tuple[str, ...]) -> Self:
        """The players have these names from here on; the log so far stays."""
        known = self.renamings[-1][1] if self.renamings else self.view.table.names
        if names == known:
            return self
        view = self.view.named(names) if len(names) == self.view.table.seats else self.view
        return self._replace(view=view, renamings=(*self.renamings, (self.length, names)))

    def retranslated(self, facts: Sequence[Fact]) -> Self:
        """The log rendered again. Raises ImpossibleFact."""
        again = type(self)(self.view.before_all())
        for length, names in self.renamings:
            again = again.after(facts[again.length : length]).named(names)
        return again.after(facts[again.length : self.length])

    def after(self, facts: Iterable[Fact]) -> Self:
        """Raises ImpossibleFact."""
        view, entries, latest, length = self.view, list(self.entries), self.latest, self.length
        stood_in, costliest = self.stood_in, self.costliest
        for fact in facts:
            if isinstance(fact, CardsRevealed | DraftOpened):
                latest = len(entries)
            sentence = tell(fact, view.table, view.seat)
            if sentence:
                entries.append(sentence)
            if isinstance(fact, RowTaken):
                costliest = max(costliest, heads_of(fact.cards))
                entries += [tell_catastrophe(fact, view.table, view.seat)] if is_catastrophe(fact) else []
            if is_decision_of(view.seat, fact):
                stood_in = fact if isinstance(stood_in, StoodIn) else None
                entries += [_stand_in_entry(stood_in)] if stood_in else []
            elif isinstance(fact, StoodIn) and fact.seat == view.seat:
                stood_in = fact
            view = view.apply(fact)
            if isinstance(fact, GameStarted) and self.renamings and len(self.renamings[-1][1]) == view.table.seats:
                view = view.named(self.renamings[-1][1])
            length += 1
        return type(self)(view, length, tuple(entries), latest, self.renamings, stood_in, costliest)


def is_decision_of(seat: int | None, fact: Fact) -> bool:
    """Whether this fact is a decision of that seat, its own or the stand-in's."""
    match fact:
        case CardLaid() | CardDrafted():
            return fact.seat == seat
        case RowTaken():
            return fact.seat == seat and fact.too_low
    return False


def _stand_in_entry(decision: facts.Fact) -> LogEntry:
    sentence = facts_words.stood_in(decision)
    return LogEntry(sentence, sentence, "cost", article="away")

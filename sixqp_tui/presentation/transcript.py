"""The facts of a game that have been shown, and what they were in words."""

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
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import facts as facts_words
from sixqp_tui.i18n.facts import Told, tell


class Transcript(NamedTuple):
    """The first `length` facts of a game, as one seat knows them.

    `told` is all that was worth a sentence, `latest` where the last turn (or draft) begins in it. `renamings` are
    the players' names, by their seats, from behind so many facts on, where a seat has changed hands. `stood_in` is
    what the stand-in has decided for the reader, until they decide themselves again (8.1); first the StoodIn.
    """

    view: View = View()
    length: int = 0
    told: tuple[Told, ...] = ()
    latest: int = 0
    renamings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    stood_in: Fact | None = None

    def named(self, names: tuple[str, ...]) -> Self:
        """The transcript when the players are called so from here on; what was told stays told."""
        known = self.renamings[-1][1] if self.renamings else self.view.table.names
        if names == known:
            return self
        view = self.view.named(names) if len(names) == self.view.table.seats else self.view
        return self._replace(view=view, renamings=(*self.renamings, (self.length, names)))

    def retold(self, facts: Sequence[Fact]) -> Self:
        """The same transcript of these facts, told anew. Raises ImpossibleFact."""
        again = type(self)(self.view.before_all())
        for length, names in self.renamings:
            again = again.after(facts[again.length : length]).named(names)
        return again.after(facts[again.length : self.length])

    def after(self, facts: Iterable[Fact]) -> Self:
        """The transcript when these facts are shown too. Raises ImpossibleFact."""
        view, told, latest, length = self.view, list(self.told), self.latest, self.length
        stood_in = self.stood_in
        for fact in facts:
            if isinstance(fact, CardsRevealed | DraftOpened):
                latest = len(told)
            sentence = tell(fact, view.table, view.seat)
            if sentence:
                told.append(sentence)
            if is_decision_of(view.seat, fact):
                stood_in = fact if isinstance(stood_in, StoodIn) else None
                told += [_tell_stand_in(stood_in)] if stood_in else []
            elif isinstance(fact, StoodIn) and fact.seat == view.seat:
                stood_in = fact
            view = view.apply(fact)
            if isinstance(fact, GameStarted) and self.renamings and len(self.renamings[-1][1]) == view.table.seats:
                view = view.named(self.renamings[-1][1])
            length += 1
        return type(self)(view, length, tuple(told), latest, self.renamings, stood_in)


def is_decision_of(seat: int | None, fact: Fact) -> bool:
    """Whether this fact is what that seat has decided, themselves or by the stand-in."""
    match fact:
        case CardLaid() | CardDrafted():
            return fact.seat == seat
        case RowTaken():
            return fact.seat == seat and fact.too_low
    return False


def _tell_stand_in(decision: facts.Fact) -> Told:
    """What the stand-in has decided for the reader (8.1)."""
    sentence = facts_words.stood_in(decision)
    return Told(sentence, sentence, "cost", article="away")

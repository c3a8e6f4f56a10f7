"""The facts of a game that have been shown, and their log."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from sixqp_protocol.facts import (
    CardDrafted,
    CardLaid,
    CardsRevealed,
    ChoiceTakenBack,
    DraftOpened,
    Fact,
    RowTaken,
    StoodIn,
)
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.facts import LogEntry, tell
from sixqp_tui.presentation.medals import Play, play_of


class Transcript(NamedTuple):
    """The first `length` facts of a game, as one seat knows them.

    `entries` is the log, in which the last turn or draft begins at `latest`. `renamings` are (number of public
    facts, names by seat), for seats that changed hands. Before the first `seated` of the `public` facts, somebody
    else had the reader's seat. `stood_in` is the stand-in's decision for the reader, until their next own (8.1).
    """

    view: View = View()
    length: int = 0
    entries: tuple[LogEntry, ...] = ()
    latest: int = 0
    renamings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    public: int = 0
    seated: int = 0
    stood_in: Fact | None = None
    plays: tuple[Play, ...] = ()

    def named(self, names: tuple[str, ...]) -> Self:
        """Give the players these names from here on; the log so far stays."""
        if names == self._names:
            return self
        since = max([self.public, *(count for count, _names in self.renamings[-1:])])
        now = since == self.public and len(names) == self.view.table.seats
        view = self.view.named(names) if now else self.view
        return self._replace(view=view, renamings=(*self.renamings, (since, names)))

    def read_by(self, reader: View) -> Self:
        """For a reader who now reads another seat's stream. Earlier lines keep their names."""
        so_far = ((self.public, self._names),) if self.public else ()
        return type(self)(reader, renamings=(*self.renamings, *so_far), seated=self.public)

    @property
    def _names(self) -> tuple[str, ...]:
        return self.renamings[-1][1] if self.renamings else self.view.table.names

    def noted(self, entries: Iterable[LogEntry]) -> Self:
        """With these lines in the log, where it stands now."""
        return self._replace(entries=(*self.entries, *entries))

    def after(self, facts: Iterable[Fact]) -> Self:
        """Raises ImpossibleFact."""
        view, entries, latest, length, public = self.view, list(self.entries), self.latest, self.length, self.public
        stood_in, plays = self.stood_in, list(self.plays)
        renamed = {max(1, since): names for since, names in self.renamings}
        for fact in facts:
            if isinstance(fact, CardsRevealed | DraftOpened):
                latest = len(entries)
            you = view.seat if public >= self.seated else None
            stood_in = _follow_stand_in(stood_in, fact, you)
            if entry := tell(fact, view.table, you):
                entries.append(entry)
            play = play_of(fact, view.table)
            plays += [play] if play else []
            view = view.apply(fact)
            length += 1
            public += fact.reader is None
            names = renamed.get(public, ()) if fact.reader is None else ()
            view = view.named(names) if len(names) == view.table.seats else view
        return self._replace(
            view=view,
            length=length,
            entries=tuple(entries),
            latest=latest,
            public=public,
            stood_in=stood_in,
            plays=tuple(plays),
        )


def _follow_stand_in(stood_in: Fact | None, fact: Fact, you: int | None) -> Fact | None:
    """`Transcript.stood_in` after this fact, for the player at seat `you`."""
    if is_decision_of(you, fact):
        return fact if isinstance(stood_in, StoodIn) else None
    if isinstance(fact, ChoiceTakenBack) and fact.seat == you:
        return None
    return fact if isinstance(fact, StoodIn) and fact.seat == you else stood_in


def is_decision_of(seat: int | None, fact: Fact) -> bool:
    match fact:
        case CardLaid() | CardDrafted():
            return fact.seat == seat
        case RowTaken():
            return fact.seat == seat and fact.too_low
    return False

"""What has been shown of a game so far: the fold of its facts, and the same facts in words."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from sixqp_protocol.facts import CardsRevealed, DraftOpened, Fact
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.facts import Told, tell


class Transcript(NamedTuple):
    """The first `length` facts of a game, as one seat knows them.

    `told` is all that was worth a sentence, `latest` where the last turn (or draft) begins in it.
    """

    view: View = View()
    length: int = 0
    told: tuple[Told, ...] = ()
    latest: int = 0

    def after(self, facts: Iterable[Fact]) -> Self:
        """The transcript when these facts are shown too. Raises ImpossibleFact."""
        view, told, latest, length = self.view, list(self.told), self.latest, self.length
        for fact in facts:
            if isinstance(fact, CardsRevealed | DraftOpened):
                latest = len(told)
            sentence = tell(fact, view.table, view.seat)
            if sentence:
                told.append(sentence)
            view = view.apply(fact)
            length += 1
        return type(self)(view, length, tuple(told), latest)

"""A whole game: decisions in, facts out. Repeatable from rules, names, seed and decisions."""

from collections.abc import Iterable
from typing import Self

from msgspec import Struct

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact, Rules
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine import cards
from sixqp_tui.engine.pending import CardsWanted, DraftWanted, Pending, RowWanted
from sixqp_tui.engine.rules import playable
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.turn import consequence, row_taken

Batch = tuple[Fact, ...]


class IllegalDecision(ValueError):
    """A decision that the rules do not allow now; nothing has changed."""

    def __init__(self, code: Refusal, article: str) -> None:
        super().__init__(f"{code.value} (article {article})")
        self.code = code
        self.article = article


class Game(Struct, frozen=True):
    """A game at one moment: everything that is known at the table, and the seed of what is still to be dealt.

    Each decision returns the facts that follow from it, together with what follows by itself, and changes
    nothing; `after` gives the game in which they have happened.
    """

    seed: str
    table: Table = Table()

    @classmethod
    def opening(cls, rules: Rules, names: tuple[str, ...], seed: str) -> Batch:
        """The facts that start a game of 2 to 10 players (2, 5). Raises ValueError for unplayable rules."""
        if not 2 <= len(names) <= 10:
            raise ValueError(f"expected 2 to 10 players, got {len(names)} (article 2.1)")
        if not playable(rules):
            raise ValueError("expected a limit, a number of rounds, or both, got neither (article 4.3)")
        return cls(seed)._complete((facts.GameStarted(rules, names),))

    @classmethod
    def start(cls, rules: Rules, names: tuple[str, ...], seed: str) -> Self:
        """A game just started; its facts are those of `opening`."""
        return cls(seed).after(cls.opening(rules, names, seed))

    @property
    def pending(self) -> Pending | None:
        """Who must decide what; None when the game is over."""
        return self.table.pending

    def after(self, batch: Iterable[Fact]) -> Self:
        """The game in which these facts have happened too. Raises ImpossibleFact."""
        return type(self)(self.seed, self.table.after(batch))

    def choose_card(self, seat: int, card: int) -> Batch:
        """Lay a card face down (3.1). Raises IllegalDecision."""
        asked = isinstance(self.pending, CardsWanted) and 0 <= seat < self.table.seats
        self._demand(asked, Refusal.NOT_ASKED, "3.1")
        self._demand(seat not in self.table.chosen, Refusal.ALREADY_CHOSEN, "3.1")
        self._demand(card in (self.table.hands[seat] or ()), Refusal.NOT_IN_HAND, "3.1")
        return self._complete((facts.CardLaid(seat, card), facts.CardChosen(seat)))

    def take_back(self, seat: int) -> Batch:
        """Take the card laid face down back, while others still choose (3.1). Raises IllegalDecision."""
        self._demand(isinstance(self.pending, CardsWanted), Refusal.NOT_ASKED, "3.1")
        self._demand(seat in self.table.chosen, Refusal.NOTHING_LAID, "3.1")
        return (facts.ChoiceTakenBack(seat),)

    def draft(self, seat: int, card: int) -> Batch:
        """Take a card of the open deck (5.2). Raises IllegalDecision."""
        self._demand(self.pending == DraftWanted(seat), Refusal.NOT_ASKED, "5.2")
        self._demand(card in self.table.deck, Refusal.NOT_IN_DECK, "5.2")
        return self._complete((facts.CardDrafted(seat, card),))

    def choose_row(self, seat: int, row: int) -> Batch:
        """Take all cards of a row, 0 to 3, for a card too low (3.7). Raises IllegalDecision."""
        wanted = self.pending
        self._demand(isinstance(wanted, RowWanted) and wanted.seat == seat, Refusal.NOT_ASKED, "3.7")
        self._demand(0 <= row < cards.ROWS, Refusal.NO_SUCH_ROW, "3.7")
        return self._complete((row_taken(self.table, row),))

    def _demand(self, condition: bool, code: Refusal, article: str) -> None:
        if not condition:
            raise IllegalDecision(code, article)

    def _complete(self, batch: Batch) -> Batch:
        table = self.table.after(batch)
        while following := consequence(table, self.seed):
            batch += following
            table = table.after(following)
        return batch

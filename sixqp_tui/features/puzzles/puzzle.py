"""A puzzle: a position from the seat that must find a card, and what each card of its hand costs."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules, Variant
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.engine.reducer import ImpossibleFact
from sixqp_tui.engine.rules import Effect, landing
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View

ChooseRow = Callable[[Table], int]
"""Chooses the row that a card takes which is too low for every row (3.7)."""


def revealing_facts(table: Table, cards: Sequence[int]) -> Iterator[AnyFact]:
    yield from map(facts.CardChosen, table.to_choose)
    yield facts.CardsRevealed(tuple(cards))


def next_placement(table: Table, choose_row: ChooseRow) -> AnyFact:
    seat, card = table.to_place[0]
    effect, row = landing(table.rows, card)
    if row is not None and effect is Effect.APPENDS:
        return facts.CardPlaced(seat, card, row)
    if row is None:
        row = choose_row(table)
    return facts.RowTaken(seat, card, row, table.rows[row])


Theme = Literal["too low", "sixth card", "counting", "last three", "tactic", "draft"]
"""What a puzzle is about.

- `counting`: only a player who counted cards sees why the best card leads.
- `last three`: the hand has at most three cards.
- `too low`: the best card is too low for every row.
- `sixth card`: the question is who plays the sixth card of a row.
- `tactic`, `draft`: variants in which more is known (5.1, 5.2).
"""
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
Strength = Literal[1, 2, 3]
"""How many of two simple strategies, *nearest row* and *one turn ahead*, find the card: both, one, none."""
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)

NAMES: Final = ("Ana", "Ben", "Cléo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ida", "Jo")
"""By seat."""
_ID_LETTERS = 8
"""Some thousands of puzzles hardly ever share an id."""


class ImpossiblePuzzle(ValueError):
    """The message names the first impossible fact."""


class Position(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A round as one seat knows it, up to a moment when that seat has to play a card.

    `hand` is as it was dealt, and `rows` as they began; in the draft both are empty, and `picks` are the cards
    taken from the deck in order, `first` picking first (5.2). `turns` are the cards of each turn by seat, `taken`
    the rows taken for cards too low, in order (3.7).
    """

    variant: Variant
    players: Annotated[int, Meta(ge=2, le=10)]
    seat: facts.Seat
    hand: facts.Cards = ()
    rows: facts.Cards = ()
    first: facts.Seat = 0
    picks: facts.Cards = ()
    turns: Annotated[tuple[facts.PlayedCards, ...], Meta(max_length=8)] = ()
    taken: Annotated[tuple[facts.Row, ...], Meta(max_length=80)] = ()

    @property
    def id(self) -> str:
        return sha256(msgspec.json.encode(self)).hexdigest()[:_ID_LETTERS]

    def stream(self, names: Sequence[str] = NAMES) -> tuple[AnyFact, ...]:
        """The facts that the seat has read. Raises ImpossiblePuzzle."""
        return _Stream(self, names).happened

    def view(self, names: Sequence[str] = NAMES) -> View:
        """Raises ImpossiblePuzzle."""
        return _Stream(self, names).view


class _Stream:
    def __init__(self, position: Position, names: Sequence[str]) -> None:
        self.view = View(position.seat)
        self.happened: tuple[AnyFact, ...] = ()
        self._taken = list(position.taken)
        self._begin(position, tuple(names[: position.players]))
        for cards in position.turns:
            self._play(position.seat, cards)
        if self._taken:
            raise ImpossiblePuzzle(f"expected {len(position.taken) - len(self._taken)} taken rows, got more")
        if not self.view.wanted or len(self.view.hand) < 2:
            raise ImpossiblePuzzle("expected a choice among cards at the end")

    def _begin(self, position: Position, names: tuple[str, ...]) -> None:
        self._happen(facts.GameStarted(Rules(position.variant, limit=None, rounds=1), names))
        self._happen(facts.RoundBegan(1))
        rows = position.rows
        if position.variant == "draft":
            self._happen(facts.DraftOpened(position.first))
            for pick, card in enumerate(position.picks):
                self._happen(facts.CardDrafted((position.first + pick) % position.players, card))
            rows = rows or self.view.table.deck
        else:
            self._happen(facts.HandDealt(position.seat, position.hand))
        self._happen(facts.RowsStarted(rows))

    def _play(self, seat: int, cards: Sequence[int]) -> None:
        if seat < len(cards):
            self._happen(facts.CardLaid(seat, cards[seat]))
        for fact in revealing_facts(self.view.table, cards):
            self._happen(fact)
        while self.view.table.to_place:
            self._happen(next_placement(self.view.table, lambda _table: self._next_taken()))

    def _next_taken(self) -> int:
        if not self._taken:
            raise ImpossiblePuzzle("expected a row that was taken for a card too low, got none")
        return self._taken.pop(0)

    def _happen(self, fact: AnyFact) -> None:
        try:
            self.view = self.view.apply(fact)
        except ImpossibleFact:
            text = msgspec.json.encode(fact).decode()
            raise ImpossiblePuzzle(f"fact {len(self.happened) + 1} cannot have happened: {text}") from None
        self.happened += (fact,)


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in which one card is clearly the best.

    `more` is by card of the hand, ascending: how many heads it costs more than the best, scaled as in a review.
    """

    theme: Theme
    strength: Strength
    more: Annotated[tuple[Annotated[Tenths, Meta(ge=0)], ...], Meta(min_length=2, max_length=10)]
    position: Position

    @property
    def id(self) -> str:
        return self.position.id


def position_of(happened: Sequence[Fact], seat: int) -> Position:
    """From the facts of one round that the seat has read."""
    variant: Variant = "classic"
    players, first = 0, 0
    hand: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    picks, turns, taken = [], [], []
    for fact in happened:
        match fact:
            case facts.GameStarted(rules, names):
                variant, players = rules.variant, len(names)
            case facts.HandDealt(reader, cards) if reader == seat:
                hand = cards
            case facts.DraftOpened(opener):
                first = opener
            case facts.CardDrafted(_, card):
                picks.append(card)
            case facts.RowsStarted(cards):
                rows = () if variant == "draft" else cards
            case facts.CardsRevealed(cards):
                turns.append(cards)
            case facts.RowTaken(too_low=True, row=row):
                taken.append(row)
    return Position(variant, players, seat, hand, rows, first, tuple(picks), tuple(turns), tuple(taken))
